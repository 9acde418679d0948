package workspace

import (
	"fmt"
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
				k.spoil(t)
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

// So is most of a kept graph, and of what is beside it. Where that is damaged by then, it is made anew, and the log has one line.
func TestGraphIsReadLater(t *testing.T) {
	texts := map[string]string{"b.pl": "def B\n"}
	for i := range 400 {
		texts[fmt.Sprintf("a%d.pl", i)] = "import b.pl\nuse B\n"
	}
	root := files(t, texts)
	k := newKeeper(t)
	k.run(t, root, func(_ *Folder, snap *Snapshot) { render(t, snap) })
	k.run(t, root, func(f *Folder, snap *Snapshot) {
		g, err := snap.Graph(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		page := f.session.facts.kept().FindPage(f.graphKey())
		pages, _ := filepath.Glob(filepath.Join(k.opts.Cache.Dir, "page-*")) // the pattern is good
		for _, name := range pages {
			whole, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			if len(whole) < page.Len() {
				continue
			}
			whole[len(whole)-100] ^= 1 // of the last uses
			file, err := os.OpenFile(name, os.O_WRONLY, 0)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := file.WriteAt(whole, 0); err != nil || file.Close() != nil {
				t.Fatal(err)
			}
		}
		if page.Read(0, page.Len()-5000, nil) == nil || k.log.Len() > 0 {
			t.Fatalf("it is damaged elsewhere: %s", &k.log)
		}
		for n := range int32(g.Len()) {
			if got := len(g.Uses(n)); got != 1 && g.Path(n) != "b.pl" {
				t.Fatalf("%s has %d uses", g.Path(n), got)
			}
		}
		if got := len(g.Definers("B")); got != 1 {
			t.Errorf("B has %d definers", got)
		}
	})
	if strings.Count(k.log.String(), "\n") != 1 {
		t.Errorf("the log is %q", &k.log)
	}
}

// spoil damages all values that are kept.
func (k *keeper) spoil(t *testing.T) {
	t.Helper()
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
