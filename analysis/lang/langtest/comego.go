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
// linking on top of what was before gives what linking from nothing gives. A file that is called like another with a ~ behind it
// is another version of that, and takes its place now and then.
func ComeAndGo(t *testing.T, langs []*analysis.Language, dir string, times int) {
	t.Helper()
	read(t, dir, func(t *testing.T, name string, ar *txtar.Archive) {
		fsys, err := txtar.FS(ar)
		if err != nil {
			t.Fatal(err)
		}
		all, others := Tree(t, fsys, langs).Files(), versions(t, ar, langs)
		seed := fnv.New64a()
		_, _ = seed.Write([]byte(name)) // it never fails
		random := rand.New(rand.NewPCG(seed.Sum64(), 0))
		gone := make([]bool, len(all))
		var g *analysis.Graph
		for range times {
			for range 1 + random.IntN(2) {
				i := random.IntN(len(all))
				if other := others[all[i].Path]; other != nil && random.IntN(4) > 0 {
					all[i], others[all[i].Path] = other, all[i]
				} else {
					gone[i] = !gone[i]
				}
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

// versions are the other versions of an archive's files, by path.
func versions(t *testing.T, ar *txtar.Archive, langs []*analysis.Language) map[string]*analysis.File {
	t.Helper()
	others := &txtar.Archive{}
	for _, f := range ar.Files {
		if name, is := strings.CutSuffix(f.Name, "~"); is {
			others.Files = append(others.Files, txtar.File{Name: name, Data: f.Data})
		}
	}
	fsys, err := txtar.FS(others)
	if err != nil {
		t.Fatal(err)
	}
	byPath := map[string]*analysis.File{}
	for _, f := range Tree(t, fsys, langs).Files() {
		byPath[f.Path] = f
	}
	return byPath
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
