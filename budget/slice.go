package budget

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/contextls/contextls/analysis"
)

// Range is a part of a file that an item shows.
type Range struct {
	Span      analysis.Span
	FirstLine uint32 // 0-based
	LastLine  uint32 // included
}

// ellipsis stands where something is left out.
const ellipsis = "…\n"

// gap stands where lines are left out, and says which, given from 0 and written from 1.
func gap(first, last int) string {
	if first == last {
		return fmt.Sprintf("… %d\n", first+1)
	}
	return fmt.Sprintf("… %d–%d\n", first+1, last+1)
}

// sliceMode is what may enter a slice.
type sliceMode struct {
	urgentOnly bool // nothing but what is in range or used, where there is such a thing
	prelude    bool // what stands before the first definition comes right after the urgent
	cutting    bool // fill up with the leading lines of a definition, and of a line
}

// slice selects whole definitions, the most urgent and telling first, within a limit. Where a definition
// does not fit, its head and the best of its parts are taken. Of a text without definitions it takes
// leading lines.
func (s *source) slice(limit amount, mode sliceMode) *selection {
	sel := s.selection(limit)
	order := s.order(mode)
	for _, b := range order {
		if sel.take(b.block) {
			for _, head := range b.heads {
				sel.add(head.first, head.last)
			}
		}
	}
	if mode.cutting || s.plain {
		sel.fillUp(order, mode.cutting)
	}
	return sel
}

// selection is one of no lines yet.
func (s *source) selection(limit amount) *selection {
	return &selection{source: s, limit: limit, taken: s.mark, selected: make([]bool, s.lines()), cutLine: -1}
}

// ordered is a block, and the heads of the definitions that it stands in.
type ordered struct {
	*block
	heads []*block
}

// order is in which order blocks are taken. It is made once for each mode.
func (s *source) order(mode sliceMode) []ordered {
	mode.cutting = false // which makes no difference
	if out, known := s.orders[mode]; known {
		return out
	}
	if s.orders == nil {
		s.orders = map[sliceMode][]ordered{}
	}
	out := s.sorted(mode)
	s.orders[mode] = out
	return out
}

func (s *source) sorted(mode sliceMode) []ordered {
	var out []ordered
	var urgent func(blocks []block, heads []*block)
	urgent = func(blocks []block, heads []*block) {
		for i := range blocks {
			b := &blocks[i]
			if b.urgency <= used {
				out = append(out, ordered{b, heads})
			} else if len(b.kids) > 0 {
				urgent(b.kids, append(slices.Clip(heads), b.head()...))
			}
		}
	}
	urgent(s.blocks, nil)
	slices.SortFunc(out, byUrgency)
	if mode.urgentOnly && len(out) > 0 {
		return out
	}
	n := len(out)
	for i := range s.blocks {
		out = append(out, ordered{block: &s.blocks[i]})
	}
	slices.SortFunc(out[n:], func(a, b ordered) int {
		if mode.prelude {
			if c := compareBool(b.prelude(), a.prelude()); c != 0 {
				return c
			}
		}
		return byUrgency(a, b)
	})
	return out
}

func byUrgency(a, b ordered) int {
	return cmp.Or(cmp.Compare(a.urgency, b.urgency), cmp.Compare(a.rank, b.rank), cmp.Compare(a.first, b.first))
}

// prelude reports whether a block is what stands before a file's first definition: its imports.
func (b *block) prelude() bool { return b.isPrelude && b.urgency == between }

// head are the lines of a definition above the first one that it holds, and an enum's constants.
func (b *block) head() []*block {
	if len(b.kids) == 0 {
		return nil
	}
	return append([]*block{&b.kids[0]}, b.headCases()...)
}
