package workspace

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/contextls/contextls/workspace/faulttest"
)

// Whatever comes and goes, on disk and in the editor, files of a shared extension are of the language that a new folder finds, and
// nothing is listed for a file that changes none of that.
func TestNeighboursAsListed(t *testing.T) {
	names := []string{"a.pl", "b.pl", "c.poly", "d.poly", "h.hd", "in/a.pl", "in/b.poly", "in/h.hd", "in/deep/c.poly", "in/deep/h.hd", "by/h.hd", "by/side/a.pl", "in/nul.poly"}
	for seed := range uint64(faulttest.Times(t, "folders whose files come and go at random", "× 80 changes", 8, 40, 400)) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			r, root, s := rand.New(rand.NewPCG(seed, 2)), t.TempDir(), newSession(t, false)
			f := add(t, s, root)
			ready(t, f)
			for i := range 80 {
				name := names[r.IntN(len(names))]
				abs := filepath.Join(root, filepath.FromSlash(name))
				switch r.IntN(6) {
				case 0, 1:
					_ = os.Remove(abs)
					s.DiskChanged([]string{abs})
				case 2, 3:
					text := fmt.Sprintf("def A%d\n", i)
					if r.IntN(4) == 0 || filepath.Base(name) == "nul.poly" {
						text = "\x00\x01\x00\x01" // refused once it is read
					}
					write(t, root, name, text)
					s.DiskChanged([]string{abs})
				case 4:
					s.Open(abs, []string{"unknown", "plain", "poly"}[r.IntN(3)], 1, "def B\n")
				case 5:
					s.CloseDocument(abs)
				}
				if r.IntN(3) > 0 {
					continue
				}
				now := ready(t, f)
				fresh := newSession(t, false)
				for p, doc := range f.documents {
					fresh.Open(filepath.Join(root, filepath.FromSlash(p)), doc.LanguageID, 1, doc.Text)
				}
				want := ready(t, add(t, fresh, root))
				language := func(f *File) string {
					if f == nil {
						return "not there"
					}
					return f.Language.ID
				}
				for _, name := range names {
					if was, is := language(want.File(name)), language(now.File(name)); was != is {
						t.Fatalf("after %d changes %s is %s, and %s to a new folder", i, name, is, was)
					}
				}
				fresh.Close()
			}
		})
	}
}

func TestNewFilesAmongAlike(t *testing.T) {
	root := files(t, map[string]string{"a.poly": "", "b.poly": "", "h.hd": "", "in/c.poly": ""})
	s := newSession(t, false)
	f := add(t, s, root)
	ready(t, f)
	for _, c := range []struct {
		name, language, ofHeader string
		listed                   uint64
	}{
		{"d.poly", "poly", "poly", 0},
		{"new/e.poly", "poly", "poly", 0},
		{"new/i.hd", "poly", "poly", 0},
		{"f.pl", "plain", "poly", 0},
		{"in/c.pl", "plain", "poly", 1}, // there are as many of both there now, so that headers are what they are by themselves
	} {
		before := f.listings.Load()
		write(t, root, c.name, "")
		s.DiskChanged([]string{filepath.Join(root, filepath.FromSlash(c.name))})
		snap := ready(t, f)
		if got := snap.File(c.name).Language.ID; got != c.language {
			t.Errorf("%s is %s, want %s", c.name, got, c.language)
		}
		if got := snap.File("h.hd").Language.ID; got != c.ofHeader {
			t.Errorf("with %s h.hd is %s, want %s", c.name, got, c.ofHeader)
		}
		if got := f.listings.Load() - before; got != c.listed {
			t.Errorf("for %s the folder was listed %d times, want %d", c.name, got, c.listed)
		}
	}
}
