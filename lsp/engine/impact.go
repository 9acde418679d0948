package engine

import (
	"context"
	"slices"
	"strings"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/workspace"
)

// samePackageUse is the confidence from which a file that does not import another still depends on it:
// files of one Go package need no import. Members of unknown receivers stay below.
const samePackageUse = 0.4

// Impact is whom a change may concern.
type Impact struct {
	Direct     []string // files that import the file, or use it from the same package; by path
	Transitive []string // files that depend on those, the nearest first
	Tests      []string // among all of these, the file itself included
	PageRank   float64  // of the file
}

// Impact finds whom a change of a file, or of one of its definitions, may concern.
func (e *Engine) Impact(ctx context.Context, snap *workspace.Snapshot, s Subject) (*Impact, error) {
	if err := s.check(); err != nil {
		return nil, err
	}
	x, err := e.indexed(ctx, snap)
	if err != nil {
		return nil, err
	}
	of, err := newChunkReader(x).subject(s)
	if err != nil {
		return nil, err
	}
	direct := x.dependents(of.node)
	if of.symbol >= 0 {
		symbol := &x.facts(of.node).Symbols[of.symbol]
		direct = slices.DeleteFunc(direct, func(n int32) bool { return !x.usesSymbol(n, of.node, symbol) })
	}
	transitive := x.dependentsOf(of.node, direct)
	tests := slices.DeleteFunc(slices.Concat([]int32{of.node}, direct, transitive), func(n int32) bool { return !x.isTest(n) })
	return &Impact{x.paths(direct), x.paths(transitive), x.paths(tests), x.Importance()[of.node]}, nil
}

// dependents are the files that import a file, or use it as one of their own package, by path.
func (x *indexed) dependents(n int32) []int32 {
	var out []int32
	for _, e := range x.Graph().In(n) {
		sure := func(u analysis.Use) bool { return u.Confidence >= samePackageUse }
		if e.Import || slices.ContainsFunc(x.Graph().UsesOf(e.To, n), sure) {
			out = append(out, e.To)
		}
	}
	slices.Sort(out)
	return out
}

// dependentsOf are the files that depend on some files through others, the nearest first, then by path.
func (x *indexed) dependentsOf(subject int32, direct []int32) []int32 {
	seen := map[int32]bool{subject: true}
	for _, n := range direct {
		seen[n] = true
	}
	var all []int32
	for frontier := direct; len(frontier) > 0; {
		var next []int32
		for _, n := range frontier {
			for _, d := range x.dependents(n) {
				if !seen[d] {
					seen[d] = true
					next = append(next, d)
				}
			}
		}
		slices.Sort(next)
		all = append(all, next...)
		frontier = next
	}
	return all
}

// usesSymbol reports whether a file uses the name of another's definition. A member may be used wherever its
// type is.
func (x *indexed) usesSymbol(n, file int32, s *analysis.Symbol) bool {
	outer, _, _ := strings.Cut(s.Container, ".")
	return slices.ContainsFunc(x.Graph().UsesOf(n, file), func(u analysis.Use) bool {
		return u.Name == s.Name || outer != "" && u.Name == outer
	})
}

func (x *indexed) isTest(n int32) bool {
	file := x.Graph().File(n)
	return file.Language != nil && file.Language.IsTest != nil && file.Language.IsTest(file.Path)
}
