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
	files, spaces, packages := map[string]bool{}, map[string]bool{}, map[string]bool{}
	for _, p := range r.tree.Others(before.tree) {
		files[path.Base(p)] = true
	}
	for space := range analysis.Differing(r.spaces, before.spaces, slices.Equal) {
		spaces[space] = true
	}
	for space := range analysis.Differing(r.parents, before.parents, func(x, y bool) bool { return x == y }) {
		spaces[space] = true
	}
	for text := range analysis.Differing(r.siblings, before.siblings, slices.Equal) {
		packages[text] = true
	}
	others, changed, turned := analysis.NewFewNames(files), analysis.NewFewNames(spaces), analysis.NewFewNames(packages)
	return func(from string, imp *analysis.Import) bool {
		if imp == nil {
			text := r.packages[from]
			return text == before.packages[from] && !turned.Has(text)
		}
		space, name := sought(imp)
		if name == "" {
			last := path.Base(imp.Specifier)
			return last != "." && last != ".." && !others.Has(last)
		}
		short := name[max(strings.LastIndexByte(name, '\\'), strings.LastIndexByte(name, '_'))+1:] // PSR-0 has directories for what is before a _
		if others.HasJoined(name, "", ".php") || others.HasJoined(short, "", ".php") || changed.Has(space) {
			return false
		}
		if space == global {
			return !changed.Has(name)
		}
		return !changed.HasJoined(space, `\`, name)
	}
}
