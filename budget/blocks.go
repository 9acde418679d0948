package budget

import (
	"cmp"
	"slices"
	"sort"
	"strings"

	"github.com/contextls/contextls/analysis"
)

// block is a run of whole lines that belong together: a definition with the comment above it, or what
// stands between definitions. The blocks of a file, and the kids of a block, cover it without overlap.
type block struct {
	first, last int // lines, 0-based, both included
	urgency     urgency
	place       int     // among its siblings, the best first
	kids        []block // of a definition that holds others; nil for a leaf
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
// shown; symbols and ranges point into the file's own.
type source struct {
	text   string // as shown
	starts []int  // of its lines, and its length
	own    string // as in the file
	begins []int  // of the same lines, and its length
	costs  []int  // of lines
	blocks []block
	plain  bool // there are no definitions
}

// newSource cuts a text into lines; dressed is the same as it is shown, line by line.
func newSource(own, dressed string, counter *Counter) *source {
	s := &source{text: dressed, starts: lineStarts(dressed), own: own}
	if s.begins = s.starts; own != dressed {
		s.begins = lineStarts(own)
	}
	s.costs = counter.lineCosts(dressed, s.starts)
	return s
}

// lineStarts are the offsets at which lines begin, and the text's length.
func lineStarts(text string) []int {
	starts := []int{0}
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

// line is the number of the line that holds an offset into the file.
func (s *source) line(offset uint32) int {
	return sort.Search(s.lines()-1, func(i int) bool { return s.begins[i+1] > int(offset) })
}

// define makes the blocks of an outline's symbols; wanted is by symbol. Symbols whose ranges do not fit
// the text are left out: the text has changed since they were read.
func (s *source) define(o *outline, wanted []bool, ranges []analysis.Span) {
	var all []block
	if o != nil {
		for place, i := range o.order {
			span := o.symbols[i].Range
			if span.Start >= span.End || int(span.End) > len(s.own) {
				continue
			}
			b := block{first: s.line(span.Start), last: s.line(span.End - 1), urgency: defined, place: place}
			if wanted[i] {
				b.urgency = used
			}
			all = append(all, b)
		}
	}
	slices.SortFunc(all, func(a, b block) int {
		return cmp.Or(cmp.Compare(a.first, b.first), cmp.Compare(b.last, a.last), cmp.Compare(a.place, b.place))
	})
	s.plain = len(all) == 0
	s.blocks = s.fill(nest(all), 0, s.lines()-1, false)
	for _, r := range ranges {
		if r.Start <= r.End && int(r.Start) <= len(s.own) {
			s.blocks = mark(s.blocks, s.line(r.Start), s.line(max(r.Start+1, r.End)-1))
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
				b.urgency, b.place = min(b.urgency, k.urgency), min(b.place, k.place)
				b.last = max(b.last, k.last)
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
// definition above them, and lines right above a definition (its comment) with that definition; but
// not the head of the definition that holds it.
func (s *source) fill(blocks []block, first, last int, inside bool) []block {
	var out []block
	next := first
	trailingBlanks := func(end int) {
		for len(out) > 0 && next < end && s.blank(next) {
			out[len(out)-1].last = next
			next++
		}
	}
	for _, b := range blocks {
		trailingBlanks(b.first)
		comment := b.first
		for comment > next && !s.blank(comment-1) {
			comment--
		}
		if !inside || comment > first {
			b.first = comment
		}
		if next < b.first {
			out = append(out, block{first: next, last: b.first - 1, urgency: between, place: next})
		}
		next = b.last + 1
		out = append(out, b)
	}
	trailingBlanks(last + 1)
	if next <= last {
		out = append(out, block{first: next, last: last, urgency: between, place: next})
	}
	for i := range out {
		if b := &out[i]; len(b.kids) > 0 {
			b.kids = s.fill(b.kids, b.first, b.last, true)
		}
	}
	return out
}

func (s *source) blank(line int) bool {
	return strings.TrimSpace(s.own[s.begins[line]:s.begins[line+1]]) == ""
}

// mark makes what meets the lines first to last urgent: the innermost definitions, and just these lines
// of what stands between definitions.
func mark(blocks []block, first, last int) []block {
	var out []block
	for _, b := range blocks {
		if b.last < first || last < b.first || b.urgency == inRange {
			out = append(out, b)
			continue
		}
		switch {
		case len(b.kids) > 0:
			b.kids = mark(b.kids, first, last)
			out = append(out, b)
		case b.urgency == between:
			if b.first < first {
				out = append(out, block{first: b.first, last: first - 1, urgency: between, place: b.first})
			}
			from, to := max(b.first, first), min(b.last, last)
			out = append(out, block{first: from, last: to, urgency: inRange, place: b.place})
			if to < b.last {
				out = append(out, block{first: to + 1, last: b.last, urgency: between, place: to + 1})
			}
		default:
			b.urgency = inRange
			out = append(out, b)
		}
	}
	return out
}
