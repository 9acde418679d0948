package engine

import (
	"cmp"
	"context"
	"slices"
	"sort"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/workspace"
)

// Standing is how important a file is among all of its folder.
type Standing struct {
	Path        string
	Text        string
	Rank        Rank
	Importers   int                // files that import it
	Imports     int                // files that it imports
	Definitions []DefinitionInFile // its most important ones, by position
}

// Rank is a place among others.
type Rank struct {
	Place, Of int // from 1
	Top       int // the percentage of all that it is in the top of; 1: among the first hundredth
}

// DefinitionInFile is a definition with its place among all of the folder.
type DefinitionInFile struct {
	Name string
	Span analysis.Span
	Rank Rank
}

// Standing tells how important a file and its definitions are: those that are in the top so many percent
// of all, at most so many of them. It is nil for a file that is not in the graph, or cannot be read.
func (e *Engine) Standing(ctx context.Context, snap *workspace.Snapshot, path string, topPercent, most int) (*Standing, error) {
	x, err := e.indexed(ctx, snap)
	if err != nil {
		return nil, err
	}
	n, known := x.Graph().Node(path)
	if !known {
		return nil, nil
	}
	text, err := snap.Text(path)
	if err != nil {
		return nil, nil // it is gone from disk
	}
	order := x.order()
	s := &Standing{Path: path, Text: text, Rank: order.file(x.Importance()[n]), Definitions: x.bestDefinitions(n, topPercent, most)}
	for _, e := range x.Graph().In(n) {
		if e.Import {
			s.Importers++
		}
	}
	for _, e := range x.Graph().Out(n) {
		if e.Import {
			s.Imports++
		}
	}
	return s, nil
}

// bestDefinitions are a file's most important definitions, by position.
func (x *indexed) bestDefinitions(n int32, topPercent, most int) []DefinitionInFile {
	importance, symbols, order := x.symbolImportance(n), x.facts(n).Symbols, x.order()
	var best []int
	for i := range symbols {
		if importance[i] > 0 && order.symbol(importance[i]).Top <= topPercent {
			best = append(best, i)
		}
	}
	slices.SortStableFunc(best, func(a, b int) int { return cmp.Compare(importance[b], importance[a]) })
	best = best[:min(len(best), most)]
	slices.Sort(best) // symbols are sorted by position
	var out []DefinitionInFile
	for _, i := range best {
		out = append(out, DefinitionInFile{symbols[i].Name, symbols[i].Range, order.symbol(importance[i])})
	}
	return out
}

// order holds the importances of all files and symbols of a folder. A symbol's importance is its file's
// PageRank times its share of what other files use of that file; a symbol that no other file uses has
// none.
type order struct {
	files   []float64 // ascending
	symbols []float64 // those above 0, ascending
	all     int       // the number of symbols
}

func newOrder(ix *index) *order {
	o := &order{files: append([]float64(nil), ix.Importance()...)}
	for n := range int32(ix.Graph().Len()) {
		for _, i := range ix.symbolImportance(n) {
			o.all++
			if i > 0 {
				o.symbols = append(o.symbols, i)
			}
		}
	}
	sort.Float64s(o.files)
	sort.Float64s(o.symbols)
	return o
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

func rankAmong(ascending []float64, all int, importance float64) Rank {
	place := 1 + len(ascending) - sort.Search(len(ascending), func(i int) bool { return ascending[i] > importance })
	return Rank{place, all, min(100, (100*place+all-1)/max(all, 1))}
}

func (o *order) file(importance float64) Rank { return rankAmong(o.files, len(o.files), importance) }

func (o *order) symbol(importance float64) Rank { return rankAmong(o.symbols, o.all, importance) }
