package budget

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/contextls/contextls/analysis"
)

// The order of a map's files is what stable sorts by all that counts give.
func TestMapOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var given []mapped
		for i := range rapid.IntRange(0, 40).Draw(t, "files") {
			f := mapped{MapFile: &MapFile{Path: fmt.Sprintf("%c/%02d", 'a'+rune(i%3), (i*7)%40), Work: float64(rapid.IntRange(0, 1).Draw(t, "work"))},
				score: float64(rapid.IntRange(0, 3).Draw(t, "score")), shown: rapid.IntRange(0, 4).Draw(t, "shown") == 0}
			if rapid.Bool().Draw(t, "symbols") {
				f.Symbols = SymbolsOf(make([]analysis.Symbol, 1))
			}
			given = append(given, f)
		}
		slices.SortFunc(given, func(a, b mapped) int { return strings.Compare(a.Path, b.Path) })
		o := newMapOrder(given)
		var files []*mapped
		for i := range given {
			files = append(files, &given[i])
		}

		rank := func(a, b *mapped) int {
			return cmp.Or(compareBool(a.shown, b.shown), cmp.Compare(b.score, a.score), strings.Compare(a.Path, b.Path))
		}
		keys := map[*mapped]float64{}
		byKey := func(a, b *mapped) int {
			return cmp.Or(compareBool(a.shown, b.shown), compareBool(a.Symbols.Len() == 0, b.Symbols.Len() == 0), cmp.Compare(keys[b], keys[a]))
		}
		slices.SortFunc(files, rank)
		if got := slices.Collect(o.others(0)); !slices.Equal(got, files) {
			t.Fatal("the ranks are others")
		}
		for _, f := range files {
			keys[f] = math.Sqrt(f.score*demand(f.Weights)) * math.Pow(1+f.Work, mapWork)
		}
		slices.SortStableFunc(files, byKey)
		better := map[string]float64{}
		for _, f := range files {
			dir := analysis.Dir(f.Path)
			keys[f] *= math.Pow(mapNeighbour, better[dir])
			better[dir]++
		}
		slices.SortStableFunc(files, byKey)
		for i, want := range files {
			if got := o.at(i); got != want {
				t.Fatalf("%s has place %d, want %s", got.Path, i, want.Path)
			}
			if i == len(files)/2 {
				rest := slices.Clone(files[i+1:])
				slices.SortFunc(rest, rank)
				if got := slices.Collect(o.others(i + 1)); !slices.Equal(got, rest) {
					t.Fatal("the ranks of the others are others")
				}
			}
		}
	})
}
