package workspace

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/contextls/contextls/workspace/faulttest"
)

// A directory of very many files is read, and what happens in it is seen, to a few files and to all of them.
func TestLargeDirectory(t *testing.T) {
	n := faulttest.Times(t, "one directory of many files: read, changed, moved", "files", 2000, 20_000, 200_000)
	root := files(t, map[string]string{"a.pl": "import many/f7.pl\nuse X7\n"})
	name := func(i int) string { return fmt.Sprintf("many/f%d.pl", i) }
	for i := range n {
		write(t, root, name(i), fmt.Sprintf("def X%d\n", i))
	}
	s := newSession(t, true)
	f, err := s.AddFolder(root)
	if err != nil {
		t.Fatal(err)
	}
	same := func(what string) {
		t.Helper()
		other := newSession(t, false)
		defer other.Close()
		fresh, err := other.AddFolder(root)
		if err != nil {
			t.Fatal(err)
		}
		snap := later(t, fresh)
		want, id := render(t, snap), snap.ID()
		for end := time.Now().Add(5 * time.Minute); later(t, f).ID() != id; time.Sleep(20 * time.Millisecond) {
			if time.Now().After(end) {
				t.Fatalf("%s: %d files, want %d", what, len(f.Snapshot().Files()), len(snap.Files()))
			}
		}
		if got := render(t, f.Snapshot()); got != want {
			t.Fatalf("%s: it shows %d bytes, want %d", what, len(got), len(want))
		}
	}
	same("read")
	for i := range 100 {
		abs := filepath.Join(root, filepath.FromSlash(name(i)))
		switch i % 3 {
		case 0:
			write(t, root, name(i), "def Y\n")
		case 1:
			err = os.Remove(abs)
		case 2:
			err = os.Rename(abs, abs+".moved.pl")
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	same("a few files changed")
	if err := os.Rename(filepath.Join(root, "many"), filepath.Join(root, "moved")); err != nil {
		t.Fatal(err)
	}
	same("the directory moved")
	if err := os.RemoveAll(filepath.Join(root, "moved")); err != nil {
		t.Fatal(err)
	}
	same("the directory removed")
}

// later is ready with more patience.
func later(t *testing.T, f *Folder) *Snapshot {
	t.Helper()
	for end := time.Now().Add(5 * time.Minute); !f.Settled(); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("still %+v", f.Status())
		}
	}
	return f.Snapshot()
}
