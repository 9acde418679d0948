//go:build unix

package workspace

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/contextls/contextls/analysis"
)

// A history that takes long holds nobody up for longer than the limit, is said to be missing, and comes.
func TestSlowHistory(t *testing.T) {
	root := repository(t)
	git, err := exec.LookPath("git")
	if err != nil {
		t.Fatal(err)
	}
	bin := t.TempDir()
	goOn := filepath.Join(bin, "go-on")
	script := fmt.Sprintf("#!/bin/sh\ncase \"$*\" in *--raw*) while [ ! -e %q ]; do sleep 0.01; done ;; esac\nexec %q \"$@\"\n", goOn, git)
	if err := os.WriteFile(filepath.Join(bin, "git"), []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", bin+string(filepath.ListSeparator)+os.Getenv("PATH"))
	s := NewSession(Options{Languages: []*analysis.Language{plain()}, History: 100, Log: slog.New(slog.DiscardHandler), patience: time.Millisecond})
	t.Cleanup(s.Close)
	f, err := s.AddFolder(root)
	if err != nil {
		t.Fatal(err)
	}
	status := ready(t, f).Status()
	if status.State != Degraded || len(status.Degraded) != 1 || status.Degraded[0] != "the history is still being read" {
		t.Errorf("without a history: %+v", status)
	}
	write(t, root, "b.pl", "def B\n")
	s.DiskChanged([]string{filepath.Join(root, "b.pl")})
	if snap := ready(t, f); snap.File("b.pl") == nil || len(snap.Commits()) != 0 {
		t.Errorf("while the history is read, b.pl is %v, and there are %d commits", snap.File("b.pl"), len(snap.Commits()))
	}
	if err := os.WriteFile(goOn, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	for f.Status().State != Ready {
		time.Sleep(time.Millisecond)
	}
	if commits := f.Snapshot().Commits(); len(commits) != 1 {
		t.Errorf("the history has %+v", commits)
	}
}

// What commits wrote is read when somebody asks for it, once, or ahead in a folder that is watched; who cannot wait goes without, and
// git that was interrupted is asked again.
func TestLinesAreReadWhenWanted(t *testing.T) {
	root := repository(t)
	git, err := exec.LookPath("git")
	if err != nil {
		t.Fatal(err)
	}
	bin := t.TempDir()
	asked, kill, goOn := filepath.Join(bin, "asked"), filepath.Join(bin, "kill"), filepath.Join(bin, "go-on")
	script := fmt.Sprintf("#!/bin/sh\ncase \"$*\" in *--patch*) echo >> %q; [ -e %q ] && kill -9 $$; while [ ! -e %q ]; do sleep 0.01; done ;; esac\nexec %q \"$@\"\n",
		asked, kill, goOn, git)
	write(t, bin, "git", script)
	if err := os.Chmod(filepath.Join(bin, "git"), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", bin+string(filepath.ListSeparator)+os.Getenv("PATH"))
	times := func() int {
		text, err := os.ReadFile(asked)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			t.Fatal(err)
		}
		return len(text)
	}
	session := func(watch bool, patience time.Duration) *Folder {
		s := NewSession(Options{Languages: []*analysis.Language{plain()}, History: 100, Watch: watch, patience: patience, Log: slog.New(slog.DiscardHandler)})
		t.Cleanup(s.Close)
		f, err := s.AddFolder(root)
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	written := ready(t, session(false, 0)).Written()
	if n := times(); n != 0 {
		t.Errorf("nobody has asked, and git was %d times", n)
	}
	soon, cancel := context.WithTimeout(t.Context(), time.Millisecond)
	defer cancel()
	write(t, bin, "kill", "")
	if commits, all := written.Commits(t.Context()); commits != nil || all {
		t.Errorf("git was killed, and there is %+v", commits)
	}
	if err := os.Remove(kill); err != nil {
		t.Fatal(err)
	}
	if commits, all := written.Commits(soon); commits != nil || all {
		t.Errorf("it takes longer, and there is %+v", commits)
	}
	short := session(false, time.Millisecond)
	for short.Status().State != Ready {
		time.Sleep(time.Millisecond)
	}
	if commits, all := short.Snapshot().Written().Commits(t.Context()); commits != nil || all {
		t.Errorf("it takes longer than anybody waits, and there is %+v", commits)
	}
	write(t, bin, "go-on", "")
	for range 2 {
		if commits, all := written.Commits(t.Context()); len(commits) != 1 || commits[0].Lines == nil || !all {
			t.Errorf("the commits are %+v", commits)
		}
	}
	for all := false; !all; {
		_, all = short.Snapshot().Written().Commits(t.Context())
	}
	if n := times(); n != 3 {
		t.Errorf("git was asked %d times", n)
	}
	session(true, 0)
	for times() != 4 {
		time.Sleep(time.Millisecond)
	}
}
