package workspace

import (
	"os/exec"
	"path/filepath"
	"testing"
)

// repository is a folder with one file and one commit.
func repository(t testing.TB) string {
	t.Helper()
	root := files(t, map[string]string{"a.pl": "def A\n"})
	for _, args := range [][]string{{"init", "-q"}, {"add", "-A"}} {
		gitIn(t, root, args...)
	}
	commitAll(t, root)
	return root
}

func commitAll(t testing.TB, root string) {
	t.Helper()
	gitIn(t, root, "-c", "user.name=n", "-c", "user.email=e@x", "commit", "-q", "-a", "--allow-empty", "-m", "m")
}

func gitIn(t testing.TB, root string, args ...string) {
	t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir = root
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("git %q: %v\n%s", args, err, out)
	}
}

// A save asks git for nothing, a commit has the history read again.
func TestSaveAsksNoGit(t *testing.T) {
	root := repository(t)
	s := newSession(t, false)
	f, err := s.AddFolder(root)
	if err != nil {
		t.Fatal(err)
	}
	save := func(text string) *Snapshot {
		write(t, root, "a.pl", text)
		s.DiskChanged([]string{filepath.Join(root, "a.pl")})
		return ready(t, f)
	}
	first := ready(t, f)
	t.Run("without git", func(t *testing.T) {
		t.Setenv("PATH", t.TempDir())
		saved := save("def B\ndef C\n")
		if status := saved.Status(); status.State != Ready || saved.Head() != first.Head() || len(saved.Commits()) != 1 {
			t.Errorf("after a save %v, with %d commits at %q", status, len(saved.Commits()), saved.Head())
		}
	})
	commitAll(t, root)
	if after := save("def D\n"); len(after.Commits()) != 2 || after.Head() == first.Head() {
		t.Errorf("after a commit there are %d at %q", len(after.Commits()), after.Head())
	}
}

func BenchmarkSave(b *testing.B) {
	root := repository(b)
	s := newSession(b, false)
	f, err := s.AddFolder(root)
	if err != nil {
		b.Fatal(err)
	}
	ready(b, f)
	for i := 0; b.Loop(); i++ {
		write(b, root, "a.pl", []string{"def A\n", "def B\n"}[i%2])
		s.DiskChanged([]string{filepath.Join(root, "a.pl")})
		ready(b, f)
	}
}
