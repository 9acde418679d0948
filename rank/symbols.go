package rank

import (
	"slices"

	"github.com/contextls/contextls/analysis"
)

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
	if prev != nil && before != nil && g.SameFiles(prev) {
		return sameFilesWeights(g, prev, before)
	}
	weights := make([][]float64, g.Len())
	if prev == nil || before == nil {
		analysis.EachOf(g.Len(), func(n int) { weights[n] = fileWeights(g, int32(n)) })
		return weights
	}
	from, touched := touchedUses(g, prev)
	for n := range int32(g.Len()) {
		if touched[n] {
			weights[n] = fileWeights(g, n)
		} else {
			weights[n] = before[from[n]]
		}
	}
	return weights
}

// sameFilesWeights are useWeights of a graph with the same files as the one before.
func sameFilesWeights(g, prev *analysis.Graph, before [][]float64) [][]float64 {
	touched := g.Changed(prev)
	for _, n := range g.Restated(prev) {
		now, was := g.Uses(n), prev.Uses(n)
		if !slices.EqualFunc(now, was, func(a, b analysis.Use) bool {
			return a.File == b.File && a.Name == b.Name && a.Count == b.Count && a.Confidence == b.Confidence
		}) {
			for _, u := range slices.Concat(now, was) {
				touched = append(touched, u.File)
			}
		}
	}
	if len(touched) == 0 {
		return before
	}
	weights := slices.Clone(before)
	slices.Sort(touched)
	for _, n := range slices.Compact(touched) {
		weights[n] = fileWeights(g, n)
	}
	return weights
}

// fileWeights are the weights of one file's symbols.
func fileWeights(g *analysis.Graph, n int32) []float64 {
	facts := g.File(n).Facts.Get()
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

// touchedUses marks the files whose symbols, or uses by others, may differ between two graphs, and tells the numbers
// that the others had in the earlier one.
func touchedUses(g, prev *analysis.Graph) (from []int32, touched []bool) {
	from, to := g.Moved(prev)
	touched = make([]bool, g.Len())
	same := func(n, old int32) bool {
		return n >= 0 && old >= 0 && (g.SameUses(n, prev, old) || slices.EqualFunc(g.Uses(n), prev.Uses(old), func(now, was analysis.Use) bool {
			return now.File == to[was.File] && now.Name == was.Name && now.Count == was.Count && now.Confidence == was.Confidence
		}))
	}
	for n, old := range from {
		touched[n] = touched[n] || old < 0 || g.File(int32(n)).Facts != prev.File(old).Facts
		if !same(int32(n), old) {
			for _, u := range g.Uses(int32(n)) {
				touched[u.File] = true
			}
			if old >= 0 {
				touchAll(touched, prev.Uses(old), to)
			}
		}
	}
	for old, n := range to {
		if n < 0 {
			touchAll(touched, prev.Uses(int32(old)), to)
		}
	}
	return from, touched
}

// touchAll marks the files, by the numbers that they have now, of uses in an earlier graph.
func touchAll(touched []bool, uses []analysis.Use, to []int32) {
	for _, u := range uses {
		if n := to[u.File]; n >= 0 {
			touched[n] = true
		}
	}
}
