package workspace

import (
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/workspace/disk"
)

// awaits waits until a folder shows these files, by name, in this state.
func awaits(t *testing.T, f *Folder, state State, want ...string) {
	t.Helper()
	for end := time.Now().Add(time.Minute); ; time.Sleep(5 * time.Millisecond) {
		snap := ready(t, f)
		var got []string
		for _, file := range snap.Files() {
			got = append(got, file.Path)
		}
		if strings.Join(got, " ") == strings.Join(want, " ") && snap.Status().State == state {
			return
		}
		if time.Now().After(end) {
			t.Fatalf("the folder is %v with %q, want %v with %q; %q", snap.Status().State, got, state, want, snap.Status().Degraded)
		}
	}
}

// watching makes a session that looks often.
func watching(t *testing.T) *Session {
	s := NewSession(Options{Languages: []*analysis.Language{plain()}, Watch: true, Poll: 20 * time.Millisecond, Log: slog.New(slog.DiscardHandler)})
	t.Cleanup(s.Close)
	return s
}

// A folder that is missing, deleted, moved away, replaced, or reached through a link that leads elsewhere is what its
// path leads to, without a restart, and degraded while that is nothing.
func TestFolderComesAndGoes(t *testing.T) {
	outer := t.TempDir()
	root := filepath.Join(outer, "root")
	s := watching(t)
	f, err := s.AddFolder(root)
	if err != nil {
		t.Fatal(err)
	}
	do := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	awaits(t, f, Degraded)
	if reasons := strings.Join(f.Status().Degraded, "\n"); !strings.Contains(reasons, "the folder cannot be listed") || len(f.Status().Degraded) != 1 {
		t.Errorf("degraded because of %q", reasons)
	}
	s.Open(filepath.Join(root, "open.pl"), "plain", 1, "def O\n")
	awaits(t, f, Degraded, "open.pl")
	s.CloseDocument(filepath.Join(root, "open.pl"))
	awaits(t, f, Degraded)

	write(t, root, "a.pl", "def A\n")
	awaits(t, f, Ready, "a.pl")
	write(t, root, "sub/b.pl", "def B\n") // by an event
	awaits(t, f, Ready, "a.pl", "sub/b.pl")

	do(os.RemoveAll(root))
	awaits(t, f, Degraded)
	write(t, root, "c.pl", "def C\n")
	awaits(t, f, Ready, "c.pl")
	write(t, root, "sub/d.pl", "def D\n")
	awaits(t, f, Ready, "c.pl", "sub/d.pl")

	if runtime.GOOS == "windows" {
		return // what is open there is not renamed
	}
	do(os.Rename(root, root+".old"))
	awaits(t, f, Degraded)
	write(t, root+".old", "e.pl", "def E\n") // is none of ours any more
	write(t, root+".new", "f.pl", "def F\n")
	do(os.Rename(root+".new", root))
	awaits(t, f, Ready, "f.pl")
	write(t, root, "sub/g.pl", "def G\n")
	awaits(t, f, Ready, "f.pl", "sub/g.pl")

	do(os.Rename(root, root+".new"))
	do(os.Rename(root+".old", root))
	awaits(t, f, Ready, "c.pl", "e.pl", "sub/d.pl")

	do(os.RemoveAll(root))
	do(os.WriteFile(root, nil, 0o644)) // no directory
	awaits(t, f, Degraded)
	do(os.Remove(root))
	do(os.Symlink(root+".new", root))
	awaits(t, f, Ready, "f.pl", "sub/g.pl")
	write(t, root+".other", "h.pl", "def H\n")
	do(os.Remove(root))
	do(os.Symlink(root+".other", root))
	awaits(t, f, Ready, "h.pl")
	write(t, root, "i.pl", "def I\n")
	awaits(t, f, Ready, "h.pl", "i.pl")

	s.Open(filepath.Join(root+".new", "f.pl"), "plain", 1, "def O\n") // lies elsewhere, until the link leads there
	do(os.Remove(root))
	do(os.Symlink(root+".new", root))
	awaits(t, f, Ready, "f.pl", "sub/g.pl")
	if text, err := f.Snapshot().Text("f.pl"); text != "def O\n" {
		t.Errorf("the open text is not that of the file: %q, %v", text, err)
	}
}

