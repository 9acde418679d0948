package analysis

import (
	"cmp"
	"slices"
)

// Touched are the symbols, by Range.Start, that have a part of some spans; an empty span is between two bytes, and part of what is
// before it and behind it.
func Touched(symbols []Symbol, spans []Span) (found []int) {
	spans = merged(spans)
	for i := range symbols {
		s := symbols[i].Range
		at, _ := slices.BinarySearchFunc(spans, s.Start, func(r Span, start uint32) int { return cmp.Compare(r.End, start) })
		if at < len(spans) && spans[at].Start < s.End {
			found = append(found, i)
		}
	}
	return found
}

// merged are spans in order, of which none begins before or where another ends.
func merged(spans []Span) []Span {
	sorted := slices.SortedFunc(slices.Values(spans), func(a, b Span) int { return cmp.Compare(a.Start, b.Start) })
	all := sorted[:0]
	for _, s := range sorted {
		if last := len(all) - 1; last >= 0 && s.Start <= all[last].End {
			all[last].End = max(all[last].End, s.End)
			continue
		}
		all = append(all, s)
	}
	return all
}

// Innermost are those of some symbols, by Range.Start, that have none of the others in them: of a method not its class.
func Innermost(symbols []Symbol, all []int) (found []int) {
	for _, i := range all {
		for len(found) > 0 && symbols[found[len(found)-1]].Range.Contains(symbols[i].Range) {
			found = found[:len(found)-1]
		}
		found = append(found, i)
	}
	return found
}
