//go:build unix

package run

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

// What a command leaves running ends with it, whether it ends by itself or is killed.
func TestChildrenEnd(t *testing.T) {
	for name, script := range map[string]string{
		"left behind": "(sleep 1.5; echo late > late) & exit 0",
		"timed out":   "(sleep 1.5; echo late > late) & sleep 60",
	} {
		dir := t.TempDir()
		if _, err := Command(t.Context(), dir, nil, []string{"sh", "-c", script}, Limits{500 * time.Millisecond, 100}); err != nil {
			t.Fatal(err)
		}
		time.Sleep(1600 * time.Millisecond)
		if _, err := os.Stat(filepath.Join(dir, "late")); err == nil {
			t.Errorf("%s: a child outlived its command", name)
		}
	}
}
