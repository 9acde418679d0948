package rank

import (
	"cmp"
	"slices"
	"sort"

	"github.com/contextls/contextls/analysis"
)

// Standing is where a file stands by importance among all files of its folder, or a symbol among all symbols.
type Standing struct {
	Rank int // from 1; equal importances share a rank
	Of   int // how many there are
	Top  int // the percentage of all that it is in the top of, 1–100
}

// FileStanding is a file's.
func (ix *Index) FileStanding(n int32) Standing {
	ascending := ix.standings().files
	return standing(ascending, len(ascending), ix.Importance()[n])
}

// SymbolStandings are those of a file's symbols. Symbols without importance share the last rank.
func (ix *Index) SymbolStandings(n int32) []Standing {
	all := ix.standings()
	importance := ix.SymbolImportance(n)
	out := make([]Standing, len(importance))
	for i := range out {
		out[i] = standing(all.symbols, all.symbolCount, importance[i])
	}
	return out
}

// ByImportance are the folder's files, the most important first, equal ones by path.
func (ix *Index) ByImportance() []int32 {
	importance := ix.Importance()
	nodes := make([]int32, len(importance))
	for n := range nodes {
		nodes[n] = int32(n)
	}
	slices.SortFunc(nodes, func(a, b int32) int { return cmp.Or(cmp.Compare(importance[b], importance[a]), cmp.Compare(a, b)) })
	return nodes
}

// TopDefinitions are at most so many of the folder's definitions, the most important first, equal ones by path and
// position. What no other file uses, what a program wrote, and fields, which their types stand for, are left out.
func (ix *Index) TopDefinitions(count int) []Definition {
	var top []weighed
	cut := func() {
		slices.SortFunc(top, func(a, b weighed) int {
			return cmp.Or(cmp.Compare(b.importance, a.importance), compareDefinitions(a.Definition, b.Definition))
		})
		top = top[:min(count, len(top))]
	}
	least := 0.0 // what must be surpassed: of equals the earlier ones come first
	for n := range int32(ix.graph.Len()) {
		if facts := ix.graph.File(n).Facts; facts == nil || facts.Generated {
			continue
		}
		for i, importance := range ix.SymbolImportance(n) {
			if importance <= least || ix.symbols(n)[i].Kind == analysis.Field {
				continue
			}
			if top = append(top, weighed{Definition{n, i}, importance}); len(top) >= 2*count+sortedAtOnce {
				cut() // a large folder has millions
				if count > 0 {
					least = top[count-1].importance
				}
			}
		}
	}
	cut()
	found := make([]Definition, len(top))
	for i, d := range top {
		found[i] = d.Definition
	}
	return found
}

// weighed is a definition with its importance.
type weighed struct {
	Definition
	importance float64
}

// sortedAtOnce is how many more definitions than are wanted twice over are sorted to find the best.
const sortedAtOnce = 1000

// standings are the importances of a folder.
type standings struct {
	files       []float64 // ascending
	symbols     []float64 // ascending, without those that are 0
	symbolCount int       // with these
}

func newStandings(ix *Index) *standings {
	s := &standings{files: slices.Sorted(slices.Values(ix.Importance()))}
	for n := range int32(ix.graph.Len()) {
		for _, importance := range ix.SymbolImportance(n) {
			s.symbolCount++
			if importance > 0 {
				s.symbols = append(s.symbols, importance)
			}
		}
	}
	slices.Sort(s.symbols)
	return s
}

// standing is that of an importance among all, of which the greatest are given.
func standing(ascending []float64, all int, importance float64) Standing {
	rank := 1 + len(ascending) - sort.Search(len(ascending), func(i int) bool { return ascending[i] > importance })
	return Standing{rank, all, min(100, (100*rank+all-1)/max(all, 1))}
}
