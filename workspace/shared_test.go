package workspace

import (
	"context"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/workspace/faulttest"
	"github.com/contextls/contextls/workspace/parse"
)

// sharing makes sessions that share what they can, and counts what they extract.
func sharing(t testing.TB) (session func(o Options) *Session, extracted *atomic.Int32) {
	t.Helper()
	extracted = new(atomic.Int32)
	langs := []*analysis.Language{plain(), poly()}
	for _, l := range langs {
		extract := l.Extract
		l.Extract = func(src []byte) (*analysis.Facts, error) {
			extracted.Add(1)
			return extract(src)
		}
	}
	shared := NewShared(parse.Options{Log: slog.New(slog.DiscardHandler)})
	t.Cleanup(shared.Close)
	return func(o Options) *Session {
		o.Languages, o.Shared, o.History, o.Log, o.settle = langs, shared, 10, slog.New(slog.DiscardHandler), time.Nanosecond
		s := NewSession(o)
		t.Cleanup(s.Close)
		return s
	}, extracted
}

func add(t testing.TB, s *Session, root string) *Folder {
	t.Helper()
	f, err := s.AddFolder(root)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// Of a folder that another session has open, nothing is read or linked again; each sees its own unsaved text.
func TestSharedFolder(t *testing.T) {
	root := repository(t)
	for i, name := range []string{"a.pl", "b.pl", "c.pl"} {
		stamped(t, root, name, []string{"import b.pl\nuse B\n", "def B\n", "def C\n"}[i], i)
	}
	commitAll(t, root)
	session, extracted := sharing(t)
	one := session(Options{})
	first := add(t, one, root)
	shown := render(t, ready(t, first))
	before := extracted.Load()

	two := session(Options{})
	second := add(t, two, root)
	snap := ready(t, second)
	if got := render(t, snap) + snap.ID(); got != shown+first.Snapshot().ID() || got != fresh(t, root) {
		t.Errorf("it shows\n%s, the first\n%s", got, shown)
	}
	if n := extracted.Load() - before; n != 0 {
		t.Errorf("%d files were extracted again", n)
	}
	if n, m := first.SharedWith(), second.SharedWith(); n != 1 || m != 1 {
		t.Errorf("shared with %d and %d", n, m)
	}
	if r := second.Readings(); r.Read != 0 || r.Recalled != 3 {
		t.Errorf("readings %+v", r)
	}
	if commits := second.Snapshot().Commits(); len(commits) == 0 || &commits[0] != &first.Snapshot().Commits()[0] {
		t.Error("the history was read again")
	}
	graphs := map[*analysis.Graph]bool{}
	for _, f := range []*Folder{first, second} {
		g, err := f.Snapshot().Graph(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		graphs[g] = true
	}
	if len(graphs) != 1 {
		t.Error("the graph was linked again")
	}

	for i, s := range []*Session{one, two} {
		s.Open(filepath.Join(root, "c.pl"), "plain", 1, []string{"import b.pl\nuse B\n", "import a.pl\n"}[i])
	}
	for i, f := range []*Folder{first, second} {
		alone := newSession(t, false)
		ready(t, add(t, alone, root))
		alone.Open(filepath.Join(root, "c.pl"), "plain", 1, []string{"import b.pl\nuse B\n", "import a.pl\n"}[i])
		if got, want := render(t, f.Snapshot()), render(t, alone.Folders()[0].Snapshot()); got != want {
			t.Errorf("session %d sees\n%s, want\n%s", i, got, want)
		}
	}
	one.Close()
	two.CloseDocument(filepath.Join(root, "c.pl"))
	if got := render(t, second.Snapshot()); got != shown {
		t.Errorf("without the first one, the second shows\n%s, want\n%s", got, shown)
	}
}

// What changes on disk is read once, by whichever session comes first: files, and the history.
func TestSharedChange(t *testing.T) {
	root := repository(t)
	for i := range 40 {
		stamped(t, root, fmt.Sprintf("%d.pl", i), "def A\n", i)
	}
	gitIn(t, root, "add", "-A")
	commitAll(t, root)
	session, extracted := sharing(t)
	var folders []*Folder
	for range 4 {
		folders = append(folders, add(t, session(Options{}), root))
	}
	together := func(do func(f *Folder)) {
		var all sync.WaitGroup
		for _, f := range folders {
			all.Go(func() { do(f) })
		}
		all.Wait()
	}
	together(func(f *Folder) { ready(t, f) })
	for round := range 3 {
		for i := range 40 {
			stamped(t, root, fmt.Sprintf("%d.pl", i), fmt.Sprintf("def B%d\ndef C%d\n", round, i)+strings.Repeat("\n", round), 100*round+i) // of a size that git cannot miss
		}
		gitIn(t, root, "add", "-A")
		commitAll(t, root)
		before := extracted.Load()
		together(func(f *Folder) {
			if err := f.Rescan(t.Context(), false); err != nil {
				t.Error(err)
			}
		})
		if n := extracted.Load() - before; n != 40 {
			t.Errorf("round %d: %d files were extracted", round, n)
		}
		first := folders[0].Snapshot().Commits()
		for _, f := range folders[1:] {
			if commits := f.Snapshot().Commits(); len(commits) != round+3 || &commits[0] != &first[0] {
				t.Errorf("round %d: the history was read again, or is not whole: %d commits", round, len(commits))
			}
		}
	}
}

// What is left out is each session's own, whatever another one has read.
func TestSharedButForSettings(t *testing.T) {
	root := files(t, map[string]string{"a.pl": "import b.pl\nuse B\n", "b.pl": "def B\n", "large.pl": "def L\ndef M\ndef N\ndef O\n"})
	session, _ := sharing(t)
	ready(t, add(t, session(Options{}), root))
	for _, o := range []Options{{Ignore: []string{"b.pl"}}, {MaxFileBytes: 20}, {MaxFiles: 1}, {ShowSecrets: true}} {
		alone := o
		alone.Languages, alone.Log = []*analysis.Language{plain(), poly()}, slog.New(slog.DiscardHandler)
		s := NewSession(alone)
		t.Cleanup(s.Close)
		want := render(t, ready(t, add(t, s, root)))
		if got := render(t, ready(t, add(t, session(o), root))); got != want {
			t.Errorf("%+v: it shows\n%s, want\n%s", o, got, want)
		}
	}
}

// Sessions that watch the same folder, one of which comes and goes, list and watch it once; after any changes on disk and in the
// editors each shows what it would show alone.
func TestSharedWatching(t *testing.T) {
	names := []string{"a.pl", "b.pl", "dir/c.pl", "dir/sub/d.pl", "dir/.gitignore", ".gitignore", "new/e.pl", "h.hd", "a.poly"}
	for seed := range uint64(faulttest.Times(t, "folders that several sessions watch, changed at random", "× 60 changes", 4, 20, 300)) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			root, r := t.TempDir(), rand.New(rand.NewPCG(seed, 7))
			text := func(name string) string {
				if strings.HasSuffix(name, ".gitignore") {
					return []string{"", "*.poly\n", "sub/\n", "dir/\n", "b.pl\n"}[r.IntN(5)]
				}
				return fmt.Sprintf("def D%d\nimport b.pl\nuse D%d\n", r.IntN(9), r.IntN(9))
			}
			session, _ := sharing(t)
			var sessions []*Session
			come := func() {
				s := session(Options{Watch: true, Poll: 50 * time.Millisecond})
				add(t, s, root)
				sessions = append(sessions, s)
			}
			come()
			come()
			for version := range int32(60) {
				name := names[r.IntN(len(names))]
				abs := filepath.Join(root, filepath.FromSlash(name))
				s := sessions[r.IntN(len(sessions))]
				switch r.IntN(9) {
				case 0, 1, 2:
					write(t, root, name, text(name))
				case 3:
					os.Remove(abs)
				case 4:
					os.RemoveAll(filepath.Join(root, []string{"dir", "new", "dir/sub"}[r.IntN(3)]))
				case 5:
					os.Rename(filepath.Join(root, "dir"), filepath.Join(root, "new"))
				case 6:
					s.Open(abs, "", version, text(name))
				case 7:
					s.CloseDocument(abs)
				case 8:
					if len(sessions) == 3 {
						i := r.IntN(3)
						sessions[i].Close()
						sessions = slices.Delete(sessions, i, i+1)
					} else {
						come()
					}
				}
				if r.IntN(3) == 0 {
					f := s.Folders()
					if len(f) == 1 && f[0].Sync(t.Context()) != nil {
						t.Error("it is not in sync")
					}
				}
			}
			for _, s := range sessions {
				f := s.Folders()[0]
				if f.lookout != sessions[0].Folders()[0].lookout {
					t.Error("the folder is looked at twice")
				}
				alone := newSession(t, false)
				want := add(t, alone, root)
				for path, d := range s.documents {
					alone.Open(path, d.LanguageID, d.Version, d.Text)
				}
				if err := f.Sync(t.Context()); err != nil {
					t.Fatal(err)
				}
				if got, want := render(t, ready(t, f)), render(t, ready(t, want)); got != want {
					t.Errorf("after it was told of all (-alone +got)\n%s", cmp.Diff(want, got))
				}
			}
		})
	}
}

