package ocaml

import (
	"cmp"
	"slices"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/analysis/syntax"
)

// finish drops what is local to values, documents the rest, and reads the module paths.
func finish(b *syntax.Builder, o *outline) {
	f := b.Facts()
	if len(f.Problems) > 0 {
		mend(b, o)
	}
	outer := syntax.Outermost(o.bindings)
	inside := func(s analysis.Span) bool { // a binding itself begins before, or with, its range
		i, found := slices.BinarySearchFunc(outer, s.Start, func(r analysis.Span, at uint32) int { return cmp.Compare(r.Start, at) })
		if found {
			return s.End < outer[i].End
		}
		return i > 0 && s.Start < outer[i-1].End
	}
	f.Symbols = slices.DeleteFunc(f.Symbols, func(s analysis.Symbol) bool {
		return s.Name == "" || inside(s.Range) // the parser makes names up while they are missing
	})
	slices.SortStableFunc(f.Symbols, func(x, y analysis.Symbol) int {
		return cmp.Or(cmp.Compare(x.Range.Start, y.Range.Start), cmp.Compare(y.Range.End, x.Range.End))
	})
	document(b, o)
	export(f)
	readPaths(b, o, inside)
}

// export offers what lies inside modules and types under the outermost one's name, so that linking finds
// Module.Inner.name and Module.Constructor.
func export(f *analysis.Facts) {
	var top analysis.Symbol
	seen := map[string]bool{}
	for _, s := range f.Symbols {
		switch {
		case s.Name == wrapper:
		case top.Name == "" || s.Range.Start >= top.Range.End:
			top = s
		case s.Kind != analysis.Field && s.Kind != analysis.Method && top.Range != s.Range && !seen[s.Name]:
			seen[s.Name] = true
			f.Exports = append(f.Exports, analysis.Export{Name: s.Name, Local: top.Name})
		}
	}
}
