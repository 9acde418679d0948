package php

import (
	"path"
	"slices"
	"strings"

	"github.com/contextls/contextls/analysis"
)

// Follows implements analysis.Follower: with the same composer files an import leads where it led unless a file that came or went is called as
// what it names, or the files of its namespace are others and it is not found by its path.
func (r *resolver) Follows(prev analysis.Resolver) func(string, *analysis.Import) bool {
	before, ok := prev.(*resolver)
	if !ok || r.project != before.project {
		return nil
	}
	bases, classes := map[string]bool{}, map[string]bool{} // of files that came or went
	for _, p := range r.tree.Others(before.tree) {
		base := path.Base(p)
		bases[base] = true
		if class, is := strings.CutSuffix(base, ".php"); is {
			classes[class] = true
		}
	}
	spaces, files := r.differing(before)
	others, found, changed, turned := analysis.NewFewNames(bases), analysis.NewFewNames(classes), analysis.NewFewNames(spaces), analysis.NewFewNames(files)
	always := slices.Equal(r.always, before.always)
	return func(from string, imp *analysis.Import) bool {
		if imp == nil {
			return always && !turned.Has(from)
		}
		space, name := sought(imp)
		if name == "" {
			last := path.Base(imp.Specifier)
			return last != "." && last != ".." && !others.Has(last)
		}
		if found.MayEnd(name) { // PSR-0 has directories for what is before a _
			if short := name[strings.LastIndexAny(name, `\_`)+1:]; found.Has(name) || found.Has(short) {
				return false
			}
		}
		switch {
		case space == global && changed.Has(name), space != global && changed.HasJoined(space, `\`, name):
			return false
		case !changed.Has(space):
			return true
		}
		return space == global && r.builtins.has(name) || len(r.project.find(r.tree, from, fullName(space, name))) > 0
	}
}

// differing are the namespaces that have other files than in another state of the folder, or in which others came or went, and the files
// that see others of their namespaces.
func (r *resolver) differing(before *resolver) (spaces, files map[string]bool) {
	spaces, files = map[string]bool{}, map[string]bool{}
	was, is := r.tree.Changed(before.tree)
	for _, f := range slices.Concat(was, is) {
		if !isPHP(f) {
			continue
		}
		files[f.Path] = true
		for _, space := range spacesOf(f.Facts.Package) {
			if slices.Equal(r.spaces[space], before.spaces[space]) {
				continue
			}
			spaces[space] = true
			for _, p := range r.spaces[space] {
				files[p] = true
			}
			for end := strings.LastIndexByte(space, '\\'); end > 0; end = strings.LastIndexByte(space[:end], '\\') {
				if outer := space[:end]; (r.parents[outer] > 0) != (before.parents[outer] > 0) {
					spaces[outer] = true
				}
			}
		}
	}
	return spaces, files
}
