package engine

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/lsp/settings"
	"github.com/contextls/contextls/workspace"
)

// words is a language whose files define the words that stand on lines of their own.
func words() *analysis.Language {
	return &analysis.Language{ID: "words", Extensions: []string{".w"}, Extract: func(src []byte) (*analysis.Facts, error) {
		f := &analysis.Facts{Lines: uint32(strings.Count(string(src), "\n"))}
		at := uint32(0)
		for i, line := range strings.SplitAfter(string(src), "\n") {
			if name := strings.TrimSpace(line); name != "" && !strings.Contains(name, " ") {
				f.Symbols = append(f.Symbols, analysis.Symbol{Name: name, Kind: analysis.Function, Signature: name, Line: uint32(i), Exported: true,
					Range: analysis.Span{Start: at, End: at + uint32(len(name))}})
			}
			at += uint32(len(line))
		}
		return f, nil
	}}
}

// folder is an indexed folder with these files, whose changes on disk nobody watches.
func folder(t testing.TB, files map[string]string) (*workspace.Session, *workspace.Folder) {
	t.Helper()
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range files {
		write(t, filepath.Join(root, name), text)
	}
	return opened(t, root, 0)
}

// opened is a folder of a session that reads so many commits.
func opened(t testing.TB, root string, history int) (*workspace.Session, *workspace.Folder) {
	t.Helper()
	s := workspace.NewSession(workspace.Options{Languages: []*analysis.Language{words()}, History: history, Log: slog.New(slog.DiscardHandler)})
	t.Cleanup(s.Close)
	f, err := s.AddFolder(root)
	if err != nil {
		t.Fatal(err)
	}
	ready(t, f)
	return s, f
}

func ready(t testing.TB, f *workspace.Folder) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	if err := f.Ready(ctx); err != nil {
		t.Fatal(err)
	}
}

