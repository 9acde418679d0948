package workspace

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/contextls/contextls/workspace/disk"
)

// Of a lock file that is longer than files may be only what imports need is read.
func TestLongManifest(t *testing.T) {
	padding := strings.Repeat("#\n", 600_000)
	root := files(t, map[string]string{"a.pl": "import b.pl\n", "src/b.pl": "", "base.conf": padding + "src/\n", "big.txt": padding})
	s := newSession(t, false)
	f, err := s.AddFolder(root)
	if err != nil {
		t.Fatal(err)
	}
	snap := ready(t, f)
	if diff := cmp.Diff([]string{"a.pl>src/b.pl"}, edges(t, snap)); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]Excluded{{"base.conf", "too_large"}, {"big.txt", "too_large"}}, snap.Excluded()); diff != "" {
		t.Error(diff)
	}
	var refused *disk.Refused
	if text, err := snap.Text("base.conf"); !errors.As(err, &refused) || refused.Reason != "too_large" {
		t.Errorf("its text is %d bytes, error %v", len(text), err)
	}
	if after := f.Snapshot(); after != snap {
		t.Error("it is read again, since its text was asked for")
	}
	if n := len(snap.File("base.conf").manifest); n > 10 {
		t.Errorf("%d bytes of it are kept", n)
	}

	if err := os.Truncate(filepath.Join(root, "base.conf"), disk.MaxLong+1); err != nil {
		t.Fatal(err)
	}
	if err := f.Reread(t.Context(), []string{"base.conf"}); err != nil {
		t.Fatal(err)
	}
	if snap = ready(t, f); snap.File("base.conf") != nil || snap.Reason("base.conf") != "too_large" {
		t.Errorf("what is longer than any lock file is listed, or left out as %q", snap.Reason("base.conf"))
	}
	write(t, root, "base.conf", "src/\n")
	if err := f.Reread(t.Context(), []string{"base.conf"}); err != nil {
		t.Fatal(err)
	}
	snap = ready(t, f)
	if text, err := snap.Text("base.conf"); text != "src/\n" || err != nil {
		t.Errorf("a short one is %q, error %v", text, err)
	}
}
