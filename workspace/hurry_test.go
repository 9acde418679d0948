package workspace

import (
	"slices"
	"testing"
)

// Files that somebody waits for are read next, and each file is read once.
func TestHurry(t *testing.T) {
	f := newFolder(&Session{}, t.TempDir(), nil, Options{})
	for _, p := range []string{"a", "b", "c", "d", "e"} {
		f.put(&File{Path: p, pending: true})
	}
	f.put(&File{Path: "read"})
	pending := slices.Collect(f.files.pending())
	f.Hurry([]string{"c", "read", "unknown"})
	var order []string
	for file := range f.inOrder(pending) {
		if order = append(order, file.Path); file.Path == "a" {
			f.Hurry([]string{"e", "a", "c", "d"})
		}
	}
	if want := []string{"c", "a", "e", "d", "b"}; !slices.Equal(order, want) {
		t.Errorf("read in the order %v, want %v", order, want)
	}
}
