package python

import (
	"path"
	"slices"
	"strings"

	"github.com/contextls/contextls/analysis"
)

// Follows implements analysis.Follower: where no package came or went, nor any directory, an import leads where it led
// unless it names a module that did.
func (r *resolver) Follows(prev analysis.Resolver) func(string, *analysis.Import) bool {
	before, ok := prev.(*resolver)
	if !ok || r.manifests != before.manifests {
		return nil
	}
	changed := map[string]bool{} // the modules' own names
	for p := range differing(before.files, r.files) {
		name, _ := moduleName(path.Base(p))
		if dir := analysis.Dir(p); name == initName || before.top.at(dir) == nil || r.top.at(dir) == nil {
			return nil
		}
		changed[name] = true
	}
	if !slices.EqualFunc(before.roots, r.roots, func(x, y *module) bool {
		return x.path() == y.path() && before.declared[x] == r.declared[y] && before.projects[x] == r.projects[y]
	}) {
		return nil
	}
	are := analysis.NewFewNames(changed)
	return func(_ string, imp *analysis.Import) bool {
		if imp == nil || strings.HasSuffix(imp.Specifier, ".pxi") || slices.ContainsFunc(imp.Names, func(b analysis.Binding) bool { return are.Has(b.Name) }) {
			return false
		}
		rest := imp.Specifier
		for at := strings.IndexByte(rest, '.'); at >= 0; at = strings.IndexByte(rest, '.') {
			if are.Has(rest[:at]) {
				return false
			}
			rest = rest[at+1:]
		}
		return !are.Has(rest)
	}
}

// differing yields what only one of two sorted lists has.
func differing(a, b []string) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		for len(a) > 0 || len(b) > 0 {
			switch {
			case len(a) > 0 && len(b) > 0 && a[0] == b[0]:
				a, b = a[1:], b[1:]
				continue
			case len(b) == 0 || len(a) > 0 && a[0] < b[0]:
				if !yield(a[0]) {
					return
				}
				a = a[1:]
			default:
				if !yield(b[0]) {
					return
				}
				b = b[1:]
			}
		}
	}
}
