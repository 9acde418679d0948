//go:build unix

package packages

import (
	"os"
	"path/filepath"
	"slices"
	"sync/atomic"
	"testing"

	"github.com/contextls/contextls/analysis"
)

func TestReadLinks(t *testing.T) {
	for _, tt := range []struct {
		what, link, to string
		want           []string
		refused        bool
	}{
		{"inside", "lib/tea.n", "store/tea.n", []string{"tea.n"}, false},
		{"a directory inside", "lib/store", "deep", nil, false},
		{"elsewhere in the folder", "lib/tea.n", "../private.n", nil, true},
		{"out of the folder", "lib/tea.n", "../../outside.n", nil, true},
		{"absolute", "lib/tea.n", "/etc/passwd", nil, true},
		{"to itself", "lib/tea.n", "tea.n", nil, false},
	} {
		dir := filepath.Join(t.TempDir(), "folder")
		put(t, dir, "private.n", "leaf", "../outside.n", "leaf", "lib/deep/x.n", "leaf")
		if tt.link == "lib/tea.n" {
			put(t, dir, "lib/store/tea.n", "leaf")
		}
		if err := os.Symlink(tt.to, filepath.Join(dir, tt.link)); err != nil {
			t.Fatal(err)
		}
		var extracted atomic.Int32
		r, file := reader(t, dir, "", &extracted)
		m, err := r.Read(t.Context(), InFolder, file, 0, analysis.Package{Name: "tea"}, nil)
		if err != nil || !slices.Equal(base(m), tt.want) || (len(m.Refused) > 0) != tt.refused {
			t.Errorf("%s: got %v, refused %v, %v", tt.what, base(m), m.Refused, err)
		}
	}
}