// A listing that others have made is taken only where it is no older than what is known.
func TestSharedListing(t *testing.T) {
	root := files(t, map[string]string{"a.pl": "def A\n"})
	session, _ := sharing(t)
	one, two := add(t, session(Options{}), root), add(t, session(Options{}), root)
	ready(t, one)
	ready(t, two)
	before := time.Now()
	if err := one.Rescan(t.Context(), false); err != nil {
		t.Fatal(err)
	}
	l := one.lookout
	if two.lookout != l || !before.Before(l.last.began) {
		t.Fatal("the listing is not shared")
	}
	began := l.last.began
	two.refreshAt(nil, true, before)
	if ready(t, two); l.last.began != began {
		t.Error("it is listed again")
	}
	write(t, root, "c.txt", "c")
	two.mu.Lock()
	two.rescan = before
	two.mu.Unlock()
	two.refresh([]string{"c.txt"}, false)
	if ready(t, two).File("c.txt") == nil || l.last.began != began {
		t.Error("what was told after the listing is not looked at, or everything is")
	}
	write(t, root, "b.txt", "b")
	two.refresh([]string{"b.txt"}, false)
	ready(t, two)
	two.refreshAt(nil, true, before)
	if ready(t, two).File("b.txt") == nil || l.last.began == began {
		t.Error("what is known is taken from a listing that is older")
	}
}

