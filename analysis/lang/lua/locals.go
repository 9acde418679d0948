package lua

import (
	"cmp"
	"slices"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/analysis/syntax"
)

// enclosing is a function that the symbol at hand stands in.
type enclosing struct {
	analysis.Symbol
	dropped bool // it is no definition itself
}

// withoutInner leaves out the symbols that stand inside functions, but for the functions right in the body of a long one: Kong's modules, and
// many plugins', are made by a function that fills a table with them. The symbols are in the order of the source.
func withoutInner(b *syntax.Builder, bodies []analysis.Span) (kept []analysis.Symbol) {
	bodies = slices.SortedFunc(slices.Values(bodies), func(x, y analysis.Span) int { return cmp.Compare(x.Start, y.Start) })
	var functions []enclosing
	var around []analysis.Span // bodies, those of functions without a symbol among them
	for _, s := range b.Facts().Symbols {
		for len(functions) > 0 && !functions[len(functions)-1].Range.Contains(s.Range) {
			functions = functions[:len(functions)-1]
		}
		for ; len(bodies) > 0 && bodies[0].Start <= s.Range.Start; bodies = bodies[1:] {
			for len(around) > 0 && around[len(around)-1].End <= bodies[0].Start {
				around = around[:len(around)-1]
			}
			around = append(around, bodies[0])
		}
		for len(around) > 0 && around[len(around)-1].End <= s.Range.Start {
			around = around[:len(around)-1]
		}
		isFunction := s.Kind == analysis.Function || s.Kind == analysis.Method
		keep := len(around) == 0
		if !keep && isFunction && len(functions) == len(around) && lines(b, s.Range) >= syntax.LeastLocal {
			if outer := &functions[len(functions)-1]; !outer.dropped && lines(b, outer.Range) >= syntax.LongFunction {
				in := syntax.Inside(&outer.Symbol)
				if s.Container != "" { // of a table
					in = syntax.Inside(&analysis.Symbol{Container: in, Name: s.Container})
				}
				s.Container, s.Kind, s.Exported, keep = in, analysis.LocalFunction, false, true
			}
		}
		if keep = keep && s.Name != ""; keep { // the parser makes names up while they are missing
			kept = append(kept, s)
		}
		if isFunction {
			functions = append(functions, enclosing{s, !keep})
		}
	}
	return kept
}

// lines are how many lines a span is on. It does not read them: a long function is asked about for each that stands in it.
func lines(b *syntax.Builder, s analysis.Span) int { return int(b.Line(s.End)-b.Line(s.Start)) + 1 }
