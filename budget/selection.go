package budget

import (
	"slices"
	"strings"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/budget/render"
)

// selection is a set of lines of a source that fits a limit.
type selection struct {
	*source
	limit    amount
	taken    amount // by what is selected, with its marks
	selected []bool // by line
	partial  bool   // some definition is shown in part
	cutLine  int    // the line shown in part; -1 for none
	cutLen   int    // bytes of it that are shown, as displayed…
	rawLen   int    // …and raw
}

// take selects a block, or what fits of its parts; it reports whether anything was selected.
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

// add selects the lines from first to last if that fits, and reports whether it does.
func (sel *selection) add(first, last int) bool {
	from, to := max(first-1, 0), min(last+1, len(sel.selected)-1)
	var lines amount
	marksBefore, marksAfter := 0, 0
	for i := from; i <= to; i++ {
		if sel.selected[i] {
			continue
		}
		if i == from || sel.selected[i-1] {
			marksBefore++
		}
		if i < first || i > last {
			marksAfter++
		} else {
			lines = lines.plus(amount{sel.costs[i], sel.starts[i+1] - sel.starts[i]})
		}
	}
	marks := marksAfter - marksBefore
	taken := sel.taken.plus(lines).plus(amount{marks * sel.mark.cost, marks * sel.mark.bytes})
	if !taken.within(sel.limit) {
		return false
	}
	sel.taken = taken
	for i := first; i <= last; i++ {
		sel.selected[i] = true
	}
	return true
}

// fillUp shows the leading lines of the first block that is not shown in whole, and with cutting as
// much as fits of the next line.
func (sel *selection) fillUp(order []ordered, cutting bool) {
	for _, b := range order {
		for i := b.first; i <= b.last; i++ {
			if sel.selected[i] || sel.add(i, i) {
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

// cut selects as much as fits of a line.
func (sel *selection) cut(line int) {
	text := sel.text[sel.starts[line]:sel.starts[line+1]]
	left := sel.limit.minus(sel.taken)
	if line > 0 && !sel.selected[line-1] {
		left = left.minus(sel.mark)
	}
	n := min(left.bytes, len(strings.TrimRight(text, "\r\n")))
	if sel.costs[line] > 0 {
		n = min(n, int(float64(len(text))*float64(left.cost)/float64(sel.costs[line])))
	}
	raw := sel.raw[sel.rawStarts[line]:sel.rawStarts[line+1]]
	if !strings.HasSuffix(text, render.Visible(raw)) {
		return // something in it is not shown: its parts cannot be told
	}
	cutLen, rawLen := render.DisplayPrefix(text, raw, n)
	if strings.TrimSpace(raw[:rawLen]) != "" {
		sel.cutLine, sel.cutLen, sel.rawLen = line, cutLen, rawLen
	}
}

// empty reports whether nothing at all is shown.
func (sel *selection) empty() bool { return sel.cutLine < 0 && !slices.Contains(sel.selected, true) }

// bridge selects what is left out between other lines and takes no more than the mark in its place would: a lone bracket.
func (sel *selection) bridge() {
	if sel.empty() || sel.cutLine >= 0 {
		return
	}
	for i := 0; i < len(sel.selected); i++ {
		first, cost := i, 0
		for i < len(sel.selected) && !sel.selected[i] {
			cost += sel.costs[i]
			i++
		}
		if i > first && cost <= sel.mark.cost && sel.starts[i]-sel.starts[first] <= len(gap(first, i-1)) {
			for k := first; k < i; k++ {
				sel.selected[k] = true
			}
		}
	}
}

// content is the selected text, with marks for what is left out, and its ranges.
func (sel *selection) content() (string, []Range) {
	var b strings.Builder
	var ranges []Range
	sel.bridge()
	for i := 0; i < len(sel.selected); {
		first := i
		for i < len(sel.selected) && sel.selected[i] {
			i++
		}
		last, end, rawEnd := i-1, sel.starts[i], sel.rawStarts[i]
		if i == sel.cutLine {
			last, end, rawEnd = i, end+sel.cutLen, rawEnd+sel.rawLen
			i++
		}
		if last >= first {
			b.WriteString(sel.text[sel.starts[first]:end])
			ranges = append(ranges, Range{
				analysis.Span{Start: uint32(sel.rawStarts[first]), End: uint32(rawEnd)}, uint32(first), uint32(last)})
		}
		hidden := i
		for i < len(sel.selected) && !sel.selected[i] && i != sel.cutLine {
			i++
		}
		if last == sel.cutLine && last >= first {
			b.WriteString(ellipsis) // it ends the line
		} else if i > hidden {
			b.WriteString(gap(hidden, i-1))
		}
	}
	return b.String(), ranges
}
