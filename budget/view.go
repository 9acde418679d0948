package budget

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/contextls/contextls/analysis"
)

// Representation is how much of a file an item shows.
type Representation string

// The representations, the most telling first.
const (
	Full       Representation = "full"
	Slice      Representation = "slice"
	Signatures Representation = "signatures"
	Path       Representation = "path"
)

// view is a file in one representation, with what it costs as a part of the text.
type view struct {
	representation Representation
	content        string
	ranges         []Range
	truncated      bool // cut inside a definition, a line or an outline
	brief          bool // of a summary: the heading says how relevant the file is
	cost           int  // of the whole part, in quarters of a token
}

// entry is a candidate on its way into a pack. What was made of it once is kept.
type entry struct {
	*Candidate
	section section
	score   float64

	text        string
	clothes     string // the text as it is shown
	loaded      bool
	moved       bool // the text is not the bytes that symbols and ranges point into
	failed      error
	order       *outline
	wanted      []bool // symbols that targets use or the task names; made with order
	source      *source
	full        *view
	named       *view
	outlined    *view
	outlinedFor int // the limit it was trimmed to

	shown  *view  // nil: not in the pack
	reason string // why it is not
}

// explicit says whether a person asked for the file.
func (e *entry) explicit() bool { return e.Tier == TierTarget || e.Tier == TierManual }

// load reads the text, once; false when it cannot be read, or the time is up. Targets are few and what
// the pack is for: they are read even then.
func (p *packer) load(e *entry) bool {
	if e.loaded {
		return e.failed == nil
	}
	if p.expired() && e.Tier != TierTarget {
		return false
	}
	e.loaded = true
	if e.Load == nil {
		e.failed = errors.New("it has no text")
		return false
	}
	e.text, e.failed = e.Load()
	if e.failed == nil && !utf8.ValidString(e.text) {
		e.text, e.moved = strings.ToValidUTF8(e.text, "\ufffd"), true
	}
	return e.failed == nil
}

// dressed is the text as it is shown, made once.
func (p *packer) dressed(e *entry) string {
	if e.clothes == "" {
		e.clothes = p.dress(e.text)
	}
	return e.clothes
}

// view measures a file's part of the text.
func (p *packer) view(e *entry, v view) *view {
	v.cost = p.counter.cost(p.renderer.file(p.widestIndex, e, &v))
	return &v
}

// hopeless is how many times over the budget a text's size must be for its tokens not to be counted.
const hopeless = 4

// asFull is the whole file; nil when it cannot be had, or could not fit an empty pack.
func (p *packer) asFull(e *entry) *view {
	if e.full == nil && p.mayBeFull(e) && p.load(e) && p.counter.guess(len(e.text)) <= hopeless*p.limit {
		v := view{representation: Full, content: p.dressed(e)}
		if e.text != "" {
			lines := strings.Count(e.text, "\n")
			if strings.HasSuffix(e.text, "\n") {
				lines--
			}
			v.ranges = []Range{{Span: analysis.Span{End: uint32(len(e.text))}, LastLine: uint32(lines)}}
		}
		e.full = p.view(e, v)
	}
	return e.full
}

// mayBeFull says whether a file's text may be shown at all.
func (p *packer) mayBeFull(e *entry) bool {
	return !p.summary && !e.Missing && (!e.Generated || e.explicit())
}

// asPath is the file's heading alone.
func (p *packer) asPath(e *entry) *view {
	if e.named == nil {
		e.named = p.view(e, view{representation: Path})
	}
	return e.named
}

// smallest is the outline, trimmed to what it may cost; the path where there are no symbols. It is nil
// when the time is up.
func (p *packer) smallest(e *entry, limit int) *view {
	if e.outlined != nil && (e.outlinedFor == limit || e.outlinedFor > limit && !e.outlined.truncated && e.outlined.cost <= limit) {
		return e.outlined
	}
	if p.expired() {
		return nil
	}
	if o := p.outline(e); e.Missing || len(o.symbols) == 0 {
		e.outlined = p.asPath(e)
	} else {
		e.outlined = p.trimmed(e, o, limit)
	}
	e.outlinedFor = limit
	return e.outlined
}

