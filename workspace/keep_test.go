package workspace

import (
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/workspace/disk"
	"github.com/contextls/contextls/workspace/parse"
)

// keeper is sessions over the same cache, one after the other.
type keeper struct {
	opts      Options
	extracted atomic.Int32 // how many times something was, since it was last asked
	log       strings.Builder
}

func newKeeper(t testing.TB) *keeper {
	k := &keeper{}
	langs := []*analysis.Language{plain(), poly()}
	for _, l := range langs {
		extract := l.Extract
		l.Extract = func(src []byte) (*analysis.Facts, error) {
			k.extracted.Add(1)
			return extract(src)
		}
	}
	k.opts = Options{Languages: langs, History: 10, Log: slog.New(slog.NewTextHandler(&k.log, nil)),
		Cache: Cache{Dir: filepath.Join(t.TempDir(), "cache"), MaxBytes: 1 << 30, Program: program(t, "1")}, settle: time.Nanosecond}
	return k
}

// program is the file of some version of the program.
func program(t testing.TB, version string) string {
	t.Helper()
	return filepath.Join(files(t, map[string]string{"program": version}), "program")
}

// run opens a folder in a new session, gives what its snapshot shows to see, and closes the session.
func (k *keeper) run(t testing.TB, root string, see func(f *Folder, snap *Snapshot)) {
	t.Helper()
	s := NewSession(k.opts)
	defer s.Close()
	f, err := s.AddFolder(root)
	if err != nil {
		t.Fatal(err)
	}
	see(f, ready(t, f))
}

// show is what a run shows, and how much it extracted and read.
func (k *keeper) show(t testing.TB, root string) (shown string, extracted int, read bool) {
	t.Helper()
	k.extracted.Store(0)
	k.run(t, root, func(f *Folder, snap *Snapshot) {
		shown = render(t, snap) + snap.ID()
		read = f.Readings().Read > 0
	})
	return shown, int(k.extracted.Load()), read
}

// fresh is what a session without a cache shows.
func fresh(t testing.TB, root string) string {
	t.Helper()
	s := newSession(t, false)
	f, err := s.AddFolder(root)
	if err != nil {
		t.Fatal(err)
	}
	snap := ready(t, f)
	return render(t, snap) + snap.ID()
}

// stamped writes a file at a time that no other file was written at.
func stamped(t testing.TB, root, p, text string, n int) {
	t.Helper()
	write(t, root, p, text)
	at := time.Now().Add(-time.Hour + time.Duration(n)*time.Millisecond)
	if err := os.Chtimes(filepath.Join(root, filepath.FromSlash(p)), at, at); err != nil {
		t.Fatal(err)
	}
}

func TestNothingIsReadTwice(t *testing.T) {
	root := files(t, map[string]string{"a.pl": "import b.pl\nuse B\n", "b.pl": "def B\n", "run": "#!/bin/plain\ndef R\n", "binary": "\x00",
		"README": "text\n", "h.hd": "def H\n"})
	k := newKeeper(t)
	want := fresh(t, root)
	for i, c := range []struct {
		change    func()
		extracted int
		read      bool
	}{
		{func() {}, 4, true},
		{func() {}, 0, false},
		{func() { stamped(t, root, "b.pl", "def B\n", 1) }, 0, true},
		{func() { stamped(t, root, "b.pl", "def B\ndef C\n", 2) }, 1, true},
		{func() { stamped(t, root, "c.pl", "import b.pl\nuse B\n", 3) }, 0, true}, // the content of a.pl when it did the same
		{func() {}, 0, false},
		{func() { k.opts.Cache.Program = program(t, "2") }, 4, true}, // a.pl and c.pl are one content
		{func() { k.opts.Cache.MaxBytes = 0 }, 5, true},
	} {
		c.change()
		if i > 2 {
			want = fresh(t, root)
		}
		got, extracted, read := k.show(t, root)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("run %d (-fresh +got)\n%s", i, diff)
		}
		if extracted > c.extracted || extracted < min(c.extracted, 4) || read != c.read {
			t.Errorf("run %d: %d files were extracted, not %d; read: %v", i, extracted, c.extracted, read)
		}
	}
	if k.log.Len() > 0 {
		t.Error(k.log.String())
	}
}

