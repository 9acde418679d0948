//go:build unix

package workspace

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// A document is one of the folder's files, by whatever name it was opened: through a link in the folder, or to it, or
// by the real name of a folder that is opened through a link itself.
func TestDocumentsThroughLinks(t *testing.T) {
	real, err := filepath.EvalSymlinks(files(t, map[string]string{"pkg/a.pl": "def A\n", "pkg/b.pl": "def B\n"}))
	if err != nil {
		t.Fatal(err)
	}
	links := t.TempDir()
	outside := files(t, map[string]string{"x.pl": "def X\n"})
	for name, to := range map[string]string{
		filepath.Join(links, "folder"): real, filepath.Join(real, "alias"): "pkg", filepath.Join(real, "deep"): filepath.Join(links, "folder", "alias"),
		filepath.Join(real, "one.pl"): filepath.Join("pkg", "a.pl"), filepath.Join(real, "out"): outside,
	} {
		if err := os.Symlink(to, name); err != nil {
			t.Fatal(err)
		}
	}
	for _, root := range []string{real, filepath.Join(links, "folder")} {
		for _, early := range []bool{true, false} { // opened before the folder, or after
			for name, rel := range map[string]string{
				filepath.Join(real, "pkg", "a.pl"): "pkg/a.pl", filepath.Join(real, "alias", "a.pl"): "pkg/a.pl",
				filepath.Join(real, "deep", "a.pl"): "pkg/a.pl", filepath.Join(real, "one.pl"): "pkg/a.pl",
				filepath.Join(links, "folder", "pkg", "a.pl"): "pkg/a.pl", filepath.Join(links, "folder", "deep", "a.pl"): "pkg/a.pl",
				filepath.Join(links, "folder", "alias", "new", "n.pl"): "pkg/new/n.pl",
			} {
				s := newSession(t, false)
				if early {
					s.Open(name, "plain", 1, "def One\n")
				}
				f, err := s.AddFolder(root)
				if err != nil {
					t.Fatal(err)
				}
				ready(t, f)
				if !early {
					s.Open(name, "plain", 1, "def One\n")
				}
				s.Edit(name, 2, "def Two\n")
				snap := ready(t, f)
				if text, err := snap.Text(rel); err != nil || text != "def Two\n" {
					t.Errorf("%s of %s: the text is %q, %v", name, root, text, err)
				}
				if of, at, ok := s.FolderOf(name); !ok || of != f || at != rel {
					t.Errorf("%s of %s belongs to %q", name, root, at)
				}
				for _, file := range snap.Files() {
					if (file.Document != nil) != (file.Path == rel) {
						t.Errorf("%s of %s is open as %s", name, root, file.Path)
					}
				}
				s.CloseDocument(name)
				if text, err := ready(t, f).Text(rel); text == "def Two\n" {
					t.Errorf("%s of %s is closed, and its text still is %q, %v", name, root, text, err)
				}
			}
		}
	}

	// What a link leads out of the folder is left out under the link's name, as it always was.
	s := newSession(t, false)
	f, err := s.AddFolder(real)
	if err != nil {
		t.Fatal(err)
	}
	ready(t, f)
	s.Open(filepath.Join(real, "out", "x.pl"), "plain", 1, "def Y\n")
	if reason := ready(t, f).Reason("out/x.pl"); reason != "link outside the folder" {
		t.Errorf("it is left out because of %q", reason)
	}
	if _, rel, _ := s.FolderOf(filepath.Join(real, "out", "x.pl")); rel != "out/x.pl" {
		t.Errorf("it belongs to %q", rel)
	}
}

// Of a file that is open under two names the last edit counts, and the other text when that is closed.
func TestOneFileOpenTwice(t *testing.T) {
	root := files(t, map[string]string{"pkg/a.pl": "def A\n"})
	if err := os.Symlink("pkg", filepath.Join(root, "alias")); err != nil {
		t.Fatal(err)
	}
	s := newSession(t, false)
	f, err := s.AddFolder(root)
	if err != nil {
		t.Fatal(err)
	}
	one, two := filepath.Join(root, "pkg", "a.pl"), filepath.Join(root, "alias", "a.pl")
	want := func(text string) {
		t.Helper()
		if got, err := ready(t, f).Text("pkg/a.pl"); got != text {
			t.Errorf("the text is %q, %v, want %q", got, err, text)
		}
	}
	s.Open(one, "plain", 1, "def B\n")
	s.Open(two, "plain", 1, "def C\n")
	want("def C\n")
	s.Edit(one, 2, "def D\n")
	want("def D\n")
	s.CloseDocument(one)
	want("def C\n")
	s.CloseDocument(two)
	want("def A\n")
}

// A change that is told of by another name of the file is a change of the file.
func TestDiskChangedThroughLinks(t *testing.T) {
	root := files(t, map[string]string{"pkg/a.pl": "def A\n"})
	link := filepath.Join(t.TempDir(), "link")
	for name, to := range map[string]string{link: root, filepath.Join(root, "alias"): "pkg"} {
		if err := os.Symlink(to, name); err != nil {
			t.Fatal(err)
		}
	}
	s := newSession(t, false)
	f, err := s.AddFolder(root)
	if err != nil {
		t.Fatal(err)
	}
	ready(t, f)
	for i, name := range []string{filepath.Join(root, "alias", "b.pl"), filepath.Join(link, "c.pl"), filepath.Join(link, "alias", "d.pl")} {
		if err := os.WriteFile(name, []byte("def B\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		s.DiskChanged([]string{name})
		want := []string{"pkg/b.pl", "c.pl", "pkg/d.pl"}[i]
		if ready(t, f).File(want) == nil {
			t.Errorf("%s is not %s of the folder", name, want)
		}
	}
	many := slices.Repeat([]string{filepath.Join(link, "alias", "e.pl")}, scanFrom+1)
	if err := os.WriteFile(many[0], []byte("def E\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	s.DiskChanged(many)
	if ready(t, f).File("pkg/e.pl") == nil {
		t.Error("one of many is not taken in")
	}
}
