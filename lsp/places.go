package lsp

import "sort"

// places tell how important a file or a symbol is among all of its folder. A symbol's importance is its
// file's PageRank times its share of what other files use of that file; a symbol that no other file
// uses has none.
type places struct {
	files   []float64 // importances, ascending
	symbols []float64 // those above 0, ascending
	all     int       // the number of symbols
}

func newPlaces(ix *index) *places {
	p := &places{files: append([]float64(nil), ix.Importance()...)}
	for n := range int32(ix.Graph().Len()) {
		for _, i := range ix.symbolImportance(n) {
			p.all++
			if i > 0 {
				p.symbols = append(p.symbols, i)
			}
		}
	}
	sort.Float64s(p.files)
	sort.Float64s(p.symbols)
	return p
}

// symbolImportance are the importances of a file's symbols.
func (ix *index) symbolImportance(n int32) []float64 {
	weights := ix.SymbolWeights()[n]
	out := make([]float64, len(weights))
	sum := 0.0
	for _, w := range weights {
		sum += w
	}
	if sum > 0 {
		for i, w := range weights {
			out[i] = ix.Importance()[n] * w / sum
		}
	}
	return out
}

// place is the 1-based place of an importance among all, and the percentage of all that it is in the top
// of (1: among the first hundredth).
func place(ascending []float64, all int, importance float64) (place, top int) {
	place = 1 + len(ascending) - sort.Search(len(ascending), func(i int) bool { return ascending[i] > importance })
	return place, min(100, (100*place+all-1)/max(all, 1))
}

func (p *places) file(importance float64) (int, int) { return place(p.files, len(p.files), importance) }

func (p *places) symbol(importance float64) (int, int) { return place(p.symbols, p.all, importance) }
