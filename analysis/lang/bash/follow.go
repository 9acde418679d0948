package bash

import (
	"path"
	"strings"

	"github.com/contextls/contextls/analysis"
)

// Follows implements analysis.Follower: a path that ends in a literal name leads where it led unless a file of that name came or went.
func (r *resolver) Follows(prev analysis.Resolver) func(string, *analysis.Import) bool {
	before, ok := prev.(*resolver)
	if !ok {
		return nil
	}
	others := map[string]bool{}
	for _, p := range r.tree.Others(before.tree) {
		base := path.Base(p)
		others[base], others[strings.TrimSuffix(base, ".bash")] = true, true // what bats loads may lack it
	}
	are := analysis.NewFewNames(others)
	return func(_ string, imp *analysis.Import) bool {
		if imp == nil {
			return true // there are no siblings
		}
		last := path.Base(sought(imp))
		return last != ".." && last != "." && last != "/" && !strings.ContainsAny(last, "$`()}") && !are.Has(last)
	}
}

// sought is the path that an import names.
func sought(imp *analysis.Import) string {
	return strings.TrimPrefix(strings.TrimPrefix(imp.Specifier, "load "), "bats_load_library ")
}
