package analysis

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// What is made of a layout is made anew when a manifest or a directory is another one, and not when files are.
func TestOfLayout(t *testing.T) {
	files := func(paths ...string) (all []File) {
		for _, p := range paths {
			f := File{Path: p}
			if p == "a/go.mod" {
				f.Manifest = []byte("module a")
			}
			all = append(all, f)
		}
		return all
	}
	changed := files("a/go.mod", "a/x")
	changed[0].Manifest = []byte("module b")
	tree, made := NewTree(files("a/go.mod", "a/x")), 0
	for _, step := range []struct {
		files []File
		made  int
	}{
		{files("a/go.mod", "a/x"), 1}, {files("a/go.mod", "a/x", "a/y"), 1}, {files("a/go.mod"), 1}, {files("a/b/x", "a/go.mod"), 2},
		{files("a/b/y", "a/go.mod"), 2}, {files("a/go.mod", "a/x"), 3}, {changed, 4}, {files("a/go.mod", "a/x"), 5}, {files("a/x"), 6}, {files("a/x", "z"), 6},
	} {
		tree = tree.With(NewTree(step.files).Files())
		for range 2 {
			if got := OfLayout(tree, "key", func() int { made++; return made }); got != step.made {
				t.Errorf("%d files: made %d times, want %d", len(step.files), got, step.made)
			}
		}
	}
}

// A tree on top of another is the tree of its files alone, whatever came and went.
func TestWith(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	paths := []string{"a", "b/a", "b/b", "b/c/a", "b/c/b", "b/d/e/a", "b/go.mod", "f/a", "f/b", "f/go.mod"}
	tree, there := NewTree(nil), map[string]*File{}
	for range 2000 {
		for range 1 + r.IntN(2) {
			p := paths[r.IntN(len(paths))]
			switch f := (&File{Path: p}); {
			case there[p] != nil && r.IntN(3) > 0:
				delete(there, p)
			default:
				if Dir(p)+"/go.mod" == p {
					f.Manifest = []byte(fmt.Sprint("module ", r.IntN(2)))
				}
				there[p] = f
			}
		}
		var files []*File
		for _, p := range slices.Sorted(maps.Keys(there)) {
			files = append(files, there[p])
		}
		before := tree
		tree = tree.With(files)
		fresh := newTree(files)
		if diff := cmp.Diff([]any{fresh.dirs, fresh.manifests, newTree(before.files).dirs}, []any{tree.dirs, tree.manifests, before.dirs}); diff != "" {
			t.Fatal(diff)
		}
		if tree.SharesLayout(before) && !fresh.sameLayout(before) {
			t.Fatal("a layout is shared that is another")
		}
		var others []string
		for _, p := range paths {
			if before.Has(p) != tree.Has(p) {
				others = append(others, p)
			}
		}
		if got := slices.Sorted(slices.Values(tree.Others(before))); !slices.Equal(got, others) {
			t.Fatalf("%q came or went, want %q", got, others)
		}
	}
}
