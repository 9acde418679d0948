package watch

import (
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/fsnotify/fsnotify"
	"github.com/google/go-cmp/cmp"

	"github.com/contextls/contextls/workspace/faulttest"
)

func each(t *testing.T, test func(*desk)) {
	for _, mode := range modes {
		t.Run(mode, func(t *testing.T) { test(newDesk(t, mode)) })
	}
}

func TestFiles(t *testing.T) {
	each(t, func(d *desk) {
		for _, step := range []func(){
			func() { d.write("a.txt", "second, longer") },
			func() { d.write("src/new.txt", "new") },
			func() { d.write("src/deep/c.txt", "") },
			func() { d.remove("src/b.txt") },
			func() { d.rename("src/new.txt", "src/deep/moved.txt") },
			func() { d.write("a.txt.tmp", "by an atomic save"); d.rename("a.txt.tmp", "a.txt") },
			func() { d.write("x", "1"); d.remove("x"); d.write("x", "again") },
			func() { d.remove("x"); d.write("x/y", "a file became a directory") },
			func() { d.remove("x"); d.write("x", "and a file again") },
		} {
			step()
			d.settled()
		}
		if d.rescans > 0 {
			t.Error("nothing was lost, but a rescan asked for")
		}
	})
}

func TestDirectories(t *testing.T) {
	each(t, func(d *desk) {
		for _, step := range []func(){
			func() { d.write("new/sub/deep/file", "made at once") },
			func() { d.write("new/sub/deep/file", "and now written"); d.write("new/sub/other", "") },
			func() { d.rename("new", "src/renamed") },
			func() { d.write("src/renamed/sub/deep/file", "in the renamed one"); d.write("src/renamed/x", "") },
			func() { d.rename("src/renamed", "again"); d.write("src/renamed/sub/y", "a new one in its old place") },
			func() { d.write("again/sub/deep/file", "old one"); d.write("src/renamed/sub/y", "new one") },
			func() { d.remove("src") },
			func() { d.write("src/deep/c.txt", "back") },
			func() { d.write("src/deep/c.txt", "and live") },
			func() { d.rename("src/deep", "swap"); d.rename("again", "src/deep"); d.rename("swap", "again") },
			func() { d.write("again/c.txt", "swapped"); d.write("src/deep/sub/deep/file", "swapped too") },
		} {
			step()
			d.settled()
		}
	})
}

// What is skipped is not watched, under whatever name it comes.
func TestSkipped(t *testing.T) {
	each(t, func(d *desk) {
		d.write("src/node_modules/p/index.js", "x")
		d.settled()
		d.write("src/node_modules/p/index.js", "xyz")
		d.write("sentinel", "")
		d.until("sentinel", func() bool { return d.seen["sentinel"] })
		for p := range d.seen {
			if strings.Contains(p, "node_modules/") {
				t.Errorf("%s was told of", p)
			}
		}
	})
}

// New ignore rules change what is to be watched.
func TestWatchAgain(t *testing.T) {
	each(t, func(d *desk) {
		d.write("late/x", "")
		d.settled()
		d.ignored.Store("late")
		if d.Watch([]string{"", "src", "src/deep"}) {
			t.Error("nothing is new")
		}
		if !d.Watch([]string{"", "src", "src/deep", "node_modules", "node_modules/x"}) {
			t.Error("node_modules is new")
		}
		d.write("node_modules/x/y.txt", "watched now")
		d.until("node_modules", func() bool { return d.seen["node_modules/x/y.txt"] })
		delete(d.seen, "late/x")
		d.write("late/x", "not watched any more")
		d.write("sentinel", "")
		d.until("sentinel", func() bool { return d.seen["sentinel"] })
		if d.seen["late/x"] {
			t.Error("late/x was told of")
		}
	})
}

