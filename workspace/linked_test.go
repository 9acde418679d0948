package workspace

import (
	"path/filepath"
	"testing"
	"time"
)

// A graph is kept while the folder is open, for the program may be killed, but none with text that is not saved.
func TestGraphIsKeptBeforeTheEnd(t *testing.T) {
	root := files(t, map[string]string{"a.pl": "import b.pl\nuse B\n", "b.pl": "def B\n"})
	k := newKeeper(t)
	k.run(t, root, func(f *Folder, _ *Snapshot) {
		keeps := func(unused time.Duration) bool {
			render(t, f.Snapshot())
			f.site.used.Store(time.Now().Add(-unused).UnixNano())
			f.lookUnused()
			return f.session.facts.kept().FindPage(f.graphKey()) != nil
		}
		open := filepath.Join(root, "b.pl")
		if f.session.Open(open, "plain", 1, "def C\n"); keeps(2 * keepAfter) {
			t.Error("a graph with unsaved text is kept")
		}
		if f.session.Edit(open, 2, "def B\n"); keeps(keepAfter / 2) {
			t.Error("a graph is kept while somebody works with it")
		}
		if !keeps(2 * keepAfter) {
			t.Error("no graph is kept")
		}
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
