package workspace

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/workspace/faulttest"
)

// shows is what a snapshot says, Facts and uses among it.
func shows(t testing.TB, s *Snapshot) string {
	t.Helper()
	out := render(t, s) + s.ID() + "\n"
	g, err := s.Graph(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for n := range int32(g.Len()) {
		if f := g.File(n).Facts.Get(); f != nil {
			out += fmt.Sprintf("%s %v %v\n", g.Path(n), f.Symbols, f.References)
			for _, s := range f.Symbols {
				out += fmt.Sprintln(g.Definers(s.Name))
			}
		}
		out += fmt.Sprintln(g.Uses(n), g.OwnUses(n))
	}
	return out
}

// within fails the test where something does not become so.
func within(t *testing.T, what string, is func() bool) {
	t.Helper()
	for end := time.Now().Add(time.Minute); !is(); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("not so within a minute: %s", what)
		}
	}
}

// After any changes, whether folders have rested in between or not, they and the snapshots that were taken before show what they would.
func TestRestedShowsTheSame(t *testing.T) {
	names := []string{"a.pl", "b.pl", "dir/c.pl", "e.txt", ".gitignore", "base.conf", "b.poly", "h.hd", "tool"}
	lines := []string{"def A", "def B", "use A", "use B", "import a.pl", "import dir/c.pl", "fail", "#!/bin/plain", "def " + "AKIA" + "Z7Q4WCHNEXJ2KLMR"}
	for seed := range uint64(faulttest.Times(t, "folders that rest between changes at random", "× 60 changes", 8, 40, 400)) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			r, root := rand.New(rand.NewPCG(seed, 1)), t.TempDir()
			for n, name := range names {
				stamped(t, root, name, "", n)
			}
			session, _ := sharing(t)
			o := Options{Cache: Cache{Dir: filepath.Join(t.TempDir(), "cache"), MaxBytes: 1 << 30, Program: program(t, "1")}}
			sessions := []*Session{session(o), session(o)}
			folders := []*Folder{add(t, sessions[0], root), add(t, sessions[1], root)}
			rested := 0
			for n := range 60 {
				name, at := names[r.IntN(len(names))], r.IntN(2)
				abs, s, f := filepath.Join(root, filepath.FromSlash(name)), sessions[at], folders[at]
				text := ""
				for range r.IntN(4) {
					text += lines[r.IntN(len(lines))] + "\n"
				}
				if name == ".gitignore" {
					text = []string{"", "b.pl\n", "dir/\n"}[r.IntN(3)]
				}
				switch r.IntN(8) {
				case 0:
					_ = os.Remove(abs)
					s.DiskChanged([]string{abs})
					sessions[1-at].DiskChanged([]string{abs})
				case 1, 2:
					stamped(t, root, name, text, n)
					s.DiskChanged([]string{abs})
					sessions[1-at].DiskChanged([]string{abs})
				case 3, 4:
					s.Open(abs, "", int32(n), text)
				case 5:
					s.CloseDocument(abs)
				default:
					for path := range maps.Clone(s.documents) {
						if r.IntN(3) > 0 {
							s.CloseDocument(path)
						}
					}
					snap := ready(t, f)
					want := shows(t, snap)
					var meanwhile sync.WaitGroup
					meanwhile.Go(func() {
						if got := shows(t, snap); got != want {
							t.Errorf("while the folder goes to rest (-before +got)\n%s", cmp.Diff(want, got))
						}
					})
					if f.Rest() {
						rested++
					}
					meanwhile.Wait()
					for _, snap := range []*Snapshot{snap, f.Snapshot()} {
						if got := shows(t, snap); got != want {
							t.Fatalf("after a rest (-before +got)\n%s", cmp.Diff(want, got))
						}
					}
				}
				if n%5 > 0 {
					continue
				}
				alone := newSession(t, false)
				want := add(t, alone, root)
				for path, d := range s.documents {
					alone.Open(path, d.LanguageID, d.Version, d.Text)
				}
				if got, want := shows(t, ready(t, f)), shows(t, ready(t, want)); got != want {
					t.Fatalf("after %d changes and %d rests (-alone +got)\n%s", n+1, rested, cmp.Diff(want, got))
				}
			}
			if rested == 0 {
				t.Error("no folder ever rested")
			}
		})
	}
}

