package budget

import (
	"cmp"
	"slices"
	"sort"
	"strings"

	"github.com/contextls/contextls/analysis"
)

// block is a run of whole lines that belong together: a definition with the comment above it, or what
// stands between definitions. The blocks of a file but for its licence, and the kids of a block, cover it without overlap.
type block struct {
	first, last int // lines, 0-based, both included
	urgency     urgency
	rank        int     // among its siblings, from the best
	kids        []block // of a definition that holds others; nil for a leaf
	from, to    int     // the lines of the definition alone, without the comment above it and blank lines below
	isCase      bool    // it is constants that an enum lists
	loose       bool    // it stands between definitions, whatever its urgency
	holds       string  // of a holder: the name of the type whose members it holds
	isPrelude   bool    // it begins the file, its licence aside, and stands before all definitions
}

// urgency is why a block should be shown, the most urgent first.
type urgency uint8

const (
	inRange urgency = iota // a part of a target that the request names
	used                   // a target uses it, or the task names it
	defined                // some other definition
	between                // no definition
)

// source is a file's text, cut into lines and blocks. Costs and bytes are those of the text as it is
// displayed; symbols and ranges point into the raw text, which has the same lines.
type source struct {
	text      string
	starts    []int // offsets of the lines, and the text's length
	raw       string
	rawStarts []int
	costs     []int  // of lines
	mark      amount // what a gap takes at most
	blocks    []block
	plain     bool // there are no definitions
	orders    map[sliceMode][]ordered
}

// newSource cuts a text into lines, given raw and as it is displayed.
func newSource(raw, displayed string, counter *Counter) *source {
	s := &source{text: displayed, starts: lineStarts(displayed), raw: raw}
	if s.rawStarts = s.starts; raw != displayed {
		s.rawStarts = lineStarts(raw)
	}
	s.costs = counter.lineCosts(displayed, s.starts)
	widest := gap(s.lines()-1, s.lines())
	s.mark = amount{counter.cost(widest), len(widest)}
	return s
}

// lineStarts are the offsets at which lines begin, and the text's length.
func lineStarts(text string) []int {
	starts := make([]int, 1, strings.Count(text, "\n")+2)
	for i := 0; i < len(text); {
		n := strings.IndexByte(text[i:], '\n')
		if n < 0 {
			break
		}
		i += n + 1
		if i < len(text) {
			starts = append(starts, i)
		}
	}
	return append(starts, len(text))
}

func (s *source) lines() int { return len(s.starts) - 1 }

// line is the number of the line that holds an offset into the raw text, from 0.
func (s *source) line(offset uint32) int {
	return sort.Search(s.lines()-1, func(i int) bool { return s.rawStarts[i+1] > int(offset) })
}

// define makes the blocks of an outline's symbols; wanted is by symbol. Symbols whose ranges do not fit
// the text are left out: the text has changed since they were found.
func (s *source) define(o *outline, wanted []bool, ranges []analysis.Span) {
	var all []block
	if o != nil {
		listed := map[int32]bool{}
		for _, cases := range o.cases {
			for _, c := range cases {
				listed[c] = true
			}
		}
		for rank, i := range o.order {
			span := o.symbols[i].Range
			if span.Start >= span.End || int(span.End) > len(s.raw) {
				continue
			}
			b := block{first: s.line(span.Start), last: s.line(span.End - 1), urgency: defined, rank: rank, isCase: listed[i]}
			if wanted[i] {
				b.urgency = used
			}
			all = append(all, b)
		}
		all = append(all, s.holders(o)...)
	}
	slices.SortFunc(all, func(a, b block) int {
		return cmp.Or(cmp.Compare(a.first, b.first), cmp.Compare(b.last, a.last), cmp.Compare(a.rank, b.rank))
	})
	s.plain = len(all) == 0
	s.blocks = s.fillBelow(s.licence(), nest(all))
	for _, r := range ranges {
		if r.Start <= r.End && int(r.Start) <= len(s.raw) {
			s.blocks = markUrgent(s.blocks, s.line(r.Start), s.line(max(r.Start+1, r.End)-1))
		}
	}
}

