package budget

import (
	"context"
	"slices"
	"testing"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/rank"
)

// byName resolves an import to the file of that name.
type byName struct{}

func (byName) Resolve(_ string, imp *analysis.Import) analysis.Resolution {
	return analysis.Resolution{Status: analysis.Resolved, Files: []string{imp.Specifier}}
}
func (byName) Siblings(string) []string          { return nil }
func (byName) ModuleName(path string) string     { return path }
func newByName(*analysis.Tree) analysis.Resolver { return byName{} }

// A ranking of a linked graph becomes candidates with what targets use.
func TestFromRanked(t *testing.T) {
	toy := &analysis.Language{ID: "toy", Fence: "toy", Family: "toy", NewResolver: newByName}
	uses := func(names ...string) *analysis.Facts {
		f := &analysis.Facts{Language: "toy"}
		imp := analysis.Import{Specifier: "lib"}
		for _, n := range names {
			imp.Names = append(imp.Names, analysis.Binding{Name: n, Local: n})
			f.References = append(f.References, analysis.Reference{Name: n, Count: 2})
		}
		f.Imports = []analysis.Import{imp}
		return f
	}
	lib := &analysis.Facts{Language: "toy", Symbols: symbolsOf("def f():\n    pass\ndef g():\n    pass\ndef h():\n    pass\n")}
	gen := &analysis.Facts{Language: "toy", Generated: true, Symbols: lib.Symbols}
	g := analysis.Link(nil, analysis.NewTree([]analysis.File{
		{Path: "gen", Language: toy, Facts: analysis.Known(gen)}, {Path: "lib", Language: toy, Facts: analysis.Known(lib)},
		{Path: "other", Language: toy, Facts: analysis.Known(uses("g"))}, {Path: "target", Language: toy, Facts: analysis.Known(uses("f", "g"))},
	}))
	ix := rank.NewIndex(nil, g, nil)
	ranked, err := ix.Rank(context.Background(), rank.Query{Targets: []int32{3}}, rank.DefaultWeights())
	if err != nil {
		t.Fatal(err)
	}
	byPath := map[string]Candidate{}
	for _, r := range ranked {
		byPath[r.Path] = FromRanked(g, r, UsedBy(g, []int32{3}), ix.SymbolWeights())
	}
	c := byPath["lib"]
	if c.Tier != TierImport || c.Relationship != "direct_import" || c.Fence != "toy" || c.Symbols.Len() != 3 ||
		!slices.Equal(c.Uses, []string{"f", "g"}) || len(c.Reasons) == 0 || c.Score <= 0 {
		t.Errorf("lib becomes %+v", c)
	}
	if c := byPath["target"]; c.Tier != TierTarget || c.Score != 1 {
		t.Errorf("the target becomes %+v", c)
	}
	if c := byPath["other"]; c.Tier != TierRelated || c.Uses != nil {
		t.Errorf("other becomes %+v", c)
	}
}

func TestTier(t *testing.T) {
	for relationship, want := range map[string]int{"target": 2, "direct_import": 3, "manual": 6, "test": 4, "downstream": 4, "none": 4} {
		if got := Tier(relationship); got != want {
			t.Errorf("%s is tier %d", relationship, got)
		}
	}
}
