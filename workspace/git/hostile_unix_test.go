//go:build unix

package git

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// Opening a folder must not run what its repository's configuration names.
func TestHostileConfiguration(t *testing.T) {
	dir := repo(t)
	trap := filepath.Join(t.TempDir(), "trap")
	sprung := trap + ".sprung"
	write(t, filepath.Dir(trap), "trap", "#!/bin/sh\necho \"$0 $*\" >> '"+sprung+"'\n")
	for _, hook := range []string{"post-checkout", "post-index-change", "pre-commit", "fsmonitor-watchman"} {
		write(t, dir, ".git/hooks/"+hook, "#!/bin/sh\necho "+hook+" >> '"+sprung+"'\n")
	}
	write(t, dir, ".gitattributes", "* diff=evil filter=evil merge=evil\n")
	commit(t, dir, 7000)
	if err := os.Remove(sprung); err != nil { // the set-up itself runs the hooks; so the trap works
		t.Fatal(err)
	}
	for _, setting := range []string{"core.fsmonitor", "core.pager", "pager.log", "pager.ls-files", "core.editor", "core.askPass",
		"diff.external", "diff.evil.command", "diff.evil.textconv", "filter.evil.clean", "filter.evil.smudge", "filter.evil.process",
		"gpg.program", "gpg.ssh.program", "core.sshCommand", "core.gitProxy", "credential.helper", "alias.log", "alias.ls-files",
		"uploadpack.packObjectsHook", "interactive.diffFilter"} {
		git(t, dir, "config", setting, trap)
	}
	for _, setting := range []string{"log.showSignature", "log.follow", "color.ui=always", "log.showRoot=false", "diff.renames=copies",
		"diff.orderFile=/nonexistent", "core.quotePath", "log.decorate=full", "diff.relative", "core.untrackedCache"} {
		name, value, set := strings.Cut(setting, "=")
		if !set {
			value = "true"
		}
		git(t, dir, "config", name, value)
	}
	if err := os.RemoveAll(sprung); err != nil {
		t.Fatal(err)
	}
	write(t, dir, "app/a.go", "changed") // what is compared with the disk would go through filters
	for name, err := range everything(t.Context(), dir) {
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	commits, err := History(t.Context(), filepath.Join(dir, "app"), 9)
	if err != nil || len(commits) != 2 || strings.Join(commits[1].Paths, "|") != "a.go|sub/b.go" {
		t.Errorf("History: %v, %v", commits, err)
	}
	if ran, err := os.ReadFile(sprung); err == nil {
		t.Errorf("the repository made git run:\n%s", ran)
	}
}

// A filter whose name hides it from -c is not run either.
func TestHiddenFilter(t *testing.T) {
	dir := repo(t)
	git(t, dir, "config", "filter.a=b.clean", "false")
	if _, _, err := Diff(t.Context(), dir, Range{"HEAD", true}, nil, 1000); err == nil || !strings.Contains(err.Error(), "filter.a=b cannot be switched off") {
		t.Errorf("%v", err)
	}
}

// A repository that lacks objects would have git fetch them, by a program of its choice where git does not know
// the variables that forbid it.
func TestLazyFetchRunsNothing(t *testing.T) {
	program, err := exec.LookPath("git")
	if err != nil {
		t.Fatal(err)
	}
	for protocol, url := range map[string]string{"ext": "ext::%s %%S", "ssh": "ssh://localhost/x", "file": "file:///nonexistent/%.0s", "git": "git://localhost/x"} {
		dir := repo(t)
		trap := filepath.Join(t.TempDir(), "trap")
		sprung := trap + ".sprung"
		write(t, filepath.Dir(trap), "trap", "#!/bin/sh\necho \"$0 $*\" >> '"+sprung+"'\n")
		if strings.Contains(url, "%") {
			url = fmt.Sprintf(url, trap)
		}
		for _, setting := range [][2]string{{"extensions.partialClone", "origin"}, {"remote.origin.promisor", "true"}, {"remote.origin.url", url},
			{"remote.origin.uploadpack", trap}, {"core.sshCommand", trap}, {"core.gitProxy", trap}, {"protocol.allow", "always"},
			{"protocol." + protocol + ".allow", "always"}, {"core.repositoryFormatVersion", "1"}} {
			git(t, dir, "config", setting[0], setting[1])
		}
		blob := strings.TrimSpace(git(t, dir, "rev-parse", "HEAD~3:README"))
		if err := os.Remove(filepath.Join(dir, ".git/objects", blob[:2], blob[2:])); err != nil {
			t.Fatal(err)
		}
		old := t.TempDir()
		write(t, old, "git", "#!/bin/sh\nunset GIT_NO_LAZY_FETCH GIT_ALLOW_PROTOCOL\nexec '"+program+"' \"$@\"\n")
		t.Setenv("PATH", old+string(os.PathListSeparator)+filepath.Dir(program)+string(os.PathListSeparator)+os.Getenv("PATH"))
		everything(t.Context(), dir)
		r, err := Resolve(t.Context(), dir, "HEAD~3..HEAD")
		if err != nil {
			t.Fatal(err)
		}
		if _, _, err := Diff(t.Context(), dir, r, nil, 1000); err == nil {
			t.Errorf("%s: a missing text has a diff", protocol)
		}
		if ran, err := os.ReadFile(sprung); err == nil {
			t.Errorf("%s: git ran:\n%s", protocol, ran)
		}
		t.Setenv("PATH", filepath.Dir(program)+string(os.PathListSeparator)+os.Getenv("PATH"))
	}
}

// fakeGit puts a script in git's place.
func fakeGit(t *testing.T, script string) {
	t.Helper()
	dir := t.TempDir()
	write(t, dir, "git", "#!/bin/sh\n"+script)
	t.Setenv("PATH", dir+string(os.PathListSeparator)+os.Getenv("PATH"))
}

func TestForeignOwnerIsReported(t *testing.T) {
	fakeGit(t, "echo \"fatal: detected dubious ownership in repository at '/x'\" >&2; exit 128\n")
	_, err := Tracked(t.Context(), t.TempDir())
	var failed *Error
	if !errors.As(err, &failed) || !strings.Contains(err.Error(), "git ls-files: exit status 128: fatal: detected dubious ownership") {
		t.Errorf("%v", err)
	}
}

// A git that hangs, and has a child that keeps its output open, does not hang us.
func TestHangingGit(t *testing.T) {
	fakeGit(t, "sleep 60 & sleep 60\n")
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, err := Tracked(ctx, t.TempDir()); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("%v", err)
	}
}

// A log without end costs what fits; the last, half-read commit is dropped.
func TestEndlessHistory(t *testing.T) {
	fakeGit(t, `case "$*" in *rev-parse*) echo abc; exit 0;; esac
awk 'BEGIN { for (;;) printf "%040d 5@\n:1 1 a b M@file@", ++i }' | tr @ '\000'
`)
	commits, err := History(t.Context(), t.TempDir(), 5)
	if err != nil || len(commits) < 1000 {
		t.Fatalf("%d commits, %v", len(commits), err)
	}
	for i, c := range commits {
		if c.Hash != fmt.Sprintf("%040d", i+1) || len(c.Paths) != 1 || c.Paths[0] != "file" {
			t.Fatalf("commit %d: %v", i, c)
		}
	}
}
