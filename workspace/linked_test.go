package workspace

import (
	"path/filepath"
	"testing"
	"time"
)

// within fails the test where something does not become so.
func within(t *testing.T, what string, is func() bool) {
	t.Helper()
	for end := time.Now().Add(time.Minute); !is(); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("not so within a minute: %s", what)
		}
	}
}

// A graph is kept while the folder is open, for the program may be killed, but none with text that is not saved.
func TestGraphIsKeptBeforeTheEnd(t *testing.T) {
	root := files(t, map[string]string{"a.pl": "import b.pl\nuse B\n", "b.pl": "def B\n"})
	k := newKeeper(t)
	k.opts.Watch, k.opts.Poll = true, time.Millisecond
	k.run(t, root, func(f *Folder, _ *Snapshot) {
		kept := func() bool { return f.session.facts.kept().FindPage(f.graphKey()) != nil }
		open := filepath.Join(root, "b.pl")
		f.session.Open(open, "plain", 1, "def C\n")
		render(t, f.Snapshot())
		time.Sleep(20 * time.Millisecond)
		if kept() {
			t.Error("a graph with unsaved text is kept")
		}
		f.session.Edit(open, 2, "def B\n")
		render(t, f.Snapshot())
		within(t, "the graph is kept", kept)
		other := NewSession(k.opts) // as after the program was killed
		defer other.Close()
		g, err := other.AddFolder(root)
		if err != nil {
			t.Fatal(err)
		}
		snap := ready(t, g)
		if g.keptGraph(snap, linkedFrom(snap)) == nil {
			t.Error("another program links from nothing")
		}
		if got, want := render(t, snap)+snap.ID(), fresh(t, root); got != want {
			t.Errorf("another program has %s\nand not %s", got, want)
		}
	})
}
