package budget

import (
	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/rank"
)

// FromRanked makes a Candidate of a ranked file, for everything but its text (Size and Load), and the
// Ranges of a target. used is what UsedBy gives for the targets of the ranking, weights its index' SymbolWeights.
func FromRanked(g *analysis.Graph, r rank.Ranked, used map[int32][]string, weights [][]float64) Candidate {
	file := g.File(r.Node)
	c := Candidate{
		Path: r.Path, Tier: Tier(r.Relationship.String()), Score: r.Score, Importance: r.Importance,
		Relationship: r.Relationship.String(), Reasons: r.Reasons, Uses: used[r.Node], Weights: weights[r.Node], Ranked: &r,
	}
	if file.Language != nil {
		c.Fence = file.Language.Fence
	}
	if file.Facts != nil {
		c.Symbols, c.Generated, c.Lines = LazySymbols(file.Facts), file.Facts.Generated, int(file.Facts.Lines)
	}
	return c
}

// UsedBy are the names that targets use, by the files that define them.
func UsedBy(g *analysis.Graph, targets []int32) map[int32][]string {
	used := map[int32][]string{}
	for _, t := range targets {
		for _, u := range g.Uses(t) {
			used[u.File] = append(used[u.File], u.Name)
		}
	}
	return used
}