// The graph is linked on top of the one that was kept, whatever files there were and whatever they held then, unless it cannot be known what
// was meant by that.
func TestLinkedOnTopOfWhatWasKept(t *testing.T) {
	root := files(t, map[string]string{"a.pl": "import b.pl\nuse B\n", "b.pl": "def B\n", "base.conf": ""})
	k := newKeeper(t)
	remove := func(name string) {
		if err := os.Remove(filepath.Join(root, name)); err != nil {
			t.Fatal(err)
		}
	}
	for i, c := range []struct {
		change func()
		onTop  bool
	}{
		{func() {}, false},
		{func() {}, true},
		{func() { stamped(t, root, "a.pl", "import b.pl\nuse B\nuse B\n", 1) }, true},
		{func() { stamped(t, root, "b.pl", "def C\n", 2) }, true},
		{func() { stamped(t, root, "b.pl", "fail\n", 3) }, true},
		{func() { stamped(t, root, "b.pl", "def B\n", 4) }, true},
		{func() { stamped(t, root, "base.conf", "dir/", 5) }, false},
		{func() {}, true},
		{func() { stamped(t, root, "c.pl", "def B\n", 6) }, true},
		{func() { stamped(t, root, "a.pl", "import c.pl\nuse B\n", 7) }, true},
		{func() { stamped(t, root, "0.pl", "import c.pl\nuse B\n", 8); remove("b.pl") }, true},
		{func() { stamped(t, root, "b.pl", "def B\n", 9); remove("c.pl") }, true},
		{func() { remove("base.conf") }, false},
		{func() { stamped(t, root, "base.conf", "other/", 10) }, true},
		{func() { k.opts.ShowSecrets = true }, false},
		{func() {}, true},
	} {
		c.change()
		k.run(t, root, func(f *Folder, snap *Snapshot) {
			if onTop := f.keptGraph(snap, linkedFrom(snap)) != nil; onTop != c.onTop {
				t.Errorf("run %d: on top of what was kept: %v", i, onTop)
			}
			got := render(t, snap) + snap.ID()
			if diff := cmp.Diff(fresh(t, root), got); diff != "" {
				t.Errorf("run %d (-fresh +got)\n%s", i, diff)
			}
		})
	}
	if k.log.Len() > 0 {
		t.Error(k.log.String())
	}
}

// A new work tree of a repository is linked on top of what was kept of another one, as far as it is the same.
func TestLinkedOnTopOfAnotherWorkTree(t *testing.T) {
	root, other := repository(t), filepath.Join(t.TempDir(), "other")
	for name, text := range map[string]string{"sub/a.pl": "import sub/b.pl\nuse B\n", "sub/b.pl": "def B\n", "sub/gone.pl": "use B\n"} {
		write(t, root, name, text)
	}
	gitIn(t, root, "add", "-A")
	commitAll(t, root)
	gitIn(t, root, "worktree", "add", "-q", "-b", "other", other)
	write(t, other, "sub/new.pl", "import sub/b.pl\nuse B\n")
	if err := os.Remove(filepath.Join(other, "sub", "gone.pl")); err != nil {
		t.Fatal(err)
	}
	k := newKeeper(t)
	for i, c := range []struct {
		root  string
		onTop bool
	}{{root, false}, {other, true}, {other, true}, {filepath.Join(other, "sub"), false}, {root, true}} {
		k.run(t, c.root, func(f *Folder, snap *Snapshot) {
			if onTop := f.keptGraph(snap, linkedFrom(snap)) != nil; onTop != c.onTop {
				t.Errorf("run %d: on top of what was kept: %v", i, onTop)
			}
			if diff := cmp.Diff(fresh(t, c.root), render(t, snap)+snap.ID()); diff != "" {
				t.Errorf("run %d (-fresh +got)\n%s", i, diff)
			}
		})
	}
	if k.log.Len() > 0 {
		t.Error(k.log.String())
	}
}

// linkedFrom is what the graph of a snapshot without open documents is linked from.
func linkedFrom(snap *Snapshot) (files []*analysis.File) {
	for _, f := range snap.Files() {
		files = append(files, &analysis.File{Path: f.Path, Language: f.Language, Facts: f.facts, Manifest: f.manifest})
	}
	return files
}

