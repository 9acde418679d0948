package workspace

import (
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/contextls/contextls/analysis"

	"github.com/contextls/contextls/workspace/disk"
)

// opened is a folder of n files, which are not on disk, with an open document and its path.
func opened(t testing.TB, n int) (*Session, *Folder, string) {
	t.Helper()
	s := newSession(t, false)
	f, err := s.AddFolder(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	ready(t, f)
	files := make([]*File, n)
	for i := range files {
		files[i] = &File{Path: fmt.Sprintf("dir%03d/file%06d.pl", i/100, i), Language: s.langs.all[0], digest: Hash{byte(i)}}
	}
	f.mu.Lock()
	f.files = newFileList(files)
	f.mu.Unlock()
	path := f.Abs(files[n/2].Path)
	s.Open(path, "plain", 1, "def A\n")
	return s, f, path
}

func TestEditAsksNoDisk(t *testing.T) {
	s, f, path := opened(t, 10)
	d := f.disk
	f.disk = new(disk.Folder) // which has no directory to ask
	s.Edit(path, 2, "def B\n")
	f.disk = d
	rel, _ := f.Rel(path)
	if text, err := f.Snapshot().Text(rel); err != nil || text != "def B\n" {
		t.Errorf("text %q, %v", text, err)
	}
}

// What became of the file on disk is looked at when something is said of it, not with each edit.
func TestEditedDocumentStaysListed(t *testing.T) {
	root := files(t, map[string]string{"a.pl": "def A\n"})
	s := newSession(t, false)
	f, err := s.AddFolder(root)
	if err != nil {
		t.Fatal(err)
	}
	ready(t, f)
	path := filepath.Join(root, "a.pl")
	s.Open(path, "plain", 1, "def A\n")
	write(t, root, "a.pl", strings.Repeat("x", disk.MaxHandwritten+1))
	s.Edit(path, 2, "def B\n")
	if f.Snapshot().File("a.pl") == nil {
		t.Error("an edit looked at the disk")
	}
	s.DiskChanged([]string{path})
	if snap := ready(t, f); snap.File("a.pl") != nil || snap.Reason("a.pl") != "too_large" {
		t.Errorf("the reason is %q", snap.Reason("a.pl"))
	}
}

// An edit costs no more in a large folder: not the copy of a list of 90,000 files, which has 720 kB.
func TestEditAllocatesLittle(t *testing.T) {
	bytes := func(n int) uint64 {
		s, f, path := opened(t, n)
		const edits = 100
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		for i := range int32(edits) {
			s.Edit(path, 2+i, "def B\n")
			f.Snapshot()
		}
		runtime.ReadMemStats(&after)
		return (after.TotalAlloc - before.TotalAlloc) / edits
	}
	if small, large := bytes(1000), bytes(90_000); large > small+16<<10 {
		t.Errorf("an edit allocates %d bytes among 1,000 files and %d among 90,000", small, large)
	}
}

func BenchmarkEdit(b *testing.B) {
	for _, n := range []int{1000, 90_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			s, f, path := opened(b, n)
			b.ReportAllocs()
			for version := int32(2); b.Loop(); version++ {
				s.Edit(path, version, "def B\n")
				f.Snapshot()
			}
		})
	}
}

// Where names sort between a directory's and those in it.
func TestRemovedDirectory(t *testing.T) {
	root := files(t, map[string]string{"dir/a.pl": "", "dir-b.pl": "", "dir.pl": ""})
	s := newSession(t, false)
	f, err := s.AddFolder(root)
	if err != nil {
		t.Fatal(err)
	}
	ready(t, f)
	dir := filepath.Join(root, "dir")
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	s.DiskChanged([]string{dir})
	if ready(t, f).File("dir/a.pl") != nil {
		t.Error("a file in a directory that was removed is still listed")
	}
}

// An editor that does not know a file's language leaves it to the neighbours, as a scan does.
func TestLanguageOfAnOpenedFileWithNeighbours(t *testing.T) {
	root := files(t, map[string]string{"a.hd": "", "a.poly": ""})
	s := newSession(t, false)
	f, err := s.AddFolder(root)
	if err != nil {
		t.Fatal(err)
	}
	ready(t, f)
	path := filepath.Join(root, "a.hd")
	check := func(what, want string) {
		t.Helper()
		if got := ready(t, f).File("a.hd").Language.ID; got != want {
			t.Errorf("%s it is %s, want %s", what, got, want)
		}
	}
	s.Open(path, "unknown", 1, "")
	check("opened", "poly")
	s.Edit(path, 2, "def A\n")
	check("edited", "poly")
	s.Open(path, "plain", 1, "")
	check("opened as plain", "plain")
	s.Edit(path, 2, "def A\n")
	check("edited as plain", "plain")
	s.Open(path, "unknown", 1, "")
	check("opened again", "poly")
}

// What else a file decides is decided anew also where it went between being listed and being read, and nobody told of it.
func TestGoneBeforeItIsRead(t *testing.T) {
	texts := map[string]string{"z/z.hd": "", "z/z.poly": ""}
	for i := range 64 { // more than are read at a time
		texts[fmt.Sprintf("a/%d.pl", i)] = fmt.Sprintf("def F%d\n", i)
	}
	root := files(t, texts)
	var once sync.Once
	remover := plain()
	extract := remover.Extract
	remover.Extract = func(src []byte) (*analysis.Facts, error) {
		once.Do(func() { _ = os.Remove(filepath.Join(root, "z", "z.poly")) })
		return extract(src)
	}
	s := NewSession(Options{Languages: []*analysis.Language{remover, poly()}, Log: slog.New(slog.DiscardHandler)})
	t.Cleanup(s.Close)
	f, err := s.AddFolder(root)
	if err != nil {
		t.Fatal(err)
	}
	snap := ready(t, f)
	if snap.File("z/z.poly") != nil {
		t.Fatal("the file is still there")
	}
	if got := snap.File("z/z.hd").Language.ID; got != "plain" {
		t.Errorf("z.hd is %s by a neighbour that is gone", got)
	}
}
