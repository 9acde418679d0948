//go:build !windows

package run

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

// A program is found where the environment that it is to run in has it, not this process'.
func TestEnvironment(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "tool"), []byte("#!/bin/sh\necho \"tool of $WHO, $HOME\"\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	limits := Limits{Time: time.Minute, Bytes: 1000}
	for path, want := range map[string]string{dir: "tool of me, \n", "/nowhere:" + dir: "tool of me, \n", "/nowhere": "", ".": "", "": ""} {
		got, err := Command(t.Context(), dir, []string{"WHO=me", "PATH=" + path}, []string{"tool"}, limits)
		if got.Output != want || (err == nil) != (want != "") || err != nil && !errors.Is(err, exec.ErrNotFound) {
			t.Errorf("PATH=%s: %q, %v, want %q", path, got.Output, err, want)
		}
	}
	if got, err := Command(t.Context(), dir, []string{"WHO=me"}, []string{"./tool"}, limits); err != nil || got.Output != "tool of me, \n" {
		t.Errorf("named by its directory: %q, %v", got.Output, err)
	}
}
