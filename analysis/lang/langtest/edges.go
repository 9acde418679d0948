package langtest

import (
	"fmt"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/contextls/contextls/analysis"
)

// Edges links every archive dir/*.txtar and compares the graph with the golden text: for each file where
// its imports lead, what it uses of which file, and what its edges weigh.
func Edges(t *testing.T, langs []*analysis.Language, dir string) {
	t.Helper()
	archives(t, dir, func(t *testing.T, ar *txtar.Archive) string {
		fsys, err := txtar.FS(ar)
		if err != nil {
			t.Fatal(err)
		}
		g := analysis.Link(nil, Tree(t, fsys, langs))
		var out strings.Builder
		for n := range int32(g.Len()) {
			renderNode(&out, g, n)
		}
		return out.String()
	})
}

func renderNode(out *strings.Builder, g *analysis.Graph, n int32) {
	fmt.Fprintf(out, "== %s\n", g.Path(n))
	for _, link := range g.Imports(n) {
		fmt.Fprintf(out, "  %d %s %s", link.Import().Line+1, importText(*link.Import()), link.Status)
		for _, to := range link.Targets() {
			fmt.Fprintf(out, " %s", g.Path(to))
		}
		for _, to := range link.Barrels() {
			fmt.Fprintf(out, " through %s", g.Path(to))
		}
		out.WriteByte('\n')
	}
	for _, e := range g.Out(n) {
		fmt.Fprintf(out, "  %.2f -> %s", e.Weight, g.Path(e.To))
		for _, u := range g.Uses(n) {
			if u.File == e.To {
				fmt.Fprintf(out, " %s*%d(%.2f)", u.Name, u.Count, u.Confidence)
			}
		}
		out.WriteByte('\n')
	}
}
