package git

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// read is what Update is to come to.
func read(t *testing.T, dir string, n, withLines int) []Commit {
	t.Helper()
	commits, err := History(t.Context(), dir, n)
	if err != nil {
		t.Fatal(err)
	}
	lines, err := LinesWritten(t.Context(), dir, head(t, dir), withLines)
	if err != nil {
		t.Fatal(err)
	}
	for i := range commits {
		commits[i].Lines = lines[commits[i].Hash]
	}
	return commits
}

// What came since, put before what was there, is what reading all gives: with moves, and names that are used again.
func TestUpdateIsAsReadingAll(t *testing.T) {
	dir := repo(t)
	r := rand.New(rand.NewPCG(1, 1))
	names := []string{"a", "b", "app/c", "app/d", "app/deep/e"}
	head := func() string { return git(t, dir, "rev-parse", "HEAD") }
	const n, withLines = 12, 5
	for _, at := range []string{dir, filepath.Join(dir, "app")} {
		before, base := read(t, at, n, withLines), head()
		for step := range 25 {
			for range r.IntN(3) {
				name, other := names[r.IntN(len(names))], names[r.IntN(len(names))]
				if _, err := os.Stat(filepath.Join(dir, name)); err == nil && r.IntN(2) == 0 && name != other {
					git(t, dir, "add", "-A")
					if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, other)), 0o777); err != nil {
						t.Fatal(err)
					}
					git(t, dir, "mv", "-f", name, other)
				} else {
					write(t, dir, name, strings.Repeat(fmt.Sprintf("line %s\n", name), 9)+fmt.Sprint(step, r.IntN(100)))
				}
			}
			git(t, dir, "add", "-A")
			git(t, dir, "commit", "-q", "--allow-empty", "-m", fmt.Sprint("step ", step))
			if r.IntN(3) > 0 {
				continue
			}
			want := read(t, at, n, withLines)
			got, ok := Update(t.Context(), at, base, before, n, withLines)
			if diff := cmp.Diff(want, got); !ok || diff != "" {
				t.Fatalf("step %d: %v\n%s", step, ok, diff)
			}
			before, base = got, head()
		}
	}
}

func TestUpdateOnlyInOneLine(t *testing.T) {
	dir := repo(t)
	before, base := read(t, dir, 10, 5), git(t, dir, "rev-parse", "HEAD")
	update := func(base string) bool {
		_, ok := Update(t.Context(), dir, base, before, 10, 5)
		return ok
	}
	if update(base) || update("HEAD") || update("") || update(strings.Repeat("0", 40)) {
		t.Error("nothing came since, or since nothing")
	}
	git(t, dir, "commit", "-q", "--allow-empty", "-m", "one")
	if !update(base) {
		t.Error("one commit came since")
	}
	git(t, dir, "checkout", "-q", "-b", "branch", "HEAD~1")
	git(t, dir, "commit", "-q", "--allow-empty", "-m", "other")
	git(t, dir, "checkout", "-q", "main")
	git(t, dir, "merge", "-q", "--no-ff", "-m", "merge", "branch")
	git(t, dir, "commit", "-q", "--allow-empty", "-m", "two")
	if update(base) {
		t.Error("a merge came since")
	}
	git(t, dir, "checkout", "-q", "side")
	if update(base) {
		t.Error("another branch is checked out")
	}
	git(t, dir, "checkout", "-q", "main")
	git(t, dir, "reset", "-q", "--hard", base+"~1")
	git(t, dir, "commit", "-q", "--allow-empty", "-m", "amended")
	if update(base) {
		t.Error("the commit is no more on the way")
	}
}