// Sessions that type in the same folder at the same time each see what they would see alone.
func TestSharedTyping(t *testing.T) {
	texts := map[string]string{}
	for i := range 20 {
		texts[fmt.Sprintf("%02d.pl", i)] = fmt.Sprintf("def D%d\nimport %02d.pl\nuse D%d\n", i, (i+1)%20, (i+1)%20)
	}
	root := files(t, texts)
	session, _ := sharing(t)
	var typing sync.WaitGroup
	for n := range 4 {
		s := session(Options{})
		f := add(t, s, root)
		random := rand.New(rand.NewPCG(uint64(n), 1))
		typing.Go(func() {
			open := map[string]string{}
			for version := range int32(60) {
				name := fmt.Sprintf("%02d.pl", random.IntN(22))
				path := filepath.Join(root, name)
				text := fmt.Sprintf("def D%d\nimport %02d.pl\nuse D%d\n", random.IntN(20), random.IntN(22), random.IntN(20))
				if _, is := open[name]; is {
					s.Edit(path, version, text)
				} else {
					s.Open(path, "plain", version, text)
				}
				open[name] = text
				if version%5 == 0 {
					if _, err := f.Snapshot().Graph(context.Background()); err != nil {
						t.Error(err)
					}
				}
			}
			alone := newSession(t, false)
			want := add(t, alone, root)
			for name, text := range open {
				alone.Open(filepath.Join(root, name), "plain", 1, text)
			}
			if got, want := render(t, ready(t, f)), render(t, ready(t, want)); got != want {
				t.Errorf("session %d sees\n%s, want\n%s", n, got, want)
			}
		})
	}
	typing.Wait()
}

// Facts that nobody has any more are not kept.
func TestLiving(t *testing.T) {
	l := &living{known: map[factKey]alive{}}
	facts := analysis.Known(&analysis.Facts{Language: "plain"})
	one := l.put(factKey{language: "plain"}, extracted{facts: facts})
	if two := l.put(factKey{language: "plain"}, extracted{facts: analysis.Known(&analysis.Facts{})}); two.facts != one.facts {
		t.Error("there are two of one content")
	}
	if e, known := l.get(factKey{language: "plain"}); !known || e.facts != facts {
		t.Errorf("%+v, %v", e, known)
	}
	runtime.KeepAlive(facts)
	facts, one = nil, extracted{}
	for end := time.Now().Add(time.Minute); ; time.Sleep(time.Millisecond) {
		runtime.GC()
		l.mu.Lock()
		n := len(l.known)
		l.mu.Unlock()
		if n == 0 {
			return
		}
		if time.Now().After(end) {
			t.Fatal("they are kept")
		}
	}
}

// A folder goes by the environment of its client, the last of two values of a variable.
func TestEnvironment(t *testing.T) {
	t.Setenv("OF_PROCESS", "yes")
	root := t.TempDir()
	own := newSession(t, false)
	theirs := NewSession(Options{Environment: []string{"A=1", "A=2", "AB=3"}, Log: slog.New(slog.DiscardHandler)})
	t.Cleanup(theirs.Close)
	for _, tt := range []struct {
		session    *Session
		name, want string
	}{{own, "OF_PROCESS", "yes"}, {theirs, "OF_PROCESS", ""}, {theirs, "A", "2"}, {theirs, "AB", "3"}} {
		if got := add(t, tt.session, root).getenv(tt.name); got != tt.want {
			t.Errorf("%s is %q, want %q", tt.name, got, tt.want)
		}
	}
}
