//go:build !windows

package engine

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/contextls/contextls/lsp/settings"
)

// A pack that is made without what commits wrote says so, once definitions would have been chosen by it.
func TestPackWithoutWhatCommitsWrote(t *testing.T) {
	git, err := exec.LookPath("git")
	if err != nil {
		t.Fatal(err)
	}
	bin := t.TempDir()
	kill := filepath.Join(bin, "kill")
	script := fmt.Sprintf("#!/bin/sh\ncase \"$*\" in *--patch*) [ -e %q ] && kill -9 $$ ;; esac\nexec %q \"$@\"\n", kill, git)
	for name, text := range map[string]string{kill: "", filepath.Join(bin, "git"): script} {
		if err := os.WriteFile(name, []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("PATH", bin+string(filepath.ListSeparator)+os.Getenv("PATH"))
	root := t.TempDir()
	if err := os.WriteFile(filepath.Join(root, "a.w"), []byte("alpha\nbeta\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"init", "-q"}, {"add", "-A"}, {"-c", "user.name=a", "-c", "user.email=a", "commit", "-qm", "alpha"}} {
		cmd := exec.Command("git", args...)
		cmd.Dir = root
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
	}
	_, f := opened(t, root, 10)
	e := New(settings.Default())
	lacks := func(r PackRequest) int {
		t.Helper()
		p, err := e.Pack(t.Context(), f.Snapshot(), r)
		if err != nil {
			t.Fatal(err)
		}
		if len(p.Warnings) != len(p.Degraded) {
			t.Errorf("of %q there is missing %q", p.Warnings, p.Degraded)
		}
		return len(p.Degraded)
	}
	about := PackRequest{Task: "alpha"}
	if lacks(about) != 1 || lacks(PackRequest{Targets: Targets([]string{"a.w"})}) != 1 || lacks(PackRequest{}) != 0 {
		t.Error("git is killed, and it is not said, or where it does not matter")
	}
	if err := os.Remove(kill); err != nil {
		t.Fatal(err)
	}
	if lacks(about) != 0 {
		t.Error("it is still missing")
	}
}
