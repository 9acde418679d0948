//go:build unix

package settings

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A link in a workspace is not followed.
func TestWorkspaceFileIsNoLink(t *testing.T) {
	root, elsewhere := t.TempDir(), filepath.Join(t.TempDir(), "x.toml")
	put(t, elsewhere, "tokenBudget = 7")
	if err := os.Symlink(elsewhere, filepath.Join(root, WorkspaceFile)); err != nil {
		t.Fatal(err)
	}
	if c := (Sources{}).Load(root, nil); c.Values.TokenBudget == 7 || !strings.Contains(strings.Join(c.Problems, ""), "not a regular file") {
		t.Errorf("a link was followed: %v, %q", c.Values.TokenBudget, c.Problems)
	}
}
