package parse

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

func TestSelf(t *testing.T) {
	dir := t.TempDir()
	program := filepath.Join(dir, "contextls.exe") // Windows finds it by that
	if err := os.WriteFile(program, []byte("#!/bin/true\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", dir)
	t.Chdir(filepath.Dir(dir))
	known := func() (string, error) { return "/known", nil }
	unknown := func() (string, error) { return "", errors.New("no /proc") }
	for _, tt := range []struct {
		executable func() (string, error)
		name, want string
	}{
		{known, "contextls.exe", "/known"},
		{unknown, "contextls.exe", program}, // in PATH
		{unknown, program, program},
		{unknown, "." + string(filepath.Separator) + filepath.Join(filepath.Base(dir), "contextls.exe"), program},
	} {
		got, err := self(tt.executable, tt.name)
		if err != nil || got != tt.want {
			t.Errorf("%s: %q, %v; want %q", tt.name, got, err, tt.want)
		}
	}
	if got, err := self(unknown, "elsewhere"); err == nil {
		t.Errorf("a program that is nowhere is %q", got)
	}
}
