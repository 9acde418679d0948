package watch

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
)

// directory is one that is watched or polled.
type directory struct {
	path    string
	id      fileID
	watched bool
	handles int    // that its watch took
	reason  string // why it is polled, "" when it is not
	seen    stamps // what batches, or a scan after Watch, can have told of it
}

// Watch brings what is watched in line with a new scan, after ignore rules changed: the directories
// that it found are added, and those that are skipped now are dropped. It returns true when some are
// new; what changed in them before is unknown, so scan once more.
func (w *Watcher) Watch(dirs []string) (added bool) {
	w.dirsMu.Lock()
	defer w.dirsMu.Unlock()
	for _, dir := range dirs {
		if w.dirs[dir] == nil {
			w.add(dir)
			added = true
		}
	}
	w.drop(func(dir string) bool { return dir != "" && w.skip(dir) })
	w.sum()
	return added
}

// Degraded says what is polled and why, in sentences for a person to read; nil when all is watched.
func (w *Watcher) Degraded() []string { return *w.degraded.Load() }

// The following run under dirsMu.

// add watches a directory or, where that cannot be had, begins to poll it. It returns nil where there is
// no such directory.
func (w *Watcher) add(dir string) *directory {
	d := &directory{path: dir}
	info, err := w.lstat(dir)
	if err == nil && !info.IsDir() || errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err == nil {
		d.id = idOf(info)
		err = w.tryWatch(d)
	}
	switch {
	case gone(err):
		return nil
	case err != nil:
		d.reason = reason(err)
	case w.system.remote != "":
		d.reason = "others may change what is on " + w.system.remote
	}
	_, d.seen, _ = w.look(dir) // after the watch, so that nothing falls between the two
	w.dirs[dir] = d
	w.queue = append(w.queue, d)
	return d
}

func gone(err error) bool { return errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) }

// unlimited is a number of handles that is never used up.
const unlimited = math.MaxInt

var (
	errHandles = errors.New("it would take more than half of the files that may be open")
	errTwice   = errors.New("they can be reached by two paths, and watched by one")
)

func (w *Watcher) tryWatch(d *directory) error {
	if w.handles < unlimited {
		_, entries, _ := w.look(d.path)
		d.handles = 1 + len(entries)
	}
	if d.handles > w.handles {
		return errHandles
	}
	if !w.release(d) {
		return errTwice
	}
	if err := w.system.watch(w.abs(d.path)); err != nil {
		return err
	}
	w.handles -= d.handles
	d.watched = true
	if d.id != (fileID{}) {
		w.byID[d.id] = d
	}
	return nil
}

// release ends the watch that a directory brings along from another path. It returns false when it is
// still there, too.
//
// The system gives a directory one watch, whatever its path, and fsnotify leaves that under the path of
// its first Add. When a directory is moved into one so new that it is not watched yet, no event tells
// where it went; the listing of the new one does, perhaps before the event that tells where it was. To
// add it then gave the old watch, under the old path; and when the old path's end was handled, that
// ended the watch of the new one, and all that came later in it was lost.
func (w *Watcher) release(d *directory) bool {
	before := w.byID[d.id]
	if before == nil || d.id == (fileID{}) {
		return true
	}
	if info, err := w.lstat(before.path); err == nil && idOf(info) == d.id {
		return before.path == d.path
	}
	w.forget(before)
	w.note(before.path, true)
	return true
}

func (w *Watcher) abs(dir string) string { return filepath.Join(w.root, filepath.FromSlash(dir)) }

// drop forgets directories.
func (w *Watcher) drop(which func(dir string) bool) {
	for dir, d := range w.dirs {
		if which(dir) {
			w.forget(d)
		}
	}
}

func (w *Watcher) forget(d *directory) {
	delete(w.dirs, d.path)
	if !d.watched {
		return
	}
	if w.system.notify != nil {
		_ = w.system.notify.Remove(w.abs(d.path)) // fails where the directory is gone, and the watch with it
	}
	w.handles += d.handles
	if w.byID[d.id] == d {
		delete(w.byID, d.id)
	}
}

