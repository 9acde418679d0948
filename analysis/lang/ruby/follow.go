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
			return module != "" && (changed.HasJoined(module, "::", name) || part != "" && changed.HasJoined(module, "::", part))
		})
	}
}

// redefined are the full names that are defined or opened otherwise than in another state of the folder.
func (r *resolver) redefined(before *resolver) map[string]bool {
	names := map[string]bool{}
	note := func(name string) {
		_, was := before.opened[name]
		_, is := r.opened[name]
		if was != is || before.isOpen(name) != r.isOpen(name) || (before.values[name] > 0) != (r.values[name] > 0) || !slices.Equal(before.definers[name], r.definers[name]) {
			names[name] = true
		}
	}
	was, is := r.tree.Changed(before.tree)
	for _, f := range slices.Concat(was, is) {
		d := definitionsOf(f)
		for name := range d.defined {
			note(name)
		}
		for _, name := range d.opened {
			note(name)
		}
		if old, now := before.files[f.Path].heirs, r.files[f.Path].heirs; !slices.Equal(old, now) {
			for _, name := range slices.Concat(old, now) {
				names[name] = true
			}
		}
	}
	return names
}
