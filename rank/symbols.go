package rank

import "github.com/contextls/contextls/analysis"

// SymbolImportance are the importances of a file's symbols: the file's own, shared out by how much other files use
// each of them; 0 for what no other file uses.
func (ix *Index) SymbolImportance(n int32) []float64 {
	weights := ix.SymbolWeights()[n]
	importance := make([]float64, len(weights))
	sum := 0.0
	for _, w := range weights {
		sum += w
	}
	if sum > 0 {
		for i, w := range weights {
			importance[i] = ix.Importance()[n] * w / sum
		}
	}
	return importance
}

// useWeights are, for every symbol of every file of a graph, how much other files use it: the number
// of references to its name, each times how sure it is. Those of the files that a change has not
// touched are taken over from before, the weights of the graph prev, which may be nil.
func useWeights(g, prev *analysis.Graph, before [][]float64) [][]float64 {
	weights := make([][]float64, g.Len())
	touched := touchedUses(g, prev)
	for n := range int32(g.Len()) {
		if before != nil && touched != nil && !touched[n] {
			weights[n] = before[n]
		} else {
			weights[n] = fileWeights(g, n)
		}
	}
	return weights
}

// fileWeights are the weights of one file's symbols.
func fileWeights(g *analysis.Graph, n int32) []float64 {
	facts := g.File(n).Facts
	if facts == nil {
		return nil
	}
	names := map[string]float64{}
	for _, in := range g.In(n) {
		for _, u := range g.UsesOf(in.To, n) {
			names[u.Name] += float64(u.Count) * u.Confidence
		}
	}
	weights := make([]float64, len(facts.Symbols))
	for i := range facts.Symbols {
		weights[i] = names[facts.Symbols[i].Name]
	}
	return weights
}

// touchedUses marks the files whose symbols, or uses by others, may differ between two graphs; nil when
// their files are not the same.
func touchedUses(g, prev *analysis.Graph) []bool {
	if prev == nil || prev.Len() != g.Len() {
		return nil
	}
	touched := make([]bool, g.Len())
	for n := range int32(g.Len()) {
		if g.Path(n) != prev.Path(n) {
			return nil
		}
		if g.File(n).Facts != prev.File(n).Facts {
			touched[n] = true
		}
		old, new := prev.Uses(n), g.Uses(n)
		if len(old) == len(new) && (len(new) == 0 || &old[0] == &new[0]) {
			continue
		}
		for _, u := range old {
			touched[u.File] = true
		}
		for _, u := range new {
			touched[u.File] = true
		}
	}
	return touched
}
