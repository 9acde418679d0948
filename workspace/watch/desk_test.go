package watch

import (
	"errors"
	"io"
	"io/fs"
	"log/slog"
	"maps"
	"math/rand/v2"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/fsnotify/fsnotify"
	"github.com/google/go-cmp/cmp"
)

// patience is how long a change may take to be told of before a test fails.
const patience = 2 * time.Minute

// desk is a folder with a watcher, and somebody who keeps an index of it by what the watcher says.
type desk struct {
	t *testing.T
	*Watcher
	dir     string
	index   map[string]string // path → text, of all files
	below   map[string]int    // directory → number of files in the index
	seen    map[string]bool   // paths that were in batches
	rescans int
	ignored atomic.Value // name of directories to skip
}

// modes are the ways to learn of changes: watches, watches until they run out, and polling alone.
var modes = []string{"watched", "both", "polled"}

func newDesk(t *testing.T, mode string) *desk {
	t.Helper()
	return newLossyDesk(t, mode, time.Hour, nil) // so that the sweep makes up for nothing
}

// newLossyDesk is a desk whose watcher does not get the events that loses picks, with rounds of the sweep
// that are as long as given.
func newLossyDesk(t *testing.T, mode string, round time.Duration, loses func(fsnotify.Event) bool) *desk {
	t.Helper()
	d := &desk{t: t, dir: t.TempDir(), index: map[string]string{}, below: map[string]int{}, seen: map[string]bool{}}
	for _, name := range []string{"a.txt", "src/b.txt", "src/deep/c.txt", "node_modules/x/y.txt"} {
		d.write(name, "first")
	}
	notify, err := fsnotify.NewWatcher()
	if err != nil {
		t.Fatal(err)
	}
	s := system{notify: notify, watch: notify.Add}
	switch left := 2; mode {
	case "both":
		s.watch = func(dir string) error {
			if left == 0 {
				return &fs.PathError{Op: "add", Path: dir, Err: syscall.ENOSPC}
			}
			left--
			return notify.Add(dir)
		}
	case "polled":
		notify.Close()
		s = system{watch: func(string) error { return errors.New("there is no watching here") }}
	}
	for p, text := range d.scan() {
		d.keep(p, text)
	}
	s.loses = loses
	d.ignored.Store("node_modules")
	skip := func(dir string) bool { return slices.Contains(strings.Split(dir, "/"), d.ignored.Load().(string)) }
	d.Watcher = start(d.dir, []string{"", "src", "src/deep"}, skip, slog.New(slog.NewTextHandler(io.Discard, nil)), s,
		timing{quiet: 20 * time.Millisecond, latest: 60 * time.Millisecond, poll: 30 * time.Millisecond, round: round})
	t.Cleanup(d.Close)
	return d
}

func (d *desk) abs(name string) string { return filepath.Join(d.dir, filepath.FromSlash(name)) }

func (d *desk) must(err error) {
	d.t.Helper()
	if err != nil {
		d.t.Fatal(err)
	}
}

func (d *desk) write(name, text string) {
	d.t.Helper()
	d.must(os.MkdirAll(filepath.Dir(d.abs(name)), 0o777))
	d.must(os.WriteFile(d.abs(name), []byte(text), 0o666))
}

func (d *desk) rename(from, to string) { d.t.Helper(); d.must(os.Rename(d.abs(from), d.abs(to))) }
func (d *desk) remove(name string)     { d.t.Helper(); d.must(os.RemoveAll(d.abs(name))) }

// scan is what the index should be.
func (d *desk) scan() map[string]string {
	files := map[string]string{}
	d.must(fs.WalkDir(os.DirFS(d.dir), ".", func(p string, e fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case e.IsDir() && e.Name() == "node_modules":
			return fs.SkipDir
		case e.Type().IsRegular():
			text, err := os.ReadFile(d.abs(p))
			files[p] = string(text)
			return err
		}
		return nil
	}))
	return files
}

// take brings the index in line with the disk, at the paths of a batch alone unless it says that events
// were lost.
func (d *desk) take(b Batch) {
	d.t.Helper()
	if !slices.IsSorted(b.Paths) || len(slices.Compact(slices.Clone(b.Paths))) != len(b.Paths) {
		d.t.Errorf("not a sorted set: %q", b.Paths)
	}
	if b.Rescan {
		d.rescans++
		clear(d.index)
		clear(d.below)
		for p, text := range d.scan() {
			d.keep(p, text)
		}
	}
	for _, p := range b.Paths {
		d.seen[p] = true
		d.forget(p)
		if d.below[p] > 0 { // it was a directory; some of it may be gone
			for f := range maps.Clone(d.index) {
				if _, err := os.Lstat(d.abs(f)); strings.HasPrefix(f, p+"/") && err != nil {
					d.forget(f)
				}
			}
		}
		if text, err := os.ReadFile(d.abs(p)); err == nil && !slices.Contains(strings.Split(p, "/"), "node_modules") {
			d.keep(p, string(text))
		}
	}
}

func (d *desk) keep(p, text string) {
	d.index[p] = text
	for dir := parentOf(p); dir != ""; dir = parentOf(dir) {
		d.below[dir]++
	}
}

func (d *desk) forget(p string) {
	if _, known := d.index[p]; known {
		delete(d.index, p)
		for dir := parentOf(p); dir != ""; dir = parentOf(dir) {
			d.below[dir]--
		}
	}
}

// until takes batches until something holds.
func (d *desk) until(what string, holds func() bool) {
	d.t.Helper()
	end := time.After(patience)
	for !holds() {
		select {
		case b := <-d.Batches():
			d.take(b)
		case <-end:
			d.t.Fatalf("%s: not after %v; seen: %q", what, patience, slices.Sorted(maps.Keys(d.seen)))
		}
	}
}

// settled takes batches until the index is right.
func (d *desk) settled() {
	d.t.Helper()
	end := time.After(patience)
	for {
		want := d.scan()
		if maps.Equal(d.index, want) {
			return
		}
		select {
		case b := <-d.Batches():
			d.take(b)
		case <-end:
			d.t.Fatalf("the index is not what a scan gives (-scan +index):\n%s", cmp.Diff(want, d.index))
		}
	}
}

func (d *desk) waitFor(what string, holds func() bool) {
	d.t.Helper()
	for end := time.Now().Add(patience); !holds(); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			d.t.Fatalf("%s: not after %v", what, patience)
		}
	}
}

// changeAtRandom does to the folder whatever can be done, 40 times a few things; pause is called now and then, and at the end.
func (d *desk) changeAtRandom(seed uint64, pause func()) {
	rnd := rand.New(rand.NewPCG(3, seed))
	pick := func() string {
		p := string('a' + byte(rnd.IntN(3)))
		for rnd.IntN(3) > 0 {
			p = path.Join(p, string('a'+byte(rnd.IntN(3))))
		}
		return p
	}
	for round := range 40 {
		for range 1 + rnd.IntN(12) {
			p := pick()
			switch rnd.IntN(6) { // what cannot be done now is not done
			case 0:
				os.MkdirAll(d.abs(p), 0o777)
			case 1:
				os.RemoveAll(d.abs(p))
			case 2:
				os.Rename(d.abs(p), d.abs(pick()))
			default:
				os.MkdirAll(filepath.Dir(d.abs(p)), 0o777)
				os.WriteFile(d.abs(p), []byte(strings.Repeat("x", round)), 0o666)
			}
		}
		if rnd.IntN(3) == 0 {
			pause()
		}
	}
	pause()
}
