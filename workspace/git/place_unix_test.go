//go:build unix

package git

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// What a repository says is elsewhere is not followed, unless git says it there, too.
func TestForeignPlaces(t *testing.T) {
	private := repo(t)
	link := func(old, name string) func(*testing.T, string) {
		return func(t *testing.T, dir string) {
			if err := os.RemoveAll(filepath.Join(dir, name)); err != nil {
				t.Fatal(err)
			}
			if err := os.Symlink(old, filepath.Join(dir, name)); err != nil {
				t.Fatal(err)
			}
		}
	}
	file := func(name, text string) func(*testing.T, string) {
		return func(t *testing.T, dir string) {
			if name == ".git" {
				if err := os.RemoveAll(filepath.Join(dir, name)); err != nil {
					t.Fatal(err)
				}
			}
			write(t, dir, name, text)
		}
	}
	fifo := func(name string) func(*testing.T, string) {
		return func(t *testing.T, dir string) {
			if err := os.RemoveAll(filepath.Join(dir, name)); err != nil {
				t.Fatal(err)
			}
			if err := syscall.Mkfifo(filepath.Join(dir, name), 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	for name, spoil := range map[string]func(*testing.T, string){
		".git is a link":        link(filepath.Join(private, ".git"), ".git"),
		".git names":            file(".git", "gitdir: "+private+"/.git\n"),
		".git is no":            fifo(".git"),
		"commondir leads":       file(".git/commondir", private+"/.git\n"),
		"objects lead":          link(filepath.Join(private, ".git/objects"), ".git/objects"),
		"refs lead":             link(filepath.Join(private, ".git/refs"), ".git/refs"),
		"core.worktree leads":   func(t *testing.T, dir string) { git(t, dir, "config", "core.worktree", private) },
		"HEAD is no":            fifo(".git/HEAD"),
		"refs/heads/main is no": fifo(".git/refs/heads/main"),
		"index is no":           fifo(".git/index"),
		"packed-refs is no":     fifo(".git/packed-refs"),
		"info/exclude is no":    fifo(".git/info/exclude"),
		"info/alternates is n":  fifo(".git/objects/info/alternates"),
	} {
		dir := repo(t)
		spoil(t, dir)
		errs := everything(t.Context(), filepath.Join(dir, "app"))
		_, errs["InfoExclude"] = InfoExclude(filepath.Join(dir, "app"))
		for call, err := range errs {
			if !errors.Is(err, ErrForeign) || !strings.Contains(err.Error(), name) {
				t.Errorf("%s: %s: %v", name, call, err)
			}
		}
	}
}

// What git itself puts elsewhere is followed.
func TestOwnPlaces(t *testing.T) {
	main, sub := repo(t), repo(t)
	tree := filepath.Join(t.TempDir(), "tree")
	git(t, main, "worktree", "add", "-q", "--detach", tree)
	git(t, main, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", sub, "lib/sub")
	below := filepath.Join(t.TempDir(), "below")
	if err := os.Symlink(filepath.Join(main, "app"), below); err != nil {
		t.Fatal(err)
	}
	write(t, main, "app/.git/x", "no repository")
	for _, dir := range []string{main, filepath.Join(main, "app"), below, tree, filepath.Join(tree, "app"), filepath.Join(main, "lib/sub"), filepath.Join(main, "lib/sub/app")} {
		errs := everything(t.Context(), dir)
		_, errs["InfoExclude"] = InfoExclude(dir)
		for call, err := range errs {
			if err != nil {
				t.Errorf("%s: %s: %v", dir, call, err)
			}
		}
	}
}

// The history of a clone that borrows its objects counts, and its texts are not shown.
func TestBorrowedObjects(t *testing.T) {
	main := repo(t)
	dir := filepath.Join(t.TempDir(), "clone")
	git(t, main, "-c", "protocol.file.allow=always", "clone", "-q", "--shared", main, dir)
	commits, err := History(t.Context(), dir, 10)
	if err != nil || len(commits) == 0 {
		t.Errorf("history: %d commits, %v", len(commits), err)
	}
	if err := Borrows(dir); !errors.Is(err, ErrBorrowed) {
		t.Errorf("borrows: %v", err)
	}
	if lines, err := LinesWritten(t.Context(), dir, head(t, dir), 10); err != nil || len(lines) == 0 {
		t.Errorf("lines: %v, %v", lines, err)
	}
	if entries, err := Log(t.Context(), dir, LogQuery{Count: 5}); !errors.Is(err, ErrBorrowed) || len(entries) > 0 {
		t.Errorf("log: %v, %v", entries, err)
	}
	if of, err := Resolve(t.Context(), dir, ""); !errors.Is(err, ErrBorrowed) {
		t.Errorf("diff: %v, %v", of, err)
	}
}
