package budget

import (
	"cmp"
	"slices"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/rank"
)

// SymbolWeights says for every symbol of every file of a graph how much other files use it: the number
// of references to its name, each times how sure it is. They are for Candidate.Weights and
// MapFile.Weights; they depend on the graph alone.
func SymbolWeights(g *analysis.Graph) [][]float64 {
	byName := make([]map[string]float64, g.Len())
	for n := range int32(g.Len()) {
		for _, u := range g.Uses(n) {
			if byName[u.File] == nil {
				byName[u.File] = map[string]float64{}
			}
			byName[u.File][u.Name] += float64(u.Count) * u.Confidence
		}
	}
	weights := make([][]float64, g.Len())
	for n, names := range byName {
		facts := g.File(int32(n)).Facts
		if facts == nil || names == nil {
			continue
		}
		weights[n] = make([]float64, len(facts.Symbols))
		for i := range facts.Symbols {
			weights[n][i] = names[facts.Symbols[i].Name]
		}
	}
	return weights
}

// FromRanked makes a Candidate of a ranked file, for everything but its text (Size and Load), and the
// Ranges of a target. The targets are those of the ranking, weights those of the graph.
func FromRanked(g *analysis.Graph, r rank.Ranked, targets []int32, weights [][]float64) Candidate {
	file := g.File(r.Node)
	c := Candidate{
		Path: r.Path, Tier: Tier(r.Relationship.String()), Score: r.Score, Importance: r.Importance,
		Relationship: r.Relationship.String(), Reasons: r.Reasons, Weights: weights[r.Node],
	}
	if file.Language != nil {
		c.Fence = file.Language.Fence
	}
	if file.Facts != nil {
		c.Symbols, c.Generated = file.Facts.Symbols, file.Facts.Generated
	}
	for _, t := range targets {
		uses := g.Uses(t)
		first, _ := slices.BinarySearchFunc(uses, r.Node, func(u analysis.Use, n int32) int { return cmp.Compare(u.File, n) })
		for _, u := range uses[first:] {
			if u.File != r.Node {
				break
			}
			c.Uses = append(c.Uses, u.Name)
		}
	}
	return c
}

// MapFiles are the ranked files for RepoMap; a ranking without targets and task has all of a folder.
// Generated files are shown as paths only.
func MapFiles(g *analysis.Graph, ranked []rank.Ranked, weights [][]float64) []MapFile {
	files := make([]MapFile, len(ranked))
	for i, r := range ranked {
		files[i] = MapFile{Path: r.Path, Score: r.Score, Importance: r.Importance}
		if facts := g.File(r.Node).Facts; facts != nil && !facts.Generated {
			files[i].Symbols, files[i].Weights = facts.Symbols, weights[r.Node]
		}
	}
	return files
}
