package rank

import (
	"slices"
	"strings"

	"github.com/contextls/contextls/analysis"
)

// Impact is what a change of a file, or of one of its definitions, may concern; the files are nodes.
type Impact struct {
	Direct     []int32 // the files that use it, by path
	Transitive []int32 // those that depend on these, the nearest first, then by path
	Tests      []int32 // the tests among its own file, the direct and the transitive, in this order
}

// Impact follows the dependents of a file or of one of its definitions.
func (ix *Index) Impact(of Definition) Impact {
	direct := ix.Dependents(of.Node)
	if of.Symbol != WholeFile {
		offered := ix.offered(of)
		direct = slices.DeleteFunc(direct, func(n int32) bool { return !ix.usesSymbol(n, of, offered) })
	}
	transitive := ix.transitiveDependents(of.Node, direct)
	all := slices.Concat([]int32{of.Node}, direct, transitive)
	return Impact{direct, transitive, slices.DeleteFunc(all, func(n int32) bool { return !ix.IsTest(n) })}
}

// Dependents are the files that import a file, or use it as one of their own package, by path.
func (ix *Index) Dependents(n int32) []int32 {
	var dependents []int32
	for _, e := range ix.graph.In(n) {
		if ix.depends(e, n) {
			dependents = append(dependents, e.To)
		}
	}
	slices.Sort(dependents)
	return dependents
}

// depends reports whether the file that an edge into n comes from imports it, or uses it as one of its own package.
func (ix *Index) depends(e analysis.Edge, n int32) bool {
	return e.Import || slices.ContainsFunc(ix.graph.UsesOf(e.To, n), analysis.Use.Depending)
}

// transitiveDependents are the files that depend on a file through the direct ones, the nearest first, then by path.
func (ix *Index) transitiveDependents(of int32, direct []int32) []int32 {
	seen := make([]bool, ix.graph.Len())
	seen[of] = true
	for _, n := range direct {
		seen[n] = true
	}
	var all []int32
	for nearest := direct; len(nearest) > 0; {
		var next []int32
		for _, n := range nearest {
			for _, e := range ix.graph.In(n) {
				if !seen[e.To] && ix.depends(e, n) {
					seen[e.To] = true
					next = append(next, e.To)
				}
			}
		}
		slices.Sort(next)
		all = append(all, next...)
		nearest = next
	}
	return all
}

// usesSymbol reports whether a file uses another's definition. Where the receivers of members are not read, a
// member may be used wherever its type is and its name stands.
func (ix *Index) usesSymbol(by int32, of Definition, offered map[string]bool) bool {
	s := ix.symbol(of)
	outer, _, _ := strings.Cut(s.Container, ".")
	named := func(r analysis.Reference) bool { return r.Name == s.Name }
	return slices.ContainsFunc(ix.graph.UsesOf(by, of.Node), func(u analysis.Use) bool {
		return offered[u.Name] && (u.Places == nil || u.Container == s.Container) ||
			outer != "" && u.Name == outer && u.Places == nil && slices.ContainsFunc(ix.graph.File(by).Facts.Get().References, named)
	})
}
