package budget

import (
	"strconv"
	"strings"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/budget/render"
)

// outlineStyle is how an outline is written.
type outlineStyle struct {
	bar     string // before each line
	indent  string // for each level
	comment string // what begins a comment; "" leaves docs out
	widest  int    // bytes of a signature; longer ones are cut
	marks   bool   // mark what is left out of each symbol, not only that something is
	docs    bool   // each on a line of its own, where it is not too long to stand behind its signature
	numbers int    // width of the line's number before it; 0: none
	enough  int    // bytes after which no more is written: so much is too long; 0: all is written
}

const (
	shortDoc   = 72  // bytes of a doc that still goes behind its signature
	lineWidth  = 110 // bytes of a signature with its doc
	outlineMax = 400 // bytes of a signature in an outline
)

// write is the outline of the first k symbols in order. `…` stands at the end where anything is left
// out, and with marks also where some of a symbol's members are shown and others are not.
func (o *outline) write(k int, style outlineStyle) string {
	shown := make([]bool, len(o.symbols))
	for _, i := range o.order[:k] {
		shown[i] = true
	}
	folded := o.folded(shown)
	var b strings.Builder
	doc := ""
	var level func(parent int32, depth int)
	level = func(parent int32, depth int) {
		more := o.hiddenNamesakes(parent, shown)
		shownKids, hiddenKids := false, false
		for _, i := range o.kids[parent] {
			if style.enough > 0 && b.Len() >= style.enough {
				return
			}
			if folded[i] {
				continue
			}
			if !shown[i] {
				hiddenKids = true
				continue
			}
			shownKids = true
			signature := o.signature(i)
			if cases := o.cases[i]; len(cases) > 0 && folded[cases[0]] {
				signature = o.withCases(i, signature, style.widest)
			}
			if n := more[i]; n > 0 {
				signature = render.Clip(signature, style.widest-len("…  (+99 more)")) + "  (+" + strconv.Itoa(n) + " more)"
			}
			o.line(&b, i, signature, depth, style, o.symbols[i].Doc != doc)
			doc = o.symbols[i].Doc
			level(i, depth+1)
		}
		if depth == 0 && k < len(o.symbols) || style.marks && depth > 0 && shownKids && hiddenKids {
			b.WriteString(style.bar)
			b.WriteString(strings.Repeat(style.indent, depth))
			b.WriteString("…\n")
		}
	}
	level(int32(len(o.symbols)), 0)
	return b.String()
}

// hiddenNamesakes counts, for the children of a symbol that stand for others of their name, those that are not shown.
func (o *outline) hiddenNamesakes(parent int32, shown []bool) map[int32]int {
	var more map[int32]int
	for _, group := range o.named[parent] {
		for _, k := range group[1:] {
			if kind := o.symbols[k].Kind; shown[group[0]] && !shown[k] && (kind == analysis.Method || kind == analysis.Function || kind == analysis.AsyncFunction) {
				if more == nil {
					more = map[int32]int{}
				}
				more[group[0]]++
			}
		}
	}
	return more
}

// line writes a symbol, with its doc where it is short and not that of the line above (a group's).
func (o *outline) line(b *strings.Builder, i int32, signature string, depth int, style outlineStyle, withDoc bool) {
	s := &o.symbols[i]
	signature = render.Clip(signature, style.widest)
	begin := func() {
		if style.numbers > 0 {
			b.WriteString(render.LineNumber(int(s.Line)+1, style.numbers))
		}
		b.WriteString(style.bar)
		for range depth {
			b.WriteString(style.indent)
		}
	}
	doc := o.oneLine(i).doc
	withDoc = withDoc && style.comment != "" && doc != ""
	behind := len(doc) <= shortDoc && len(signature)+len(doc) <= lineWidth
	if withDoc && style.docs && !behind {
		begin()
		b.WriteString(style.comment)
		b.WriteByte(' ')
		b.WriteString(render.Clip(doc, style.widest))
		b.WriteByte('\n')
	}
	begin()
	b.WriteString(signature)
	if withDoc && behind {
		b.WriteString("  ")
		b.WriteString(style.comment)
		b.WriteByte(' ')
		b.WriteString(doc)
	}
	b.WriteByte('\n')
}

// oneLine is what is written of a symbol.
func (o *outline) oneLine(i int32) *oneLine {
	l := &o.lines[i]
	if !l.made {
		*l = oneLine{render.OneLine(o.symbols[i].Signature), render.OneLine(o.symbols[i].Doc), true}
	}
	return l
}

// holds reports whether a symbol is a type or a module whose members are symbols: its name alone says little.
func (o *outline) holds(i int32) bool {
	switch o.symbols[i].Kind {
	case analysis.Class, analysis.Interface, analysis.Struct, analysis.Trait, analysis.Module:
		return len(o.kids[i]) > 0
	}
	return false
}

// signature is a symbol's signature, behind the name of what it is a member of where that stands in another file.
func (o *outline) signature(i int32) string {
	if o.parent[i] < 0 {
		return o.ownedSignature(i)
	}
	return o.oneLine(i).signature
}

// ownedSignature is a symbol's signature, behind the name of what it is a member of where the signature does not say that.
func (o *outline) ownedSignature(i int32) string {
	s := &o.symbols[i]
	signature := o.oneLine(i).signature
	if owner := s.Container[strings.LastIndexByte(s.Container, '.')+1:]; owner != "" && !strings.Contains(signature, owner) {
		return render.OneLine(owner) + ": " + signature
	}
	return signature
}

// commentMark begins a comment in a language, by the info string of its fence.
func commentMark(fence string) string {
	switch fence {
	case "python", "cython", "ruby", "bash", "sh", "yaml", "toml", "r", "elixir", "perl", "make", "dockerfile":
		return "#"
	case "lua", "sql", "haskell":
		return "--"
	}
	return "//"
}
