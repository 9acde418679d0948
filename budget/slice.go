package budget

import (
	"cmp"
	"slices"
	"strings"

	"github.com/contextls/contextls/analysis"
)

// Range is a part of a file that an item shows.
type Range struct {
	Span      analysis.Span
	FirstLine uint32 // 0-based
	LastLine  uint32 // included
}

// ellipsis stands where lines are left out.
const ellipsis = "…\n"

// sliceMode is what may enter a slice.
type sliceMode struct {
	urgentOnly bool // nothing but what is in range or used, where there is such a thing
	prelude    bool // what stands before the first definition comes right after the urgent
	cutting    bool // fill up with the leading lines of a definition, and of a line
}

// selection is a set of lines of a source that fits a limit.
type selection struct {
	*source
	markCost    int
	cost, bytes int // of what is selected, with its marks
	limit, most int // of cost and bytes
	on          []bool
	partial     bool // some definition is shown in part
	cutLine     int  // the line shown in part; -1 for none
	cutBytes    int  // of it, as shown…
	cutOwn      int  // …and in the file
}

// slice selects whole definitions, the most urgent and telling first, within a cost and a number of
// bytes. Where a definition does not fit, its head and the best of its parts are taken. Of a text
// without definitions it takes leading lines.
func (s *source) slice(limit, most, markCost int, mode sliceMode) *selection {
	sel := &selection{source: s, markCost: markCost, cost: markCost, bytes: len(ellipsis), limit: limit, most: most,
		on: make([]bool, s.lines()), cutLine: -1}
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

// ordered is a block, and the heads of the definitions that it stands in.
type ordered struct {
	*block
	heads []*block
}

func (s *source) order(mode sliceMode) []ordered {
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
			if c := compareBool(b.isPrelude(), a.isPrelude()); c != 0 {
				return c
			}
		}
		return byUrgency(a, b)
	})
	return out
}

func byUrgency(a, b ordered) int {
	return cmp.Or(cmp.Compare(a.urgency, b.urgency), cmp.Compare(a.place, b.place), cmp.Compare(a.first, b.first))
}

// isPrelude says whether a block is what stands before a file's first definition: its imports.
func (b *block) isPrelude() bool { return b.first == 0 && b.urgency == between }

// head are the lines of a definition above the first one that it holds.
func (b *block) head() []*block {
	if len(b.kids) == 0 {
		return nil
	}
	return []*block{&b.kids[0]}
}

// take selects a block, or what fits of its parts; it says whether anything was selected.
func (sel *selection) take(b *block) bool {
	if sel.add(b.first, b.last) {
		return true
	}
	if len(b.kids) == 0 {
		return false
	}
	for _, head := range b.head() {
		if !sel.add(head.first, head.last) {
			return false
		}
	}
	kids := make([]ordered, len(b.kids))
	for i := range b.kids {
		kids[i] = ordered{block: &b.kids[i]}
	}
	slices.SortFunc(kids, byUrgency)
	taken := false
	for _, k := range kids {
		taken = sel.take(k.block) || taken
	}
	return taken
}

// add selects the lines from first to last if that fits.
func (sel *selection) add(first, last int) bool {
	from, to := max(first-1, 0), min(last+1, len(sel.on)-1)
	cost, bytes, before, after := 0, 0, 0, 0
	for i := from; i <= to; i++ {
		if sel.on[i] {
			continue
		}
		if i == from || sel.on[i-1] {
			before++
		}
		if i < first || i > last {
			after++
		} else {
			cost += sel.costs[i]
			bytes += sel.starts[i+1] - sel.starts[i]
		}
	}
	cost += (after - before) * sel.markCost
	bytes += (after - before) * len(ellipsis)
	if sel.cost+cost > sel.limit || sel.bytes+bytes > sel.most {
		return false
	}
	sel.cost += cost
	sel.bytes += bytes
	for i := first; i <= last; i++ {
		sel.on[i] = true
	}
	return true
}

// fillUp shows the leading lines of the first block that is not shown in whole, and with cutting as
// much as fits of the next line.
func (sel *selection) fillUp(order []ordered, cutting bool) {
	for _, b := range order {
		for i := b.first; i <= b.last; i++ {
			if sel.on[i] || sel.add(i, i) {
				continue
			}
			if cutting {
				sel.cut(i)
			}
			sel.partial = i == sel.cutLine || i > b.first && !sel.plain
			return
		}
	}
}

func (sel *selection) cut(line int) {
	text := sel.text[sel.starts[line]:sel.starts[line+1]]
	cost, bytes := sel.limit-sel.cost, sel.most-sel.bytes
	if line > 0 && !sel.on[line-1] {
		cost -= sel.markCost
		bytes -= len(ellipsis)
	}
	n := min(bytes, len(strings.TrimRight(text, "\r\n")))
	if sel.costs[line] > 0 {
		n = min(n, int(float64(len(text))*float64(cost)/float64(sel.costs[line])))
	}
	own := sel.own[sel.begins[line]:sel.begins[line+1]]
	shown, n := undress(text, own, n)
	if strings.TrimSpace(own[:n]) != "" {
		sel.cutLine, sel.cutBytes, sel.cutOwn = line, shown, n
	}
}

// empty says whether nothing at all is shown.
func (sel *selection) empty() bool { return sel.cutLine < 0 && !slices.Contains(sel.on, true) }

// content is the selected text, with marks for what is left out, and its ranges.
func (sel *selection) content() (string, []Range) {
	var b strings.Builder
	var ranges []Range
	for i := 0; i < len(sel.on); {
		first := i
		for i < len(sel.on) && sel.on[i] {
			i++
		}
		last, end, ownEnd := i-1, sel.starts[i], sel.begins[i]
		if i == sel.cutLine {
			last, end, ownEnd = i, end+sel.cutBytes, ownEnd+sel.cutOwn
			i++
		}
		if last >= first {
			b.WriteString(sel.text[sel.starts[first]:end])
			ranges = append(ranges, Range{
				analysis.Span{Start: uint32(sel.begins[first]), End: uint32(ownEnd)}, uint32(first), uint32(last)})
		}
		hidden := i
		for i < len(sel.on) && !sel.on[i] && i != sel.cutLine {
			i++
		}
		if i > hidden || last == sel.cutLine && last >= first {
			b.WriteString(ellipsis)
		}
	}
	return b.String(), ranges
}
