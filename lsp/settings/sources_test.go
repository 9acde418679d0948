package settings

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/contextls/contextls/workspace"
)

// A workspace's file is read only where it is one, and not without end.
func TestWorkspaceFile(t *testing.T) {
	c := saying{workspace: "# " + strings.Repeat("x", maxFileBytes)}.load(t)
	if len(c.Problems) != 1 || !strings.Contains(c.Problems[0], "larger than") {
		t.Errorf("a huge file: problems %q", c.Problems)
	}
	root := t.TempDir()
	if err := os.Mkdir(filepath.Join(root, WorkspaceFile), 0o755); err != nil {
		t.Fatal(err)
	}
	if c := (Sources{}).Load(root, nil); len(c.Problems) != 1 || !strings.Contains(c.Problems[0], "not a regular file") {
		t.Errorf("a directory: problems %q", c.Problems)
	}
}

// The stamp of a file follows it.
func TestStamp(t *testing.T) {
	root := t.TempDir()
	none := StampOf(root)
	put(t, filepath.Join(root, WorkspaceFile), "a = 1")
	one := StampOf(root)
	put(t, filepath.Join(root, WorkspaceFile), "a = 11")
	if two := StampOf(root); none != (Stamp{}) || one == none || two == one || two != StampOf(root) {
		t.Errorf("stamps %v, %v, %v", none, one, two)
	}
}

// Settings that change how a folder is read are all told by ReadsLike.
func TestReading(t *testing.T) {
	plain := Default()
	for name, c := range map[string]struct {
		set   func(*Values)
		other bool
	}{
		"maxFileBytes":    {func(v *Values) { v.MaxFileBytes = 7 }, true},
		"maxFiles":        {func(v *Values) { v.MaxFiles = 7 }, true},
		"scanIntervalMs":  {func(v *Values) { v.ScanIntervalMs = 700 }, true},
		"ignore":          {func(v *Values) { v.Ignore = []string{"x"} }, true},
		"skipDirectories": {func(v *Values) { v.SkipDirectories = []string{} }, true},
		"secrets.allow":   {func(v *Values) { v.AllowedSecrets = []string{"x"} }, true},
		"tokenBudget":     {func(v *Values) { v.TokenBudget = 7 }, false},
	} {
		v := Default()
		c.set(&v)
		var a, b workspace.Options
		plain.ApplyTo(&a)
		v.ApplyTo(&b)
		if changed := !cmp.Equal([]any{a.MaxFileBytes, a.MaxFiles, a.Poll, a.Ignore, a.Skip, a.Allow}, []any{b.MaxFileBytes, b.MaxFiles, b.Poll, b.Ignore, b.Skip, b.Allow}); changed != c.other || v.ReadsLike(&plain) == c.other {
			t.Errorf("%s: changed %v, ReadsLike %v", name, changed, v.ReadsLike(&plain))
		}
	}
}
