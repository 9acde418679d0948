package langtest

import (
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/contextls/contextls/analysis"
)

// ComeAndGo has files of every archive dir/*.txtar come and go at random, manifests among them, so many times in each:
// linking on top of what was before gives what linking from nothing gives.
func ComeAndGo(t *testing.T, langs []*analysis.Language, dir string, times int) {
	t.Helper()
	read(t, dir, func(t *testing.T, name string, ar *txtar.Archive) {
		fsys, err := txtar.FS(ar)
		if err != nil {
			t.Fatal(err)
		}
		all := Tree(t, fsys, langs).Files()
		seed := fnv.New64a()
		_, _ = seed.Write([]byte(name)) // it never fails
		random := rand.New(rand.NewPCG(seed.Sum64(), 0))
		gone := make([]bool, len(all))
		var g *analysis.Graph
		for range times {
			for range 1 + random.IntN(2) {
				i := random.IntN(len(all))
				gone[i] = !gone[i]
			}
			var files []*analysis.File
			for i, f := range all {
				if !gone[i] {
					files = append(files, f)
				}
			}
			tree := analysis.NewTree(nil).With(files)
			fresh := analysis.Link(nil, tree)
			if g != nil {
				tree = g.Tree().With(files)
			}
			g = analysis.Link(g, tree)
			if diff := cmp.Diff(linked(fresh), linked(g)); diff != "" {
				t.Fatalf("-from nothing +on top\n%s", diff)
			}
		}
	})
}

// linked is a graph as Edges shows it, with the places of uses.
func linked(g *analysis.Graph) []string {
	var nodes []string
	for n := range int32(g.Len()) {
		var out strings.Builder
		renderNode(&out, g, n)
		for _, u := range slices.Concat(g.Uses(n), g.OwnUses(n)) {
			fmt.Fprintf(&out, "  uses %s %s.%s %v\n", g.Path(u.File), u.Container, u.Name, u.Places)
		}
		nodes = append(nodes, out.String())
	}
	return nodes
}
