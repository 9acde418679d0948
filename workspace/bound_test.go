package workspace

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Of too many files the deepest are not read, which the folder says, until there is room or one is opened.
func TestTooManyFiles(t *testing.T) {
	root := files(t, map[string]string{"a.pl": "import b.pl\nimport deep/d.pl\n", "lib/b.pl": "", "lib/c.pl": "", "lib/deep/d.pl": "def D\n",
		"text.txt": "", "base.conf": "lib/\n"})
	s := bounded(t, false, 2)
	f, err := s.AddFolder(root)
	if err != nil {
		t.Fatal(err)
	}
	shows := func(what string, unread []Excluded, degraded []string, leads ...string) {
		t.Helper()
		snap := ready(t, f)
		if diff := cmp.Diff(unread, snap.Excluded()); diff != "" {
			t.Errorf("%s, what is not read (-want +got):\n%s", what, diff)
		}
		if diff := cmp.Diff(leads, edges(t, snap)); diff != "" {
			t.Errorf("%s, edges (-want +got):\n%s", what, diff)
		}
		if diff := cmp.Diff(degraded, snap.Status().Degraded); diff != "" {
			t.Errorf("%s, what it says (-want +got):\n%s", what, diff)
		}
	}
	remove := func(name string) {
		t.Helper()
		path := filepath.Join(root, filepath.FromSlash(name))
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
		s.DiskChanged([]string{path})
	}
	both := []Excluded{{"lib/c.pl", TooMany}, {"lib/deep/d.pl", TooMany}}
	says := []string{"2 files are not read: the folder has more than 2 (maxFiles)"}
	shows("at first", both, says, "a.pl>lib/b.pl", "a.pl>lib/deep/d.pl")
	deep := filepath.Join(root, "lib", "deep", "d.pl")
	s.Open(deep, "plain", 1, "def D\nimport c.pl\n")
	shows("with one of them open", both[:1], says, "a.pl>lib/b.pl", "a.pl>lib/deep/d.pl", "lib/deep/d.pl>lib/c.pl")
	s.CloseDocument(deep)
	shows("closed again", both, says, "a.pl>lib/b.pl", "a.pl>lib/deep/d.pl")
	if text, err := f.Snapshot().Text("lib/deep/d.pl"); text != "def D\n" || err != nil {
		t.Errorf("its text is %q, error %v", text, err)
	}
	remove("lib/b.pl")
	shows("with room for one", both[1:], []string{"1 files are not read: the folder has more than 2 (maxFiles)"}, "a.pl>lib/deep/d.pl")
	remove("a.pl")
	shows("with room for all", []Excluded{}, nil)
}
