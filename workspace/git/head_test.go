package git

import (
	"os"
	"path/filepath"
	"testing"
)

// Whatever gives HEAD another commit gives it another text; what does not leaves the text alone.
func TestHeadText(t *testing.T) {
	dir := repo(t)
	linked := filepath.Join(t.TempDir(), "linked")
	git(t, dir, "worktree", "add", "-q", linked, "side")
	texts := func(at string) (text, head string) {
		t.Helper()
		head, err := Head(t.Context(), at)
		if err != nil {
			t.Fatal(err)
		}
		return HeadText(at), head
	}
	for _, at := range []string{dir, filepath.Join(dir, "app"), linked} {
		seen := map[string]string{} // head → text
		for _, step := range [][]string{
			{"status"}, {"commit", "-q", "--allow-empty", "-m", "m"}, {"gc", "-q"}, {"pack-refs", "--all"},
			{"commit", "-q", "--amend", "--allow-empty", "-m", "n"}, {"checkout", "-q", "--detach"}, {"checkout", "-q", "-b", "a/b-" + filepath.Base(at)},
			{"reset", "-q", "--soft", "HEAD~1"}, {"pack-refs", "--all"},
		} {
			before, headBefore := texts(at)
			git(t, at, step...)
			after, head := texts(at)
			if after == "" || (head != headBefore) && after == before {
				t.Errorf("%s: after git %q the text is %q, before %q", at, step, after, before)
			}
			if step[0] != "checkout" && head == headBefore && after != before {
				t.Errorf("%s: git %q makes of %q the text %q", at, step, before, after)
			}
			seen[head] = after
		}
		if len(seen) < 3 {
			t.Errorf("%s had %d commits checked out", at, len(seen))
		}
	}
}

func TestHeadTextWhereOnlyGitKnows(t *testing.T) {
	hash := "0123456789012345678901234567890123456789"
	for name, files := range map[string]map[string]string{
		"no commits":     {".git/HEAD": "ref: refs/heads/main\n"},
		"reftable":       {".git/HEAD": "ref: refs/heads/.invalid\n", ".git/reftable/tables.list": "x"},
		"a ref to a ref": {".git/HEAD": "ref: refs/heads/a\n", ".git/refs/heads/a": "ref: refs/heads/b\n", ".git/refs/heads/b": hash},
		"outside":        {".git/HEAD": "ref: refs/heads/../../../x\n", "x": hash},
		"no head":        {".git/x": ""},
		"a worktree's":   {".git/HEAD": "ref: refs/bisect/bad\n", ".git/refs/bisect/bad": hash},
		"an odd .git":    {".git": "x"},
		"a lost .git":    {".git": "gitdir: gone"},
	} {
		dir := t.TempDir()
		for p, text := range files {
			write(t, dir, p, text)
		}
		if got := HeadText(dir); got != "" {
			t.Errorf("%s: %q", name, got)
		}
	}
	if got := HeadText(filepath.Join(t.TempDir(), "gone")); got != "" {
		t.Errorf("no directory: %q", got)
	}
	dir := t.TempDir()
	t.Setenv("GIT_CEILING_DIRECTORIES", filepath.Dir(dir))
	outside := HeadText(dir)
	git(t, dir, "init", "-q")
	if HeadText(dir) == outside {
		t.Error("a new repository is not noticed")
	}
	if err := os.RemoveAll(filepath.Join(dir, ".git")); err != nil || HeadText(dir) != outside {
		t.Errorf("%v, a removed repository is not noticed", err)
	}
}

// A clone that is made deeper has more history at the same commit.
func TestHeadTextOfAShallowClone(t *testing.T) {
	origin := repo(t)
	dir := filepath.Join(t.TempDir(), "clone")
	git(t, origin, "clone", "-q", "--depth=1", "file://"+filepath.ToSlash(origin), dir)
	before := HeadText(dir)
	git(t, dir, "fetch", "-q", "--unshallow")
	if after := HeadText(dir); after == before || after == "" {
		t.Errorf("%q, then %q", before, after)
	}
}