// A folder that rests lets go of its Facts and its graph, and what is derived from it is made of what is kept.
func TestRest(t *testing.T) {
	root := files(t, map[string]string{"a.pl": "import b.pl\nuse B\n", "b.pl": "def B\n"})
	k := newKeeper(t)
	k.run(t, root, func(f *Folder, snap *Snapshot) {
		want := shows(t, snap)
		before, err := snap.Graph(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		var again []string
		f.KeepBeside(before, func() []byte { return []byte("beside") }, func(was *analysis.Graph, stored analysis.Stored, now *analysis.Graph) error {
			again = append(again, string(stored.Read(0, stored.Len(), nil)))
			if was != now || now == before {
				t.Error("it is not made for the graph that is kept")
			}
			return nil
		})
		facts := snap.File("b.pl").facts
		symbols := facts.Get().Symbols
		if !f.Rest() || !slices.Equal(again, []string{"beside"}) {
			t.Fatalf("it did not rest: %q", again)
		}
		if f.newest == before || f.linked.graph == before || f.Snapshot().graph == before {
			t.Error("it has the graph of before")
		}
		if now := facts.Get().Symbols; &now[0] == &symbols[0] || !slices.Equal(now, symbols) {
			t.Errorf("Facts are %v, and were %v", now, symbols)
		}
		if got := shows(t, f.Snapshot()); got != want {
			t.Error(cmp.Diff(want, got))
		}
	})
	if k.log.Len() > 0 {
		t.Error(k.log.String())
	}
}

// Where what is kept was dropped, the folder stays as it is, and what is damaged after it went to rest is read anew.
func TestRestWithoutWhatIsKept(t *testing.T) {
	root := files(t, map[string]string{"a.pl": "import b.pl\nuse B\n", "b.pl": "def B\n"})
	k := newKeeper(t)
	k.run(t, root, func(f *Folder, snap *Snapshot) {
		want := shows(t, snap)
		if !f.Rest() {
			t.Fatal("it did not rest")
		}
		k.spoil(t)
		f.Snapshot().File("b.pl").facts.Get()
		within(t, "the file is read anew", func() bool { return !ready(t, f).File("b.pl").facts.Lost() && shows(t, ready(t, f)) == want })
		if err := f.session.facts.kept().Clear(); err != nil {
			t.Fatal(err)
		}
		if f.Rest() {
			t.Error("it rests on nothing")
		}
		if got := shows(t, f.Snapshot()); got != want {
			t.Error(cmp.Diff(want, got))
		}
	})
}

// Who works with a folder keeps it from rest, for longer when it has rested before, and one that has rested does not do so again.
func TestRestsOnceUnused(t *testing.T) {
	root := files(t, map[string]string{"a.pl": "def A\n"})
	k := newKeeper(t)
	k.run(t, root, func(f *Folder, snap *Snapshot) {
		graph := f.newest
		look := func(unused time.Duration, facts int64) bool {
			f.site.used.Store(time.Now().Add(-unused).UnixNano())
			f.session.facts.taken.Store(f.had + facts)
			graph = f.newest
			f.lookUnused()
			return f.newest != graph
		}
		if look(2*restAfter, restFrom) {
			t.Error("it rests before it has a graph")
		}
		render(t, snap)
		if look(keepAfter/2, restFrom) || look(2*keepAfter, restFrom/2) || !look(2*keepAfter, restFrom) {
			t.Error("it rests at other times after it was indexed")
		}
		if look(restAfter/2, restFrom) || look(2*restAfter, restFrom/2) || !look(2*restAfter, restFrom) || !look(3*restAfter, restFrom) {
			t.Error("it rests at other times")
		}
		f.session.facts.taken.Store(f.had + restFrom)
		graph = f.newest
		if f.lookUnused(); f.newest != graph {
			t.Error("it rests twice after it was used once")
		}
	})
}
