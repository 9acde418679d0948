package workspace

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// After a start Facts are read when they are asked for. Where they are damaged by then, the file is read anew, and the log has one line.
func TestFactsAreReadLater(t *testing.T) {
	root := files(t, map[string]string{"a.pl": "def A\n", "b.pl": "def B\n"})
	for _, damage := range []bool{false, true} {
		k := newKeeper(t)
		k.show(t, root)
		k.run(t, root, func(f *Folder, snap *Snapshot) {
			a, b := snap.File("a.pl").facts, snap.File("b.pl").facts
			if damage {
				segments, _ := filepath.Glob(filepath.Join(k.opts.Cache.Dir, "values-*")) // the pattern is good
				for _, name := range segments {
					info, err := os.Stat(name)
					if err == nil {
						err = os.WriteFile(name, make([]byte, info.Size()), 0o600)
					}
					if err != nil {
						t.Fatal(err)
					}
				}
			}
			if len(a.Get().Symbols) != 1 || (a.Get().Symbols[0].Name == "A") == damage || a.Lost() != damage || b.Lost() {
				t.Errorf("damaged %v: %+v, lost %v", damage, a.Get(), a.Lost())
			}
			for end := time.Now().Add(time.Minute); ; time.Sleep(time.Millisecond) {
				now := ready(t, f).File("a.pl").facts
				if !now.Lost() && len(now.Get().Symbols) == 1 && now.Get().Symbols[0].Name == "A" {
					break
				}
				if time.Now().After(end) {
					t.Fatalf("damaged %v: the file has %+v", damage, now.Get())
				}
			}
		})
		if lines := strings.Count(k.log.String(), "\n"); (lines == 1) != damage || lines > 1 {
			t.Errorf("damaged %v: the log is %q", damage, &k.log)
		}
	}
}