func TestDegraded(t *testing.T) {
	for mode, want := range map[string][]string{
		"watched": nil,
		"both":    {"directories looked at every 30ms instead of watched: 1 (the system's limit of watches, fs.inotify.max_user_watches, is reached)"},
		"polled":  {"directories looked at every 30ms instead of watched: 3 (there is no watching here)"},
	} {
		if diff := cmp.Diff(want, newDesk(t, mode).Degraded()); diff != "" {
			t.Errorf("%s:\n%s", mode, diff)
		}
	}
}

func TestRemoteFileSystem(t *testing.T) {
	d := newDesk(t, "watched")
	d.Close()
	s := system{watch: func(string) error { return nil }, remote: "nfs"} // watches that never say anything
	d.Watcher = start(d.dir, []string{""}, d.skip, d.log, s, d.timing)
	d.write("a.txt", "from another machine")
	d.settled()
	if got := strings.Join(d.Degraded(), ""); got != "directories looked at every 30ms instead of watched: 1 (others may change what is on nfs)" {
		t.Error(got)
	}
}

// Where a watch takes a handle for each file, some are left for the rest of the program.
func TestHandles(t *testing.T) {
	d := newDesk(t, "watched")
	d.dirsMu.Lock()
	d.handles = 5
	d.dirsMu.Unlock()
	elsewhere := t.TempDir()
	come := func(dir string) { // with its files at once: handles are counted when a directory is seen first
		d.must(os.Mkdir(filepath.Join(elsewhere, dir), 0o777))
		for _, name := range []string{"a", "b"} {
			d.must(os.WriteFile(filepath.Join(elsewhere, dir, name), nil, 0o666))
		}
		d.must(os.Rename(filepath.Join(elsewhere, dir), filepath.Join(d.dir, dir)))
	}
	come("two")
	d.settled()
	if got := d.Degraded(); got != nil {
		t.Errorf("3 of 5 handles, and %q", got)
	}
	come("three")
	d.settled()
	if got := strings.Join(d.Degraded(), ""); !strings.Contains(got, errHandles.Error()) {
		t.Errorf("6 of 5 handles, and %q", got)
	}
	d.write("three/c", "polled")
	d.settled()
	d.remove("two")
	d.settled()
	d.write("four/a", "")
	d.settled()
	if got := d.Degraded(); len(got) != 1 || !strings.Contains(got[0], "watched: 1 (") {
		t.Errorf("handles were not given back: %q", got)
	}
}

func TestOverflow(t *testing.T) {
	d := newDesk(t, "watched")
	d.write("a.txt", "x")
	d.system.notify.Errors <- fsnotify.ErrEventOverflow
	d.until("rescan", func() bool { return d.rescans > 0 })
	d.settled()
}

// An overflow may have lost that a directory came, or that another took its place: what is watched is
// brought in line with the disk, or changes after it would be lost too.
func TestOverflowLosesDirectories(t *testing.T) {
	d := newDesk(t, "watched")
	d.must(d.system.notify.Remove(d.Watcher.abs(""))) // so that no event comes, as when the queue is full
	d.write("unheard/of/x", "")
	d.rename("src", "away")
	d.write("src/deep/c.txt", "another directory")
	d.must(d.system.notify.Add(d.Watcher.abs("")))
	d.system.notify.Errors <- fsnotify.ErrEventOverflow
	d.until("rescan", func() bool { return d.rescans > 0 })
	for _, p := range []string{"unheard/of/x", "src/deep/c.txt"} {
		delete(d.seen, p)
		d.write(p, "after the overflow")
		d.until(p, func() bool { return d.seen[p] })
	}
}

func TestFolderItselfMoves(t *testing.T) {
	d := newDesk(t, "watched")
	moved := d.dir + ".moved"
	d.must(os.Rename(d.dir, moved))
	t.Cleanup(func() { os.RemoveAll(moved) })
	d.must(os.Mkdir(d.dir, 0o777))
	d.until("rescan", func() bool { return d.rescans > 0 })
}