// What somebody derives from a graph is kept with it, and given once to whoever links on top of it.
func TestKeptBesideTheGraph(t *testing.T) {
	root := files(t, map[string]string{"a.pl": "import b.pl\nuse B\n", "b.pl": "def B\n"})
	k := newKeeper(t)
	for i, c := range []struct {
		change func()
		keep   string // "": nobody derives anything
		want   string
		of     int // that many files it was derived from
	}{
		{func() {}, "", "", 0},
		{func() {}, "one", "", 0},
		{func() {}, "two", "one", 2}, // of the same graph: it is the same
		{func() { stamped(t, root, "a.pl", "import b.pl\nuse B\nuse B\n", 1) }, "three", "one", 2}, // on top of which this is
		{func() { stamped(t, root, "c.pl", "def C\n", 2) }, "four", "one", 2},                      // and this, which has a file more
		{func() {}, "", "four", 3},
		{func() { k.opts.Cache.Program = program(t, "2") }, "five", "", 0},
		{func() {}, "", "five", 3},
	} {
		c.change()
		k.run(t, root, func(f *Folder, snap *Snapshot) {
			g, err := snap.Graph(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			got := ""
			for range 2 {
				f.TakeBeside(func(of *analysis.Graph, stored analysis.Stored) error {
					got += string(stored.Read(0, stored.Len(), nil))
					if moved, _ := g.Moved(of); of.Len() != c.of || moved[0] != 0 {
						t.Errorf("run %d: of %d files, which are now %d", i, of.Len(), moved)
					}
					return nil
				})
			}
			if got != c.want {
				t.Errorf("run %d: %q, want %q", i, got, c.want)
			}
			if c.keep != "" {
				f.KeepBeside(g, func() []byte { return []byte(c.keep) }, nil)
			}
		})
	}
	k.run(t, root, func(f *Folder, snap *Snapshot) {
		want := render(t, snap)
		f.TakeBeside(func(*analysis.Graph, analysis.Stored) error { return analysis.ErrCorrupt })
		if got := render(t, snap); got != want || !strings.Contains(k.log.String(), "damaged") {
			t.Errorf("damage beside the graph: %s\n%s", cmp.Diff(want, got), &k.log)
		}
	})
}

// Text that is not saved is in no graph that is kept.
func TestUnsavedTextIsNotKept(t *testing.T) {
	root := files(t, map[string]string{"a.pl": "import b.pl\nuse B\nuse UNSAVED\n", "b.pl": "def B\n"})
	k := newKeeper(t)
	k.run(t, root, func(f *Folder, _ *Snapshot) {
		f.session.Open(filepath.Join(root, "b.pl"), "plain", 1, "def UNSAVED\n")
		render(t, f.Snapshot())
	})
	k.run(t, root, func(f *Folder, snap *Snapshot) {
		if got := edges(t, snap); len(got) != 1 {
			t.Errorf("edges %q", got)
		}
		if strings.Contains(string(f.session.facts.kept().Load(f.graphKey())), "UNSAVED") {
			t.Error("it is kept")
		}
	})
	k.run(t, root, func(f *Folder, snap *Snapshot) {
		if f.keptGraph(snap, linkedFrom(snap)) == nil {
			t.Error("nothing was kept when all was saved")
		}
	})
}

// A worktree, a second clone and a moved folder cost only what differs.
func TestContentIsSharedByFolders(t *testing.T) {
	texts := map[string]string{"a.pl": "def A\n", "b.pl": "def B\n"}
	k := newKeeper(t)
	k.show(t, files(t, texts))
	texts["c.pl"] = "def C\n"
	if _, extracted, _ := k.show(t, files(t, texts)); extracted != 1 {
		t.Errorf("%d files of the second clone were extracted", extracted)
	}
}

// After any changes while nobody looked, a session with what earlier ones have kept shows what a fresh one does.
func TestKeptEndsInTheFreshState(t *testing.T) {
	names := []string{"a.pl", "b.pl", "dir/c.pl", "e.txt", ".gitignore", "base.conf", ".env", "b.poly", "h.hd", "tool", "binary"}
	lines := []string{"def A", "def B", "use A", "use B", "import a.pl", "import dir/c.pl", "fail", "\x00", "\xff", "#!/bin/plain",
		"def " + "AKIA" + "Z7Q4WCHNEXJ2KLMR"}
	for seed := range uint64(8) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			r := rand.New(rand.NewPCG(seed, 1))
			root := t.TempDir()
			k := newKeeper(t)
			programs := []string{k.opts.Cache.Program, program(t, "2")}
			for n := range 60 {
				name := names[r.IntN(len(names))]
				abs := filepath.Join(root, filepath.FromSlash(name))
				switch r.IntN(6) {
				case 0:
					_ = os.Remove(abs)
				case 1:
					other := filepath.Join(root, filepath.FromSlash(names[r.IntN(len(names))]))
					if err := os.MkdirAll(filepath.Dir(other), 0o755); err != nil {
						t.Fatal(err)
					}
					_ = os.Rename(abs, other)
				default:
					text := ""
					for range r.IntN(4) {
						text += lines[r.IntN(len(lines))] + "\n"
					}
					if name == ".gitignore" {
						text = []string{"", "b.pl\n", "dir/\n"}[r.IntN(3)]
					}
					stamped(t, root, name, text, n)
				}
				if r.IntN(4) > 0 {
					continue
				}
				k.opts.ShowSecrets = r.IntN(4) == 0
				k.opts.MaxFiles = []int{0, 3}[r.IntN(2)]
				k.opts.Cache.Program = programs[r.IntN(5)/4]
				cache := k.opts.Cache
				k.opts.Cache = Cache{}
				want, _, _ := k.show(t, root)
				k.opts.Cache = cache
				got, _, _ := k.show(t, root)
				if diff := cmp.Diff(want, got); diff != "" {
					t.Fatalf("(-fresh +got)\n%s", diff)
				}
			}
			if k.log.Len() > 0 {
				t.Error(k.log.String())
			}
		})
	}
}

