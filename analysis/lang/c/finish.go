package c

import (
	"cmp"
	"slices"
	"strings"

	"github.com/contextls/contextls/analysis"
)

// finish completes the facts.
func (r *reader) finish() {
	f := r.facts
	module := strings.HasPrefix(f.Package, "export ")
	for i := range f.Imports[:r.included] { // a header passes its includes on, a module interface does not
		f.Imports[i].ReExport = (r.header || !r.defines) && f.Package == ""
	}
	if !r.header && r.defines && !module {
		for _, i := range r.local {
			f.Symbols[i].Exported = false
		}
	}
	f.References = r.references()
	f.Generated = analysis.Generated(r.src)
	slices.SortStableFunc(f.Symbols, func(x, y analysis.Symbol) int {
		return cmp.Or(cmp.Compare(x.Range.Start, y.Range.Start), cmp.Compare(y.Range.End, x.Range.End))
	})
	slices.SortStableFunc(f.Imports, func(x, y analysis.Import) int { return cmp.Compare(x.Line, y.Line) })
	seen := map[string]bool{}
	f.Symbols = slices.DeleteFunc(f.Symbols, func(s analysis.Symbol) bool { // a macro for each of several systems
		again := s.Kind == analysis.Macro && seen[s.Name]
		if s.Kind == analysis.Macro {
			seen[s.Name] = true
		}
		return again
	})
	r.offer()
}

// offer makes the names inside namespaces exports: that is how other files name them, after a using or
// from inside the same namespace, when the namespace is left off (see references).
func (r *reader) offer() {
	if len(r.spaces) == 0 {
		return
	}
	f := r.facts
	seen := map[string]bool{}
	for _, s := range f.Symbols {
		if s.Container == "" {
			seen[s.Name] = true
		}
	}
	for _, s := range f.Symbols {
		if s.Exported && s.Kind != analysis.Module && r.spaces[s.Container] && !seen[s.Name] {
			seen[s.Name] = true
			outermost, _, _ := strings.Cut(s.Container, ".")
			f.Exports = append(f.Exports, analysis.Export{Name: s.Name, Local: outermost})
		}
	}
}