// Nobody takes batches for a while; then there is one with everything in it.
func TestSlowTaker(t *testing.T) {
	d := newDesk(t, "watched")
	var want []string
	for i := range 5 {
		p := fmt.Sprintf("f%d", i)
		want = append(want, p)
		d.note(p, i%2 == 0)
		d.note("a.txt", false)
		d.waitFor("the change is taken in", func() bool {
			d.mu.Lock()
			defer d.mu.Unlock()
			return len(d.pending.paths) == 0
		})
	}
	b := <-d.Batches()
	if diff := cmp.Diff(append([]string{"a.txt"}, want...), b.Paths); diff != "" || b.Rescan {
		t.Errorf("%v\n%s", b.Rescan, diff)
	}
}

func TestCloseLeavesNothing(t *testing.T) {
	before := runtime.NumGoroutine()
	for _, mode := range modes {
		d := newDesk(t, mode)
		d.write("a.txt", "not taken")
		d.Close()
		d.Close()
		d.write("a.txt", "after")
	}
	for end := time.Now().Add(patience); runtime.NumGoroutine() > before; time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			stacks := make([]byte, 1<<16)
			t.Fatalf("%d goroutines, %d before:\n%s", runtime.NumGoroutine(), before, stacks[:runtime.Stack(stacks, true)])
		}
	}
}

// A switch of branches: thousands of files come, change and go at once.
func TestManyFiles(t *testing.T) {
	d := newDesk(t, "watched")
	d.Close()
	d.Watcher = New(d.dir, []string{"", "src", "src/deep"}, d.skip, 0, d.log)
	t.Cleanup(d.Close)
	for i := range 4000 {
		d.write(fmt.Sprintf("pkg%d/mod%d/f%d", i%10, i%100, i), "one")
	}
	d.settled()
	for i := range 4000 {
		name := fmt.Sprintf("pkg%d/mod%d/f%d", i%10, i%100, i)
		switch i % 3 {
		case 0:
			d.remove(name)
		case 1:
			d.write(name, "two")
		}
	}
	d.remove("pkg3")
	d.rename("pkg4", "pkg40")
	d.settled()
}

// TestRandomChanges does to a folder whatever can be done, and compares an index that is kept by
// batches alone with a scan.
func TestRandomChanges(t *testing.T) {
	for seed := range uint64(faulttest.Times(t, "a folder changed at random, watched and polled", "× 120 bursts of changes", 1, 8, 100)) {
		each(t, func(d *desk) {
			d.changeAtRandom(seed, func() { d.settled() })
			d.waitFor("what is watched is what the system watches", func() bool {
				d.dirsMu.Lock()
				defer d.dirsMu.Unlock()
				var want, got []string
				for _, dir := range d.dirs {
					if dir.watched {
						want = append(want, d.Watcher.abs(dir.path))
					}
				}
				if d.system.notify != nil {
					got = d.system.notify.WatchList()
				}
				slices.Sort(want)
				slices.Sort(got)
				return slices.Equal(want, got)
			})
		})
	}
}

func TestOddNames(t *testing.T) {
	each(t, func(d *desk) {
		for _, name := range []string{"ä ö", "a b\tc", "-rf", "src/...", "%41"} {
			d.write(name, "odd")
		}
		d.settled()
	})
}

func BenchmarkNew(b *testing.B) {
	dir := b.TempDir()
	dirs := []string{""}
	for i := range 2000 {
		name := fmt.Sprintf("d%d/e%d", i%40, i)
		if err := os.MkdirAll(filepath.Join(dir, name), 0o777); err != nil {
			b.Fatal(err)
		}
		dirs = append(dirs, name)
	}
	log := slog.New(slog.NewTextHandler(io.Discard, nil))
	for b.Loop() {
		New(dir, dirs, func(string) bool { return false }, 0, log).Close()
	}
}