// What a program extracts that was put in the place of the one that runs is not kept.
func TestReplacedProgramKeepsNothing(t *testing.T) {
	root := files(t, map[string]string{"a.pl": "def A\n"})
	k := newKeeper(t)
	k.run(t, root, func(f *Folder, _ *Snapshot) {
		write(t, filepath.Dir(k.opts.Cache.Program), "program", "another version")
		write(t, root, "b.pl", "def B\n")
		f.session.DiskChanged([]string{filepath.Join(root, "b.pl")})
		ready(t, f)
	})
	stamped(t, filepath.Dir(k.opts.Cache.Program), "program", "1", 1)
	if _, extracted, _ := k.show(t, root); extracted != 1 {
		t.Errorf("%d files were extracted, not b.pl alone", extracted)
	}
}

// What is kept holds nothing of secrets: not of files that are refused, nor of texts.
func TestNoSecretIsKept(t *testing.T) {
	const key = "AKIA" + "Z7Q4WCHNEXJ2KLMR"
	root := files(t, map[string]string{".env": "def INDOTENV\n", "a.pl": "def " + key + "\n", "b.pl": "use " + key + "\n", "c.pl": "def INCLEAR\n"})
	for _, show := range []bool{false, true} {
		k := newKeeper(t)
		k.opts.ShowSecrets = show
		var shown string
		for range 2 {
			shown, _, _ = k.show(t, root)
		}
		if diff := cmp.Diff(shown, fresh(t, root)); diff != "" {
			t.Error(diff)
		}
		var kept strings.Builder
		err := filepath.WalkDir(k.opts.Cache.Dir, func(p string, e fs.DirEntry, err error) error {
			if err != nil || e.IsDir() {
				return err
			}
			data, err := os.ReadFile(p)
			kept.Write(data)
			return err
		})
		if err != nil || !strings.Contains(kept.String(), "INCLEAR") {
			t.Errorf("nothing is kept, %v", err)
		}
		for _, secret := range []string{key, key[4:], "INDOTENV"} {
			if strings.Contains(kept.String(), secret) {
				t.Errorf("%s is kept, with secrets shown: %v", secret, show)
			}
		}
	}
}

// Who wants secrets to be shown is not shown what was kept without them, and the other way round.
func TestSecretsAreShownToWhoWantsThem(t *testing.T) {
	const key = "AKIA" + "Z7Q4WCHNEXJ2KLMR"
	root := files(t, map[string]string{"a.pl": "def " + key + "\n"})
	k := newKeeper(t)
	for _, show := range []bool{false, true, false, true} {
		k.opts.ShowSecrets = show
		k.run(t, root, func(_ *Folder, snap *Snapshot) {
			if name := snap.File("a.pl").facts.Get().Symbols[0].Name; (name == key) != show {
				t.Errorf("with secrets shown: %v, the name is %q", show, name)
			}
		})
	}
}

// Whatever is damaged in the cache, the folder is what a fresh one is, the log has one line, and the next run is as usual.
func TestDamagedCache(t *testing.T) {
	root := files(t, map[string]string{"a.pl": "import b.pl\nuse B\n", "b.pl": "def B\n", "c.txt": "text\n"})
	want := fresh(t, root)
	k := newKeeper(t)
	k.show(t, root)
	entries, err := os.ReadDir(k.opts.Cache.Dir)
	if err != nil || len(entries) != 6 {
		t.Fatal(entries, err)
	}
	for _, e := range entries {
		name := filepath.Join(k.opts.Cache.Dir, e.Name())
		whole, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for at := 0; at < len(whole); at += 1 + len(whole)/6 {
			for _, damage := range [][]byte{whole[:at], append(append(append([]byte{}, whole[:at]...), whole[at]^4), whole[at+1:]...)} {
				if err := os.WriteFile(name, damage, 0o600); err != nil {
					t.Fatal(err)
				}
				k.log.Reset()
				for run := range 2 {
					if got, _, _ := k.show(t, root); got != want {
						t.Fatalf("%s damaged at %d, run %d:\n%s", e.Name(), at, run, cmp.Diff(want, got))
					}
				}
				if n := strings.Count(k.log.String(), "\n"); n > 1 {
					t.Errorf("%s damaged at %d: %d lines in the log:\n%s", e.Name(), at, n, k.log.String())
				}
				if got, extracted, read := k.show(t, root); got != want || extracted > 0 || read {
					t.Fatalf("%s damaged at %d: it does not heal", e.Name(), at)
				}
			}
		}
	}
}

