package langtest

import (
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
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
				checkFollowers(t, g.Tree(), tree, langs)
			}
			g = analysis.Link(g, tree)
			if diff := cmp.Diff(linked(fresh), linked(g)); diff != "" {
				t.Fatalf("-from nothing +on top\n%s", diff)
			}
		}
	})
}

// checkFollowers asks followers of one state of a folder on top of another what is as it was, and resolvers whether it is.
func checkFollowers(t *testing.T, before, after *analysis.Tree, langs []*analysis.Language) {
	old := Resolvers(before, langs)
	for family, now := range Resolvers(after, langs) {
		follower, ok := now.(analysis.Follower)
		if !ok {
			continue
		}
		was, follows := old[family], follower.Follows(old[family])
		for _, f := range after.Files() {
			if old := before.File(f.Path); follows == nil || old == nil || f.Facts == nil || old.Facts != f.Facts || f.Language.Family != family {
				continue
			}
			if diff := cmp.Diff(was.Siblings(f.Path), now.Siblings(f.Path), cmpopts.EquateEmpty()); diff != "" && follows(f.Path, nil) {
				t.Fatalf("siblings of %s are said to be the same\n%s", f.Path, diff)
			}
			imports := f.Facts.Get().Imports
			for i := range imports {
				if diff := cmp.Diff(was.Resolve(f.Path, &imports[i]), now.Resolve(f.Path, &imports[i]), cmpopts.EquateEmpty()); diff != "" && follows(f.Path, &imports[i]) {
					t.Fatalf("%q in %s is said to lead where it led\n%s", imports[i].Specifier, f.Path, diff)
				}
			}
		}
	}
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