// numbers is the width of the line numbers before an outline's lines, 0 where they have none.
func (p *packer) numbers(o *outline) (width int) {
	if p.req.LineNumbers {
		for i := range o.symbols {
			width = max(width, digits(int(o.symbols[i].Line)+1))
		}
	}
	return width
}

func (p *packer) trimmed(e *entry, o *outline, limit int) *view {
	style := outlineStyle{indent: "    ", comment: commentMark(e.Fence), widest: outlineMax, marks: true, numbers: p.numbers(o)}
	k, content := largest(len(o.symbols), func(k int) string { return o.write(k, style) }, func(content string) bool {
		return p.counter.cost(content) <= limit
	})
	if k == 0 {
		return p.asPath(e)
	}
	return p.view(e, view{representation: Signatures, content: content, truncated: k < len(o.symbols)})
}

// outline orders the file's symbols: those first that targets use or the task names.
func (p *packer) outline(e *entry) *outline {
	if e.order == nil {
		e.wanted = make([]bool, len(e.Symbols))
		uses := make(map[string]bool, len(e.Uses))
		for _, name := range e.Uses {
			uses[name] = true
		}
		for i := range e.Symbols {
			name := e.Symbols[i].Name
			e.wanted[i] = uses[name] || p.words[name] || uses[qualified(&e.Symbols[i])]
		}
		e.order = newOutline(e.Symbols, func(i int32) float64 {
			switch {
			case e.wanted[i]:
				return math.Inf(1)
			case int(i) < len(e.Weights):
				return e.Weights[i]
			}
			return 0
		})
	}
	return e.order
}

// words are the names in a text.
func words(text string) map[string]bool {
	out := map[string]bool{}
	for _, w := range strings.FieldsFunc(text, func(r rune) bool {
		return r != '_' && r != '$' && !unicode.IsLetter(r) && !unicode.IsDigit(r)
	}) {
		out[w] = true
	}
	return out
}

// asSlice is the largest slice whose part costs at most limit and holds at most so many bytes; nil when
// there is none. The loop is for what lines alone do not tell: the heading, escapes, and how a BPE
// tokenizer reads across seams.
func (p *packer) asSlice(e *entry, limit, bytes int, mode sliceMode) *view {
	if !p.mayBeFull(e) || !p.load(e) || e.text == "" {
		return nil
	}
	if e.source == nil {
		e.source = p.cut(e)
	}
	var best *view
	room := limit - p.asPath(e).cost
	for range 6 {
		sel := e.source.slice(room, bytes, p.counter.cost(ellipsis), mode)
		if sel.empty() {
			return best
		}
		content, ranges := sel.content()
		v := p.view(e, view{representation: Slice, content: content, ranges: ranges, truncated: sel.partial})
		if v.cost <= limit && (best == nil || v.cost > best.cost) {
			best = v
		}
		spare := limit - v.cost
		switch {
		case spare < 0:
			room = min(room, sel.cost) + spare
		case spare > 0 && best == v:
			room += spare
		default:
			return best
		}
	}
	return best
}

// cut makes blocks of the text; of one block where symbols do not fit it.
func (p *packer) cut(e *entry) *source {
	s := newSource(e.text, p.dressed(e), p.counter)
	if e.moved {
		s.define(nil, nil, nil)
	} else {
		s.define(p.outline(e), e.wanted, e.Ranges)
	}
	return s
}

// largest finds the largest k from 0 to n whose text fits, and the text, by binary search; fits must
// not hold again after it first failed.
func largest(n int, text func(k int) string, fits func(string) bool) (int, string) {
	if all := text(n); fits(all) {
		return n, all
	}
	low, content := 0, ""
	for high := n; high-low > 1; {
		k := (low + high) / 2
		if s := text(k); fits(s) {
			low, content = k, s
		} else {
			high = k
		}
	}
	return low, content
}

// warning tells a person what became of a file that they asked to see in full.
func warning(e *entry) string {
	what := "manual file"
	if e.section == sectionTargets {
		what = "target"
	}
	if e.shown == nil {
		return fmt.Sprintf("%s %s is left out: %s", what, e.Path, e.reason)
	}
	return fmt.Sprintf("%s %s does not fit the budget in full, so this is shown: %s", what, e.Path, shape(e, e.shown))
}
