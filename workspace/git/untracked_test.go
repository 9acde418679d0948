package git

import (
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestUntracked(t *testing.T) {
	dir := repo(t)
	write(t, dir, ".gitignore", "*.log\n")
	write(t, dir, "app/new.go", "n")
	write(t, dir, "app/sub/deep/é\nx.go", "n")
	write(t, dir, "app/noise.log", "n")
	write(t, dir, "elsewhere", "n")
	got, err := Untracked(t.Context(), filepath.Join(dir, "app"))
	if want := []string{"new.go", "sub/deep/é\nx.go"}; err != nil || !slices.Equal(got, want) {
		t.Errorf("%q, %v", got, err)
	}
}

func TestVersion(t *testing.T) {
	if v, err := Version(t.Context()); err != nil || !strings.HasPrefix(v, "git version ") {
		t.Errorf("%q, %v", v, err)
	}
	t.Setenv("PATH", t.TempDir())
	if _, err := Version(t.Context()); !errors.Is(err, ErrNoGit) {
		t.Errorf("without git: %v", err)
	}
}
