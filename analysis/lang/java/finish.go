package java

import (
	"cmp"
	"slices"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/analysis/syntax"
)

// finish mends what syntax errors broke, drops the definitions that stand in code, and hides what is in a type that is private itself.
func finish(b *syntax.Builder, c *closed, heads func() *outliner) {
	f := b.Facts()
	if len(f.Problems) > 0 {
		mend(b, c, heads())
	}
	slices.SortStableFunc(f.Symbols, func(x, y analysis.Symbol) int {
		return cmp.Or(cmp.Compare(x.Range.Start, y.Range.Start), cmp.Compare(y.Range.End, x.Range.End))
	})
	shut := *c
	slices.SortFunc(shut, func(x, y analysis.Span) int { return cmp.Compare(x.Start, y.Start) })
	var code, private analysis.Span // the last range of code, and the last private type
	next := 0
	f.Symbols = slices.DeleteFunc(f.Symbols, func(s analysis.Symbol) bool {
		for ; next < len(shut) && shut[next].Start <= s.Range.Start; next++ {
			if !code.Contains(shut[next]) {
				code = shut[next]
			}
		}
		if code.Contains(s.Range) && code != s.Range {
			return true
		}
		switch s.Kind {
		case analysis.Class, analysis.Interface, analysis.Enum:
			if !s.Exported && !private.Contains(s.Range) {
				private = s.Range
			}
		default:
			code = s.Range
		}
		return false
	})
	private = analysis.Span{}
	for i := range f.Symbols {
		s := &f.Symbols[i]
		if private.Contains(s.Range) && private != s.Range {
			s.Exported = false
		} else if !s.Exported && s.Kind != analysis.Method && s.Kind != analysis.Field && s.Kind != analysis.Constant {
			private = s.Range
		}
	}
	b.Nest()
	readReceivers(b)
}
