//go:build unix

package kept

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A page that somebody makes shorter, or that the disk does not give any more, is damage, and no fault of the program.
func TestPageThatGetsShorter(t *testing.T) {
	c, lines := testCache(filepath.Join(t.TempDir(), "kept"))
	c.Save(keyOf(1), make([]byte, 10*blockBytes))
	page := c.FindPage(keyOf(1))
	if page.Read(0, blockBytes, nil) == nil {
		t.Error("nothing is read")
	}
	if err := os.Truncate(page.name, 0); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if page.Read(5*blockBytes, 10, nil) != nil || page.Read(0, 10, nil) != nil {
			t.Error("something is read")
		}
	}
	if strings.Count(lines.String(), "damaged") != 1 || c.FindPage(keyOf(1)) != nil {
		t.Errorf("the log has %q", lines)
	}
}
