package jvm

import (
	"path"
	"slices"
	"strings"

	"github.com/contextls/contextls/analysis"
)

// Follows implements analysis.Follower: with the same build files an import leads where it led unless the files of a package are others that
// its name, or the name of what it takes, lies in or is.
func (r *resolver) Follows(prev analysis.Resolver) func(string, *analysis.Import) bool {
	before, ok := prev.(*resolver)
	if !ok || r.builds != before.builds {
		return nil
	}
	others := map[string]bool{} // the packages whose files are others, and what is around packages now or no more
	for pkg := range analysis.Differing(r.packages, before.packages, slices.Equal) {
		others[pkg] = true
	}
	for prefix := range analysis.Differing(r.prefixes, before.prefixes, func(x, y bool) bool { return x == y }) {
		others[prefix] = true
	}
	for p, now := range r.locations { // a file that stands elsewhere now is seen by others
		if old, known := before.locations[p]; known && (old.test != now.test || old.module.dir != now.module.dir) {
			for _, pkg := range now.packages {
				others[pkg] = true
			}
		}
	}
	are := analysis.NewFewNames(others)
	return func(from string, imp *analysis.Import) bool {
		p, known := r.locations[from]
		if !known {
			return false
		}
		if imp == nil {
			return !slices.ContainsFunc(p.all(), are.Has)
		}
		name := strings.TrimPrefix(imp.Specifier, "_root_.")
		first, _, _ := strings.Cut(name, ".")
		if leadsTo(&are, name, imp) {
			return false
		}
		relative := relativeImports(path.Base(from)) || isUpper(first)
		return !relative || !slices.ContainsFunc(p.all(), func(around string) bool { return leadsTo(&are, around+"."+name, imp) })
	}
}

// leadsTo reports whether a name, what it lies in, or what an import takes of it, is among some packages.
func leadsTo(some *analysis.FewNames, name string, imp *analysis.Import) bool {
	for pkg := name; pkg != ""; pkg = parent(pkg) {
		if some.Has(pkg) {
			return true
		}
	}
	return slices.ContainsFunc(imp.Names, func(n analysis.Binding) bool { return some.Has(name + "." + n.Name) })
}
