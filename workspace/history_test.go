package workspace

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/contextls/contextls/workspace/git"
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

// The history of a head is read once, and of what came since only that is; so is that of a clone which borrows its objects, and each time
// it is told that it does.
func TestHistoryIsKept(t *testing.T) {
	root := repository(t)
	t.Run("own", func(t *testing.T) { testHistoryIsKept(t, root, nil) })
	clone := filepath.Join(t.TempDir(), "clone")
	root = repository(t)
	gitIn(t, root, "clone", "-q", "--shared", root, clone)
	t.Run("borrowed", func(t *testing.T) { testHistoryIsKept(t, clone, []string{git.ErrBorrowed.Error()}) })
}

func testHistoryIsKept(t *testing.T, root string, problems []string) {
	k := newKeeper(t)
	commits := func(k *keeper) (found []git.Commit) {
		t.Helper()
		k.run(t, root, func(_ *Folder, snap *Snapshot) {
			found, _ = snap.Written().Commits(t.Context())
			if head := snap.Head(); len(found) == 0 || found[0].Hash != head {
				t.Errorf("the first of %d commits is not %s", len(found), head)
			}
			if diff := cmp.Diff(problems, snap.Status().Degraded); diff != "" {
				t.Error(diff)
			}
		})
		return found
	}
	for step := range 3 {
		want := commits(newKeeper(t))
		if diff := cmp.Diff(want, commits(k)); diff != "" || len(want) != step+1 || want[0].Lines == nil {
			t.Errorf("step %d: %d commits\n%s", step, len(want), diff)
		}
		h, err := decodeHistory(k.page(t, root))
		if diff := cmp.Diff(want, h.commits); diff != "" || err != nil || h.headText == "" {
			t.Errorf("step %d: kept is %v\n%s", step, err, diff)
		}
		t.Run("without git", func(t *testing.T) {
			t.Setenv("PATH", t.TempDir())
			if diff := cmp.Diff(want, commits(k)); diff != "" {
				t.Error(diff)
			}
		})
		gitIn(t, root, "checkout", "-q", "-b", fmt.Sprint("branch", step)) // the same head by another name
		if diff := cmp.Diff(want, commits(k)); diff != "" {
			t.Errorf("step %d, on a new branch:\n%s", step, diff)
		}
		write(t, root, "a.pl", fmt.Sprintf("def A%d\n", step))
		commitAll(t, root)
	}
	gitIn(t, root, "checkout", "-q", "HEAD~2")
	if got := commits(k); len(got) != 2 {
		t.Errorf("%d commits at an earlier head", len(got))
	}
}

// page is what is kept of a folder's history.
func (k *keeper) page(t *testing.T, root string) (page []byte) {
	t.Helper()
	k.run(t, root, func(f *Folder, _ *Snapshot) { page = f.session.facts.kept().Load(f.historyKey()) })
	return page
}

func TestKeptHistoryIsWholeOrNothing(t *testing.T) {
	h := history{"text", "head", []git.Commit{
		{Hash: "0a1b", Time: time.Unix(50, 0), Subject: "s", Paths: []string{"a", "b"}, Lines: map[string][]uint32{"b": {1, 1 << 31}, "c": {}}},
		{Hash: "ff", Time: time.Unix(40, 0), Paths: []string{"b"}},
		{Hash: "00", Time: time.Unix(60, 0), Lines: map[string][]uint32{}},
	}}
	data := h.encode()
	got, err := decodeHistory(data)
	if diff := cmp.Diff(h, got, cmp.AllowUnexported(history{})); err != nil || diff != "" {
		t.Error(err, diff)
	}
	for n := range data {
		if _, err := decodeHistory(data[:n]); err == nil {
			t.Errorf("%d bytes of %d are a history", n, len(data))
		}
	}
}
