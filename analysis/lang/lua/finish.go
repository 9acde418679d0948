package lua

import (
	"cmp"
	"slices"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/analysis/syntax"
)

// finish drops what is defined inside functions that are not long, names the imports, and says what the module offers.
func finish(b *syntax.Builder, o *outline) {
	f := b.Facts()
	if len(f.Problems) > 0 {
		mend(b, o)
	}
	inside := syntax.Within(o.bodies)
	top := slices.DeleteFunc(slices.Clone(o.assignments), func(a assignment) bool { return inside(a.whole) })
	required := readRequires(b, o)
	readAssignments(b, &outline{assignments: top, returned: o.returned}, required)
	slices.SortStableFunc(f.Symbols, func(x, y analysis.Symbol) int {
		return cmp.Or(cmp.Compare(x.Range.Start, y.Range.Start), cmp.Compare(y.Range.End, x.Range.End))
	})
	f.Symbols = withoutInner(b, o.bodies)
	offered := map[string]bool{o.returned: o.returned != ""}
	f.Exports = o.offered
	for _, e := range o.offered {
		offered[e.Local] = true
	}
	seen := map[string]bool{}
	for i := range f.Symbols {
		s := &f.Symbols[i]
		if s.Kind == analysis.LocalFunction {
			continue
		}
		if s.Container == "" && offered[s.Name] {
			s.Exported = true
		}
		container := s.Container
		if container == "" && o.returned != "" { // a field that stands in the table
			for _, outer := range f.Symbols[:i] {
				if outer.Name == o.returned && outer.Container == "" && outer.Range.Contains(s.Range) && outer.Range != s.Range {
					container = o.returned
				}
			}
		}
		if container != "" && container == o.returned && !seen[s.Name] {
			seen[s.Name] = true
			f.Exports = append(f.Exports, analysis.Export{Name: s.Name, Local: o.returned})
		}
	}
	b.AddTests(o.tests, testCall)
}

// testCall is the test, or the group of tests, that a callee makes, as busted has them; "" where it makes none.
func testCall(callee string) string {
	switch callee {
	case "describe", "it", "context", "insulate", "expose", "spec", "test":
		return callee
	}
	return ""
}
