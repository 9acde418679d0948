package packages

import (
	"slices"
	"strings"

	"github.com/contextls/contextls/analysis"
)

// wholly is an import with all names that the file may want of the module as its own.
func wholly(facts *analysis.Facts, imp *analysis.Import) *analysis.Import {
	if imp.Local == "" && !imp.Star {
		return imp
	}
	bound := BoundNames(facts)
	var names []string
	for i := range facts.References {
		r := &facts.References[i]
		first, _, _ := strings.Cut(r.Qualifier, ".")
		switch {
		case r.Qualifier != "" && r.Qualifier == imp.Local:
			names = append(names, r.Name)
		case imp.Star && r.Qualifier == "" && !bound[r.Name]:
			names = append(names, r.Name)
		case imp.Star && analysis.TypeExpr(first).Dotted() && !bound[first]:
			names = append(names, first)
		case strings.HasPrefix(r.Qualifier, imp.Local+".") && imp.Local != "":
			rest, _, _ := strings.Cut(strings.TrimPrefix(r.Qualifier, imp.Local+"."), ".")
			names = append(names, rest)
		}
	}
	all := *imp
	all.Names = slices.Clip(imp.Names)
	slices.Sort(names)
	for _, name := range slices.Compact(names) {
		all.Names = append(all.Names, analysis.Binding{Name: name, Local: name})
	}
	return &all
}

// BoundNames are the names that a file defines itself or imports by name: a star import brings in no other of these.
func BoundNames(facts *analysis.Facts) map[string]bool {
	bound := map[string]bool{}
	for i := range facts.Imports {
		for _, b := range facts.Imports[i].Names {
			bound[b.Local] = true
		}
		bound[facts.Imports[i].Local] = true
	}
	for i := range facts.Symbols {
		bound[facts.Symbols[i].Name] = bound[facts.Symbols[i].Name] || facts.Symbols[i].Container == ""
	}
	return bound
}

// WantedNames are the names that a file may want of an installed module, sorted.
func WantedNames(file *analysis.File, links []analysis.ImportLink) []string {
	var names []string
	for _, r := range file.Facts.Get().References {
		if r.Qualifier != "" {
			names = append(names, r.Name)
		}
	}
	for i := range links {
		if links[i].Package != nil {
			for _, b := range links[i].Import().Names {
				names = append(names, b.Name)
			}
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// namesOf are the names that an import takes, each with a space before it.
func namesOf(imp *analysis.Import) (names string) {
	for _, b := range imp.Names {
		names += " " + b.Name
	}
	return names
}
