package csharp

import (
	"slices"
	"strings"

	"github.com/contextls/contextls/analysis"
)

// Follows implements analysis.Follower: with the same projects a using leads where it led unless the files of a namespace are others that it
// may name, that is around what it may name, or that is in it.
func (r *resolver) Follows(prev analysis.Resolver) func(string, *analysis.Import) bool {
	before, ok := prev.(*resolver)
	if !ok || r.projects != before.projects {
		return nil
	}
	changed, around := map[string]bool{}, map[string]bool{}
	for namespace := range analysis.Differing(r.namespaces, before.namespaces, slices.Equal) {
		changed[namespace] = true
		for outer := range enclosing(namespace) {
			around[outer] = true
		}
	}
	others, hold := analysis.NewFewNames(changed), analysis.NewFewNames(around)
	return func(from string, imp *analysis.Import) bool {
		was, is := before.viewOf(from), r.viewOf(from)
		if was == nil || is == nil {
			return false
		}
		if imp == nil || undotted(imp) {
			same := slices.Equal(before.Siblings(from), r.Siblings(from))
			if imp == nil || !same {
				return same
			}
		}
		full, static := strings.CutPrefix(imp.Specifier, staticMark)
		if root, _, _ := strings.Cut(full, "."); r.owns(root) != before.owns(root) {
			return false
		}
		declared, _ := namespaces(r.words[from])
		for _, spec := range candidates(full, declared) {
			if static {
				spec = spec[:strings.LastIndexByte(spec, '.')]
			}
			found := len(is.namespace(spec)) > 0
			if others.Has(spec) || !found && hold.Has(spec) || slices.ContainsFunc(imp.Names, func(n analysis.Binding) bool { return others.Has(spec + "." + n.Name) }) {
				return false
			}
			if found {
				break
			}
			for outer := range enclosing(spec) {
				if others.Has(outer) {
					return false
				}
			}
		}
		return true
	}
}

// owns reports whether the folder has a namespace, or what is in it.
func (r *resolver) owns(namespace string) bool {
	return r.parents[namespace] || len(r.namespaces[namespace]) > 0
}