// sum puts together what Degraded says.
func (w *Watcher) sum() {
	counts := map[string]int{}
	for _, d := range w.dirs {
		if d.reason != "" {
			counts[d.reason]++
		}
	}
	if w.polling.Swap(len(counts) > 0) != (len(counts) > 0) {
		w.sooner()
	}
	var out []string
	for _, reason := range slices.Sorted(maps.Keys(counts)) {
		out = append(out, fmt.Sprintf("directories looked at every %v instead of watched: %d (%s)", w.timing.poll, counts[reason], reason))
	}
	w.degraded.Store(&out)
}

// settle adds to ready what changes mean, and watches directories that are new. It returns true when
// everything must be looked at again.
func (w *Watcher) settle(p pending, ready map[string]bool) (rescan bool) {
	changes := p.paths
	w.dirsMu.Lock()
	defer w.dirsMu.Unlock()
	defer w.sum()
	rescan = p.rescan || changes["."] // the folder itself was moved or deleted
	isDir := map[string]bool{}
	for p, moved := range changes {
		if p != "." {
			was, is := w.restamp(p)
			changes[p], isDir[p] = moved || was != is, is.IsDir() // what it was noted for may be stale
		}
	}
	// A watch stays with the directory it was put on, wherever that is moved. So one whose path saw
	// something appear or vanish is dropped with all below it, and put anew on what is there now. Where
	// events were lost nobody knows which these are, so that is done to all.
	w.drop(func(dir string) bool {
		for ; dir != ""; dir = parentOf(dir) {
			if changes[dir] {
				return true
			}
		}
		return p.rescan
	})
	if p.rescan {
		w.walk("", map[string]bool{}) // its files are found by the rescan
	}
	for _, p := range slices.Sorted(maps.Keys(changes)) {
		if p == "." {
			continue
		}
		if isDir[p] {
			if !changes[p] {
				continue // what happened in a directory has a path of its own
			}
			w.walk(p, ready)
		}
		ready[p] = true
	}
	return rescan
}

// nothing is the type of a path at which there is none.
const nothing = fs.ModeIrregular

// restamp takes in what is at a path now, before the batch that tells of it: a change after this makes
// another stamp. It returns the type of what batches told to be there, and of what is there.
func (w *Watcher) restamp(p string) (was, is fs.FileMode) {
	is = nothing
	info, err := w.lstat(p)
	if err == nil {
		is = info.Mode().Type()
	}
	parent := w.dirs[parentOf(p)]
	if parent == nil || parent.seen == nil {
		return is, is
	}
	was = nothing
	name := path.Base(p)
	if s, known := parent.seen[name]; known {
		was = s.mode
	}
	delete(parent.seen, name)
	if err == nil {
		parent.seen[name] = stampOf(info)
	}
	return was, is
}

func (w *Watcher) lstat(p string) (fs.FileInfo, error) { return os.Lstat(w.abs(p)) }

// walk watches a new directory and all below it, and adds to ready what is in them.
func (w *Watcher) walk(dir string, ready map[string]bool) {
	if w.dirs[dir] != nil || dir != "" && w.skip(dir) {
		return
	}
	d := w.add(dir)
	if d == nil { // gone again; if it comes back, and the event for that is lost, the sweep is to see it come
		if parent := w.dirs[parentOf(dir)]; parent != nil {
			delete(parent.seen, path.Base(dir))
		}
		return
	}
	for name, stamp := range d.seen {
		p := path.Join(dir, name)
		ready[p] = true
		if stamp.mode.IsDir() {
			w.walk(p, ready)
		}
	}
}

func parentOf(p string) string {
	return p[:max(strings.LastIndexByte(p, '/'), 0)]
}

// reason is an error without the path it names, so that equal ones are counted together.
func reason(err error) string {
	if errors.Is(err, syscall.ENOSPC) { // it would read as if the disk were full
		return "the system's limit of watches, fs.inotify.max_user_watches, is reached"
	}
	var at *fs.PathError
	if errors.As(err, &at) {
		err = at.Err
	}
	return err.Error()
}
