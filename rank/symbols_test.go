package rank

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/contextls/contextls/analysis"
)

// naiveWeights adds up all uses of all files.
func naiveWeights(g *analysis.Graph) [][]float64 {
	weights := make([][]float64, g.Len())
	for n := range weights {
		if facts := g.File(int32(n)).Facts; facts != nil {
			weights[n] = make([]float64, len(facts.Get().Symbols))
		}
	}
	for n := range int32(g.Len()) {
		for _, u := range g.Uses(n) {
			facts := g.File(u.File).Facts
			for i := range facts.Get().Symbols {
				if facts.Get().Symbols[i].Name == u.Name {
					weights[u.File][i] += float64(u.Count) * u.Confidence
				}
			}
		}
	}
	return weights
}

// Weights made on top of earlier ones are those made from nothing.
func TestSymbolWeights(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const files = 5
		source := rapid.Custom(func(t *rapid.T) string {
			var b strings.Builder
			for range rapid.IntRange(0, 3).Draw(t, "imports") {
				n := rapid.IntRange(0, 3).Draw(t, "name")
				fmt.Fprintf(&b, "import f%d n%d\nn%d\n", rapid.IntRange(0, files-1).Draw(t, "file"), n, n)
			}
			for range rapid.IntRange(0, 3).Draw(t, "definitions") {
				fmt.Fprintf(&b, "def n%d\n", rapid.IntRange(0, 3).Draw(t, "name"))
			}
			return b.String()
		})
		var ix *Index
		lang := plain()
		state := make([]analysis.File, files)
		for step := range 5 {
			for i := range state {
				if step == 0 || rapid.IntRange(0, 3).Draw(t, "edit") == 0 {
					state[i] = analysis.File{Path: fmt.Sprintf("f%d", i), Language: lang, Facts: analysis.Known(plainFacts(source.Draw(t, "source")))}
				}
			}
			var prev *analysis.Graph
			if ix != nil {
				prev = ix.Graph()
			}
			var there []analysis.File
			for _, file := range state {
				if rapid.IntRange(0, 5).Draw(t, "gone") > 0 {
					there = append(there, file)
				}
			}
			ix = NewIndex(ix, analysis.Link(prev, analysis.NewTree(there)), nil)
			if rapid.Bool().Draw(t, "ask") {
				if diff := cmp.Diff(naiveWeights(ix.Graph()), ix.SymbolWeights()); diff != "" {
					t.Fatalf("step %d (-naive +got):\n%s", step, diff)
				}
			}
		}
	})
}
