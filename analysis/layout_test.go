package analysis

import "testing"

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