// What could not be read is read as soon as it can be, though no event tells.
func TestForbiddenBecomesReadable(t *testing.T) {
	root := files(t, map[string]string{"a.pl": "def A\n", "sub/b.pl": "def B\n", "sub/c.pl": ""})
	f, err := watching(t).AddFolder(root)
	if err != nil {
		t.Fatal(err)
	}
	awaits(t, f, Ready, "a.pl", "sub/b.pl", "sub/c.pl")
	for _, forbidden := range [][]string{{"a.pl"}, {"sub/"}, {"sub/b.pl", "sub/c.pl"}} { // as if
		f.mu.Lock()
		for _, p := range []string{"a.pl", "sub/b.pl", "sub/c.pl"} {
			for _, q := range forbidden {
				if strings.HasPrefix(p, q) {
					f.files = f.files.remove(p)
					f.exclude(q, disk.Forbidden)
				}
			}
		}
		f.mu.Unlock()
		awaits(t, f, Ready, "a.pl", "sub/b.pl", "sub/c.pl")
		if x := f.Snapshot().Excluded(); len(x) > 0 {
			t.Errorf("left out: %v", x)
		}
	}
	if os.Getuid() == 0 || runtime.GOOS == "windows" {
		return // everything can be read
	}
	for _, closed := range []string{"sub", "a.pl"} {
		if err := os.Chmod(filepath.Join(root, closed), 0); err != nil {
			t.Fatal(err)
		}
	}
	f.refresh([]string{"a.pl"}, true)
	awaits(t, f, Ready)
	for _, closed := range []string{"sub", "a.pl"} {
		if err := os.Chmod(filepath.Join(root, closed), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	awaits(t, f, Ready, "a.pl", "sub/b.pl", "sub/c.pl")
}

// However much cannot be read, so many paths are tried at a time, and each has its turn.
func TestForbiddenTakeTurns(t *testing.T) {
	f, err := newSession(t, false).AddFolder(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	ready(t, f)
	const n = 2*forbiddenAtOnce + 10
	for i := range n {
		f.forbidden[fmt.Sprintf("f%d", i)] = true
	}
	for range 2 {
		tried := map[string]bool{}
		for range 3 {
			next := f.nextForbidden()
			for _, p := range next {
				tried[p] = true
			}
			if len(next) > forbiddenAtOnce {
				t.Errorf("%d paths are tried at a time", len(next))
			}
		}
		if len(tried) != n {
			t.Errorf("%d of %d paths had their turn", len(tried), n)
		}
	}
	f.nextForbidden()
	clear(f.forbidden) // all can be read now
	if left := len(f.nextForbidden()); left > 0 {
		t.Errorf("%d paths are tried that can be read", left)
	}
}

// A file that is deleted between its listing and its reading is none that is left out.
func TestDeletedBeforeItIsRead(t *testing.T) {
	f, err := newSession(t, false).AddFolder(files(t, map[string]string{"a.pl": "", "sub/b.pl": ""}))
	if err != nil {
		t.Fatal(err)
	}
	ready(t, f)
	f.mu.Lock()
	for _, p := range []string{"gone.pl", "a.pl/gone.pl", "nowhere/gone.pl"} {
		f.put(&File{Path: p, Language: plain(), pending: true})
	}
	f.mu.Unlock()
	f.refresh(nil, false)
	awaits(t, f, Ready, "a.pl", "sub/b.pl")
	if x := f.Snapshot().Excluded(); len(x) > 0 {
		t.Errorf("left out: %v", x)
	}
}
