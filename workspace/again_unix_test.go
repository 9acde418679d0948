//go:build unix

package workspace

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

// Where git is killed, the folder says what it does not know, and finds it out when git runs again.
func TestKilledGit(t *testing.T) {
	root := repository(t)
	program, err := exec.LookPath("git")
	if err != nil {
		t.Fatal(err)
	}
	bin := t.TempDir()
	killed := filepath.Join(bin, "killed")
	for name, text := range map[string]string{"killed": "", "git": fmt.Sprintf("#!/bin/sh\n[ -e '%s' ] && kill -9 $$\nexec '%s' \"$@\"\n", killed, program)} {
		if err := os.WriteFile(filepath.Join(bin, name), []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("PATH", bin+":"+os.Getenv("PATH"))
	s := newSession(t, false)
	f, err := s.AddFolder(root)
	if err != nil {
		t.Fatal(err)
	}
	if snap := ready(t, f); snap.Status().State != Degraded || len(snap.Status().Degraded) < 2 || len(snap.Commits()) > 0 {
		t.Errorf("without git the folder is %+v, with %d commits", snap.Status(), len(snap.Commits()))
	}
	if err := os.Remove(killed); err != nil {
		t.Fatal(err)
	}
	for end := time.Now().Add(time.Minute); ; time.Sleep(time.Millisecond) {
		if snap := ready(t, f); snap.Status().State == Ready && len(snap.Commits()) == 1 {
			return
		} else if time.Now().After(end) {
			t.Fatalf("with git again the folder is %+v, with %d commits", snap.Status(), len(snap.Commits()))
		}
	}
}
