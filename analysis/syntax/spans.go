package syntax

import (
	"cmp"
	"slices"

	"github.com/contextls/contextls/analysis"
)

// Outermost are the spans that lie in no other, by start. It sorts what it is given.
func Outermost(spans []analysis.Span) []analysis.Span {
	slices.SortFunc(spans, func(x, y analysis.Span) int {
		return cmp.Or(cmp.Compare(x.Start, y.Start), cmp.Compare(y.End, x.End))
	})
	var outer []analysis.Span
	for _, s := range spans {
		if n := len(outer); n == 0 || outer[n-1].End <= s.Start {
			outer = append(outer, s)
		}
	}
	return outer
}

// Within returns a function that reports whether a span lies in one of some ranges, which may nest.
func Within(ranges []analysis.Span) func(analysis.Span) bool {
	outer := Outermost(ranges)
	return func(s analysis.Span) bool {
		i, found := slices.BinarySearchFunc(outer, s.Start, func(r analysis.Span, at uint32) int { return cmp.Compare(r.Start, at) })
		return found && outer[i].Contains(s) || i > 0 && outer[i-1].Contains(s)
	}
}