// A value that is whole but no Facts, which no damage makes, drops the cache too.
func TestForeignValue(t *testing.T) {
	root := files(t, map[string]string{"a.pl": "def A\n"})
	k := newKeeper(t)
	k.run(t, root, func(f *Folder, _ *Snapshot) {
		kept := f.session.facts.kept()
		kept.Put(kept.factsKey("plain", hashOf([]byte("def X\n"))), []byte{0, 1, 2})
		kept.Save(f.memoryKey(), []byte{200})
	})
	write(t, root, "a.pl", "def X\n")
	if got, extracted, _ := k.show(t, root); got != fresh(t, root) || extracted != 1 || strings.Count(k.log.String(), "damaged") != 1 {
		t.Errorf("%d extracted, %s", extracted, k.log.String())
	}
}

// A file that was changed so soon before it was read that a later change may have the same times is read again.
func TestTimesTooCloseAreNotTrusted(t *testing.T) {
	root := files(t, map[string]string{"a.pl": "def A\n"})
	k := newKeeper(t)
	k.opts.settle = disk.DefaultSettle
	k.show(t, root)
	if _, extracted, read := k.show(t, root); extracted != 0 || !read {
		t.Errorf("extracted %d, read %v", extracted, read)
	}
}

func TestMemoryIsEncoded(t *testing.T) {
	m := memory{"a/b.go": {disk.Stamp{Size: 1, Modified: 2, Changed: 3, Inode: 1<<64 - 1}, Hash{4}, "go", "", true, analysis.Head{Package: "b", Lines: 5, Symbols: 6, Mentions: 7, Generated: true, Augments: true}},
		"a/bc": {stamp: disk.Stamp{}, refused: "binary"}, "z": {}}
	data := m.encode()
	got, err := decodeMemory(data)
	if diff := cmp.Diff(m, got, cmp.AllowUnexported(memo{})); diff != "" || err != nil {
		t.Error(err, diff)
	}
	for n := range data {
		if _, err := decodeMemory(data[:n]); err == nil {
			t.Errorf("%d bytes of %d are a memory", n, len(data))
		}
	}
}

// What took too long, exploded or crashed once is not tried again at the next start, but some other day it is.
func TestFailuresAreKept(t *testing.T) {
	root := files(t, map[string]string{"a.pl": "def A\n", "slow.pl": "slow\n", "odd.pl": "odd\n"})
	k := newKeeper(t)
	for _, l := range k.opts.Languages {
		extract := l.Extract
		l.Extract = func(src []byte) (*analysis.Facts, error) {
			facts, err := extract(src)
			switch string(src) {
			case "slow\n":
				return nil, parse.ErrTimeout
			case "odd\n": // which says so at once
				return nil, errors.New("odd")
			}
			return facts, err
		}
	}
	problems := func(want int) {
		t.Helper()
		k.extracted.Store(0)
		k.run(t, root, func(_ *Folder, snap *Snapshot) {
			if slow, odd := snap.File("slow.pl").Problem, snap.File("odd.pl").Problem; slow != "parse_timeout" || odd != "odd" {
				t.Errorf("problems %q and %q", slow, odd)
			}
		})
		if got := int(k.extracted.Load()); got != want {
			t.Errorf("%d contents are extracted, want %d", got, want)
		}
	}
	problems(3)
	problems(1)
	// Of another day nothing is believed.
	slow := extracted{err: parse.ErrTimeout}
	log, hash := slog.New(slog.DiscardHandler), hashOf([]byte("slow\n"))
	k.opts.Cache.Dir = filepath.Join(t.TempDir(), "cache")
	kept := k.opts.Cache.open(log)
	for day := range 3 {
		kept.Put(kept.failureKey(k.opts.Languages[0].ID, hash, time.Now().AddDate(0, 0, day-4)), slow.encode(nil))
	}
	kept.Flush()
	problems(3)
	problems(1)
	if err := CheckKept(slow.encode(nil)); err != nil {
		t.Error(err)
	}
}