// nest turns sorted blocks into trees. Two definitions that share a line become one block.
func nest(sorted []block) []block {
	var out []block
	for i := 0; i < len(sorted); {
		b := sorted[i]
		j := i + 1
		for j < len(sorted) && sorted[j].first <= b.last {
			j++
		}
		var inner []block
		for _, k := range sorted[i+1 : j] {
			if k.first == b.first && k.last == b.last || k.last > b.last {
				b.urgency, b.rank = min(b.urgency, k.urgency), min(b.rank, k.rank)
				b.last, b.isCase = max(b.last, k.last), b.isCase && k.isCase
			} else {
				inner = append(inner, k)
			}
		}
		for j < len(sorted) && sorted[j].first <= b.last { // it grew over a neighbour
			inner, j = append(inner, sorted[j]), j+1
			b.last = max(b.last, sorted[j-1].last)
		}
		b.kids = nest(inner)
		out, i = append(out, b), j
	}
	return out
}

// fill puts blocks into the gaps between definitions from line first to last. Blank lines go with the
// definition above them, and lines right above a definition (its comment) with that definition, also a
// documentation that blank lines part from it; but not the head of the definition that holds it, of which
// only what is surely a comment does.
func (s *source) fill(blocks []block, first, last int, inside bool) []block {
	var out []block
	next := first
	takeBlanks := func(end int) {
		for len(out) > 0 && next < end && s.blank(next) {
			out[len(out)-1].last = next
			next++
		}
	}
	for _, b := range blocks {
		takeBlanks(b.first)
		comment := b.first
		b.from = b.first
		for comment > next && !s.blank(comment-1) {
			comment--
		}
		if inside && comment == first { // nothing but this tells the head from the comment
			comment = s.commentAbove(b.first, first+1)
		}
		if comment == b.first && (inside || len(out) > 0) { // what a file begins with is about the file
			comment = s.docAbove(b.first, next)
		}
		b.first = comment
		if next < b.first {
			out = append(out, block{first: next, last: b.first - 1, urgency: between, loose: true, rank: next})
		}
		b.to = b.last
		next = b.last + 1
		out = append(out, b)
	}
	takeBlanks(last + 1)
	if next <= last {
		out = append(out, block{first: next, last: last, urgency: between, loose: true, rank: next})
	}
	for i := range out {
		if b := &out[i]; len(b.kids) > 0 {
			b.kids = s.fill(b.kids, b.first, b.last, true)
		}
	}
	return out
}

func (s *source) trimmed(line int) string {
	return strings.TrimSpace(s.raw[s.rawStarts[line]:s.rawStarts[line+1]])
}

func (s *source) blank(line int) bool {
	return s.trimmed(line) == ""
}

// markUrgent makes what overlaps the lines first to last urgent: the innermost definitions, and just these
// lines of what stands between definitions.
func markUrgent(blocks []block, first, last int) []block {
	var out []block
	for _, b := range blocks {
		if b.last < first || last < b.first || b.urgency == inRange {
			out = append(out, b)
			continue
		}
		switch {
		case len(b.kids) > 0:
			b.kids = markUrgent(b.kids, first, last)
			out = append(out, b)
		case b.urgency == between:
			if b.first < first {
				out = append(out, block{first: b.first, last: first - 1, urgency: between, loose: true, rank: b.first})
			}
			from, to := max(b.first, first), min(b.last, last)
			out = append(out, block{first: from, last: to, urgency: inRange, loose: true, rank: b.rank})
			if to < b.last {
				out = append(out, block{first: to + 1, last: b.last, urgency: between, loose: true, rank: to + 1})
			}
		default:
			b.urgency = inRange
			out = append(out, b)
		}
	}
	return out
}