func write(t testing.TB, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// Requests about one snapshot at the same time share one index.
func TestOneIndexForAll(t *testing.T) {
	s, f := folder(t, map[string]string{"a.w": "alpha\n", "b.w": "beta\n"})
	e := New(settings.Default())
	for version := range int32(20) {
		s.Open(filepath.Join(f.Root(), "a.w"), "words", version, fmt.Sprintf("alpha%d\n", version))
		snap := f.Snapshot()
		found := make([]*index, 16)
		var wait sync.WaitGroup
		for i := range found {
			wait.Go(func() {
				ix, err := e.index(t.Context(), snap)
				if err != nil {
					t.Error(err)
				}
				found[i] = ix
			})
		}
		wait.Wait()
		for _, ix := range found {
			if ix != found[0] {
				t.Fatalf("version %d: two requests made an index each", version)
			}
		}
	}
}

// A request about an older snapshot leaves the newest index in its place.
func TestOlderSnapshot(t *testing.T) {
	s, f := folder(t, map[string]string{"a.w": "alpha\n"})
	e := New(settings.Default())
	old := f.Snapshot()
	s.Open(filepath.Join(f.Root(), "a.w"), "words", 1, "beta\n")
	newer := f.Snapshot()
	for _, snap := range []*workspace.Snapshot{newer, old} {
		if _, err := e.index(t.Context(), snap); err != nil {
			t.Fatal(err)
		}
	}
	if x := e.newest(newer); len(x.Graph().Definers("beta")) != 1 || len(x.Graph().Definers("alpha")) != 0 {
		t.Error("an older snapshot's index took the place of a newer one's")
	}
}

// What is kept of a folder is gone with it, although a request was under way when it was closed.
func TestClosedFolder(t *testing.T) {
	e := New(settings.Default())
	gone := make(chan struct{})
	func() {
		s, f := folder(t, map[string]string{"a.w": "alpha\n"})
		snap := f.Snapshot()
		s.RemoveFolder(f.Root())
		if _, err := e.Pack(t.Context(), snap, PackRequest{}); err != nil {
			t.Fatal(err)
		}
		ix, err := e.index(t.Context(), snap)
		if err != nil {
			t.Fatal(err)
		}
		runtime.AddCleanup(ix, func(int) { close(gone) }, 0)
		s.Close()
	}()
	for end := time.Now().Add(2 * time.Minute); ; {
		runtime.GC()
		select {
		case <-gone:
			return
		case <-time.After(time.Millisecond):
		}
		if time.Now().After(end) {
			t.Fatal("the index of a closed folder is kept")
		}
	}
}

// A snapshot never shows what the disk has become since: the answer is that of a newer snapshot.
func TestChangedOnDisk(t *testing.T) {
	_, f := folder(t, map[string]string{"a.w": "alpha\n", "b.w": "beta\n"})
	e := New(settings.Default())
	snap := f.Snapshot()
	before, err := e.Pack(t.Context(), snap, PackRequest{Task: "alpha"})
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(f.Root(), "a.w"), "alpha\ngamma\n")
	after, err := e.Pack(t.Context(), snap, PackRequest{Task: "alpha"})
	if err != nil {
		t.Fatal(err)
	}
	if before.Provenance.Snapshot == after.Provenance.Snapshot || strings.Contains(before.Text, "gamma") || !strings.Contains(after.Text, "gamma") {
		t.Errorf("snapshot %s gave\n%s\nand %s\n%s", before.Provenance.Snapshot, before.Text, after.Provenance.Snapshot, after.Text)
	}
	write(t, filepath.Join(f.Root(), "b.w"), "delta\n")
	if o, err := e.Symbols(t.Context(), f.Snapshot(), "b.w"); err != nil || len(o.Symbols) != 1 || o.Symbols[0].Name != "delta" {
		t.Errorf("%+v, %v", o, err)
	}
	// Where there is no time to wait for that, the file is left out, with the reason.
	write(t, filepath.Join(f.Root(), "a.w"), "alpha\nepsilon\n")
	late, changed, err := e.pack(t.Context(), f.Snapshot(), &PackRequest{Task: "alpha"})
	if err != nil || !changed {
		t.Fatalf("%v, %v", changed, err)
	}
	found := false
	for _, x := range late.Excluded {
		found = found || x == Excluded{Path: "a.w", Reason: "changed_on_disk"}
	}
	if !found || strings.Contains(late.Text, "epsilon") {
		t.Errorf("%+v\n%s", late.Excluded, late.Text)
	}
	if _, err := f.Snapshot().Text("a.w"); err != nil && !errors.Is(err, workspace.ErrChanged) {
		t.Error(err)
	}
}

// While a folder is being indexed a request with a deadline waits for no index: it takes the newest, and each makes
// the next ones know more.
func TestIndexWhileIndexing(t *testing.T) {
	root := t.TempDir()
	write(t, filepath.Join(root, "known.w"), "known\n")
	write(t, filepath.Join(root, "stuck.w"), "stuck\n")
	release := make(chan struct{})
	l := words()
	extract := l.Extract
	l.Extract = func(src []byte) (*analysis.Facts, error) {
		if string(src) == "stuck\n" {
			<-release
		}
		return extract(src)
	}
	s := workspace.NewSession(workspace.Options{Languages: []*analysis.Language{l}, Log: slog.New(slog.DiscardHandler)})
	t.Cleanup(s.Close)
	defer close(release)
	f, err := s.AddFolder(root)
	if err != nil {
		t.Fatal(err)
	}
	e := New(settings.Default())
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	for {
		x, late, err := e.indexedBy(ctx, f.Snapshot())
		if err != nil || ctx.Err() != nil {
			t.Fatal("what was read so far is not in an index: ", err)
		}
		if n, listed := x.Graph().Node("known.w"); late && listed && len(x.facts(n).Symbols) == 1 {
			return
		}
		time.Sleep(time.Millisecond) // other goroutines read on
	}
}
