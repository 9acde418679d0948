package workspace

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// quietly writes another text of the same size without changing the file's time.
func quietly(t *testing.T, root, p, text string) {
	t.Helper()
	abs := filepath.Join(root, filepath.FromSlash(p))
	info, err := os.Stat(abs)
	if err != nil || int(info.Size()) != len(text) {
		t.Fatalf("%v: %d bytes for %d", err, len(text), info.Size())
	}
	write(t, root, p, text)
	if err := os.Chtimes(abs, time.Time{}, info.ModTime()); err != nil {
		t.Fatal(err)
	}
}

func TestRescan(t *testing.T) {
	root := files(t, map[string]string{"a.pl": "def A\n", "b.pl": "def B\n", "gone.pl": "def G\n", "c.txt": "c"})
	s := newSession(t, false)
	f, err := s.AddFolder(root)
	if err != nil {
		t.Fatal(err)
	}
	before := ready(t, f)
	changed := func(want ...string) *Snapshot {
		t.Helper()
		now := f.Snapshot()
		if got := now.Changed(before); !slices.Equal(got, want) || !slices.Equal(before.Changed(now), want) {
			t.Fatalf("%q changed, not %q", got, want)
		}
		before = now
		return now
	}
	quietly(t, root, "a.pl", "def X\n")
	write(t, root, "b.pl", "def longer\n")
	write(t, root, "new.pl", "def N\n")
	write(t, root, "c.txt", "longer")
	if err := os.Remove(filepath.Join(root, "gone.pl")); err != nil {
		t.Fatal(err)
	}
	if err := f.Rescan(t.Context(), false); err != nil {
		t.Fatal(err)
	}
	changed("b.pl", "c.txt", "gone.pl", "new.pl")
	if err := f.Rescan(t.Context(), true); err != nil {
		t.Fatal(err)
	}
	if now := changed("a.pl"); !strings.Contains(render(t, now), "a.pl") || now.File("a.pl").facts.Get().Symbols[0].Name != "X" {
		t.Error("the file that only reading tells is not read again")
	}
	if err := f.Rescan(t.Context(), true); err != nil {
		t.Fatal(err)
	}
	changed()
	quietly(t, root, "a.pl", "def Y\n")
	quietly(t, root, "new.pl", "def M\n")
	if err := f.Reread(t.Context(), []string{"a.pl", "nowhere.pl", "../out.pl"}); err != nil {
		t.Fatal(err)
	}
	changed("a.pl")
	// What is open in the editor is not read from the disk.
	s.Open(filepath.Join(root, "b.pl"), "plain", 1, "def open\n")
	changed("b.pl")
	if err := f.Rescan(t.Context(), true); err != nil {
		t.Fatal(err)
	}
	changed("new.pl")
}

// What was written before Sync is in the next snapshot, whether the folder is watched or not.
func TestSync(t *testing.T) {
	for _, watched := range []bool{true, false} {
		s := newSession(t, watched)
		root := files(t, map[string]string{"a.pl": "def A\n", "sub/b.pl": "def B\n"})
		f, err := s.AddFolder(root)
		if err != nil {
			t.Fatal(err)
		}
		ready(t, f)
		for i := range 20 {
			want := "def " + strings.Repeat("x", i) + "\n"
			write(t, root, "a.pl", want)
			write(t, root, filepath.Join("sub", strings.Repeat("y", i+1), "c.pl"), want)
			if i > 0 {
				if err := os.RemoveAll(filepath.Join(root, "sub", strings.Repeat("y", i))); err != nil {
					t.Fatal(err)
				}
			}
			if err := f.Sync(t.Context()); err != nil {
				t.Fatal(err)
			}
			snap := f.Snapshot()
			for _, p := range []string{"a.pl", "sub/" + strings.Repeat("y", i+1) + "/c.pl"} {
				file := snap.File(p)
				if file == nil || file.Size != int64(len(want)) || file.pending {
					t.Fatalf("watched %v: %s is %+v", watched, p, file)
				}
			}
			if n := len(snap.Files()); n != 3 {
				t.Fatalf("watched %v: there are %d files", watched, n)
			}
			if err := f.Sync(t.Context()); err != nil || watched && f.Snapshot() != snap {
				t.Errorf("watched %v: where nothing happened there is another snapshot (%v)", watched, err)
			}
		}
	}
}
