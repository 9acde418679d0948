package lsp

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

// Impact answers context/impact: whom a change of a file, or of one of its definitions, may concern.
func (e *Engine) Impact(ctx context.Context, snap *workspace.Snapshot, p ChunkOrFile) (ImpactResult, error) {
	if err := p.check(); err != nil {
		return ImpactResult{}, err
	}
	v, err := e.view(ctx, snap)
	if err != nil {
		return ImpactResult{}, err
	}
	of, err := newChunkReader(v).subject(p)
	if err != nil {
		return ImpactResult{}, err
	}
	direct := v.dependents(of.node)
	if of.symbol >= 0 {
		s := &v.facts(of.node).Symbols[of.symbol]
		direct = slices.DeleteFunc(direct, func(n int32) bool { return !v.usesSymbol(n, of.node, s) })
	}
	transitive := v.dependentsOf(of.node, direct)
	tests := slices.DeleteFunc(slices.Concat([]int32{of.node}, direct, transitive), func(n int32) bool { return !v.isTest(n) })
	return ImpactResult{
		DirectImporters: v.uris(direct), TransitiveImporters: v.uris(transitive),
		Pagerank: v.Importance()[of.node], Tests: v.uris(tests),
	}, nil
}

// dependents are the files that import a file, or use it as one of their own package, by path.
func (v *view) dependents(n int32) []int32 {
	var out []int32
	for _, e := range v.Graph().In(n) {
		sure := func(u analysis.Use) bool { return u.Confidence >= samePackageUse }
		if e.Import || slices.ContainsFunc(v.Graph().UsesOf(e.To, n), sure) {
			out = append(out, e.To)
		}
	}
	slices.Sort(out)
	return out
}

// dependentsOf are the files that depend on some files through others, the nearest first, then by path.
func (v *view) dependentsOf(subject int32, direct []int32) []int32 {
	seen := map[int32]bool{subject: true}
	for _, n := range direct {
		seen[n] = true
	}
	var all []int32
	for frontier := direct; len(frontier) > 0; {
		var next []int32
		for _, n := range frontier {
			for _, d := range v.dependents(n) {
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

// usesSymbol says whether a file uses the name of another's definition. A member may be used wherever its
// type is.
func (v *view) usesSymbol(n, file int32, s *analysis.Symbol) bool {
	outer, _, _ := strings.Cut(s.Container, ".")
	return slices.ContainsFunc(v.Graph().UsesOf(n, file), func(u analysis.Use) bool {
		return u.Name == s.Name || outer != "" && u.Name == outer
	})
}

func (v *view) isTest(n int32) bool {
	file := v.Graph().File(n)
	return file.Language != nil && file.Language.IsTest != nil && file.Language.IsTest(file.Path)
}
