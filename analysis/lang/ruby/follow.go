package ruby

import (
	"path"
	"slices"
	"strings"

	"github.com/contextls/contextls/analysis"
)

// Follows implements analysis.Follower: with the same gems a constant leads where it led unless what its name may mean is defined or opened
// elsewhere, and a required file unless one that is called so came or went.
func (r *resolver) Follows(prev analysis.Resolver) func(string, *analysis.Import) bool {
	before, ok := prev.(*resolver)
	if !ok || r.manifests != before.manifests {
		return nil
	}
	files := map[string]bool{}
	for _, p := range r.tree.Others(before.tree) {
		base := path.Base(p)
		files[base], files[strings.TrimSuffix(base, ".rb")] = true, true
	}
	others, changed := analysis.NewFewNames(files), analysis.NewFewNames(r.redefined(before))
	return func(from string, imp *analysis.Import) bool {
		if imp == nil {
			return true // there are no siblings
		}
		if !isConstant(imp) {
			last := path.Base(imp.Specifier)
			return last != "." && last != ".." && !others.Has(last)
		}
		name := strings.TrimPrefix(imp.Specifier, "::")
		root, _, _ := strings.Cut(name, "::")
		part := outer(name)
		return !changed.Has(root) && !changed.Has(name) && !changed.Has(part) && !slices.ContainsFunc(r.files[from].opened, func(module string) bool {
			return changed.Has(inModule(module, name)) || part != "" && changed.Has(inModule(module, part))
		})
	}
}

// redefined are the full names that are defined or opened otherwise than in another state of the folder.
func (r *resolver) redefined(before *resolver) map[string]bool {
	names := map[string]bool{}
	for _, pair := range [][2]*resolver{{r, before}, {before, r}} {
		a, b := pair[0], pair[1]
		for name, files := range a.definers {
			if !slices.Equal(files, b.definers[name]) {
				names[name] = true
			}
		}
		for name, open := range a.opened {
			if was, known := b.opened[name]; !known || was != open {
				names[name] = true
			}
		}
		for name := range a.values {
			if !b.values[name] {
				names[name] = true
			}
		}
		for p, d := range a.files {
			if other, known := b.files[p]; known && !slices.Equal(d.heirs, other.heirs) {
				for _, name := range d.heirs {
					names[name] = true
				}
			}
		}
	}
	return names
}
