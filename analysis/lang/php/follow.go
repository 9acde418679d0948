package php

import (
	"path"
	"slices"
	"strings"

	"github.com/contextls/contextls/analysis"
)

// Follows implements analysis.Follower: with the same composer files an import leads where it led unless a file that came or went is called as
// what it names, or the files of its namespace are others.
func (r *resolver) Follows(prev analysis.Resolver) func(string, *analysis.Import) bool {
	before, ok := prev.(*resolver)
	if !ok || r.project != before.project {
		return nil
	}
	files, spaces := map[string]bool{}, map[string]bool{}
	for _, p := range r.tree.Others(before.tree) {
		files[path.Base(p)] = true
	}
	for space := range analysis.Differing(r.spaces, before.spaces, slices.Equal) {
		spaces[space] = true
	}
	for space := range analysis.Differing(r.parents, before.parents, func(x, y bool) bool { return x == y }) {
		spaces[space] = true
	}
	others, changed := analysis.NewFewNames(files), analysis.NewFewNames(spaces)
	return func(from string, imp *analysis.Import) bool {
		if imp == nil {
			return slices.Equal(before.Siblings(from), r.Siblings(from))
		}
		space, name := sought(imp)
		if name == "" {
			last := path.Base(imp.Specifier)
			return last != "." && last != ".." && !others.Has(last)
		}
		short := name[strings.LastIndexAny(name, `\_`)+1:] // PSR-0 has directories for what is before a _
		return !others.Has(name+".php") && !others.Has(short+".php") && !changed.Has(space) && !changed.Has(fullName(space, name))
	}
}
