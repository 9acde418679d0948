package ruby

import (
	"iter"
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
			return module != "" && (changed.HasJoined(module, "::", name) || part != "" && changed.HasJoined(module, "::", part))
		})
	}
}

// redefined are the full names that are defined or opened otherwise than in another state of the folder.
func (r *resolver) redefined(before *resolver) map[string]bool {
	names := map[string]bool{}
	same := func(x, y bool) bool { return x == y }
	for _, differing := range []iter.Seq[string]{analysis.Differing(r.definers, before.definers, slices.Equal),
		analysis.Differing(r.opened, before.opened, same), analysis.Differing(r.values, before.values, same)} {
		for name := range differing {
			names[name] = true
		}
	}
	for p, now := range r.files {
		if was, known := before.files[p]; known && !slices.Equal(was.heirs, now.heirs) {
			for _, name := range slices.Concat(was.heirs, now.heirs) {
				names[name] = true
			}
		}
	}
	return names
}
