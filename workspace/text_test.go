package workspace

import (
	"errors"
	"os"
	"path/filepath"
	"sync"
	"testing"
)

// A snapshot gives one text of a file or none, and the folder finds out by itself.
func TestSnapshotGivesOneText(t *testing.T) {
	root := files(t, map[string]string{"a.pl": "def A\n", "b.txt": "one\n", "open.pl": "def O\n", "gone.pl": ""})
	s := newSession(t, false)
	f, err := s.AddFolder(root)
	if err != nil {
		t.Fatal(err)
	}
	s.Open(filepath.Join(root, "open.pl"), "plain", 1, "def P\n")
	before := ready(t, f)
	write(t, root, "unlisted.txt", "one\n")
	for p, want := range map[string]string{"a.pl": "def A\n", "b.txt": "one\n", "open.pl": "def P\n", "unlisted.txt": "one\n"} {
		for range 2 {
			if text, err := before.Text(p); err != nil || text != want {
				t.Errorf("%s: %q, %v", p, text, err)
			}
		}
	}
	quietly(t, root, "a.pl", "def B\n")
	quietly(t, root, "b.txt", "two\n")
	quietly(t, root, "open.pl", "def Q\n")
	quietly(t, root, "unlisted.txt", "two\n")
	for _, p := range []string{"a.pl", "b.txt", "unlisted.txt"} {
		text, err := before.Text(p)
		if !errors.Is(err, ErrChanged) || ReasonOf(err) != "changed_on_disk" || err.Error() != p+": changed_on_disk" {
			t.Errorf("%s has become %q, %v", p, text, err)
		}
	}
	if err := os.Remove(filepath.Join(root, "gone.pl")); err != nil {
		t.Fatal(err)
	}
	if _, err := before.Text("gone.pl"); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the error for a file that is gone is %v", err)
	}
	if _, err := ready(t, f).Text("nowhere.pl"); err == nil || !f.Settled() {
		t.Errorf("%v, and the folder looks for what it never had: %v", err, !f.Settled())
	}
	if text, err := before.Text("open.pl"); err != nil || text != "def P\n" {
		t.Errorf("the open text has become %q, %v", text, err)
	}
	now := ready(t, f)
	for p, want := range map[string]string{"a.pl": "def B\n", "b.txt": "two\n", "unlisted.txt": "two\n"} {
		if text, err := now.Text(p); err != nil || text != want || now.File(p) == nil {
			t.Errorf("%s is still %q, %v", p, text, err)
		}
	}
	if now.File("gone.pl") != nil {
		t.Error("a file that is gone is still listed")
	}
	// The old snapshot stays as it was, and what it does not know any more is no news to the folder.
	if _, err := before.Text("a.pl"); !errors.Is(err, ErrChanged) || !f.Settled() {
		t.Errorf("%v, and the folder looks again: %v", err, !f.Settled())
	}
}

func TestConcurrentReadersGetOneText(t *testing.T) {
	root := files(t, map[string]string{"a.txt": "one\n"})
	f, err := newSession(t, false).AddFolder(root)
	if err != nil {
		t.Fatal(err)
	}
	snap := ready(t, f)
	texts := make([]string, 32)
	errs := make([]error, len(texts))
	var readers sync.WaitGroup
	for i := range texts {
		readers.Go(func() {
			if i == len(texts)/2 {
				if err := os.WriteFile(filepath.Join(root, "a.txt"), []byte("two\n"), 0o644); err != nil {
					t.Error(err)
				}
			}
			texts[i], errs[i] = snap.Text("a.txt")
		})
	}
	readers.Wait()
	seen := map[string]bool{}
	for i, text := range texts {
		if errs[i] == nil {
			seen[text] = true
		}
	}
	if len(seen) > 1 {
		t.Errorf("the texts are %q", texts)
	}
}
