package git

import (
	"path/filepath"
	"slices"
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
