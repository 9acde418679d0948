package budget

import (
	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/rank"
)

// FromRanked makes a Candidate of a ranked file, for everything but its text (Size and Load), and the
// Ranges of a target. The targets are those of the ranking, weights its index' SymbolWeights.
func FromRanked(g *analysis.Graph, r rank.Ranked, targets []int32, weights [][]float64) Candidate {
	file := g.File(r.Node)
	c := Candidate{
		Path: r.Path, Tier: Tier(r.Relationship.String()), Score: r.Score, Importance: r.Importance,
		Relationship: r.Relationship.String(), Reasons: r.Reasons, Weights: weights[r.Node], Ranked: &r,
	}
	if file.Language != nil {
		c.Fence = file.Language.Fence
	}
	if file.Facts != nil {
		c.Symbols, c.Generated, c.Lines = file.Facts.Symbols, file.Facts.Generated, int(file.Facts.Lines)
	}
	for _, t := range targets {
		for _, u := range g.UsesOf(t, r.Node) {
			c.Uses = append(c.Uses, u.Name)
		}
	}
	return c
}
