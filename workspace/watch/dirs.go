package watch

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
)

// Watch brings what is watched in line with a new scan, after ignore rules changed: the directories
// that it found are added, and those that are skipped now are dropped. It returns true when some are
// new; what changed in them before is unknown, so scan once more.
func (w *Watcher) Watch(dirs []string) (added bool) {
	w.dirsMu.Lock()
	defer w.dirsMu.Unlock()
	for _, dir := range dirs {
		if !w.known(dir) {
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

func (w *Watcher) known(dir string) bool {
	_, watched := w.watched[dir]
	_, polled := w.polled[dir]
	return watched || polled
}

// add watches a directory or, where that cannot be had, begins to poll it.
func (w *Watcher) add(dir string) {
	err := w.tryWatch(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return
	case err != nil:
		w.reasons[dir] = reason(err)
	case w.system.remote != "":
		w.reasons[dir] = "others may change what is on " + w.system.remote
	default:
		return
	}
	w.polled[dir] = w.look(dir)
}

// unlimited is a number of handles that is never used up.
const unlimited = math.MaxInt

var errHandles = errors.New("it would take more than half of the files that may be open")

func (w *Watcher) tryWatch(dir string) error {
	cost := 0
	if w.handles < unlimited {
		cost = 1 + len(w.look(dir))
	}
	if cost > w.handles {
		return errHandles
	}
	if err := w.system.watch(w.abs(dir)); err != nil {
		return err
	}
	w.handles -= cost
	w.watched[dir] = cost
	return nil
}

func (w *Watcher) abs(dir string) string { return filepath.Join(w.root, filepath.FromSlash(dir)) }

// drop forgets directories.
func (w *Watcher) drop(which func(dir string) bool) {
	for dir, cost := range w.watched {
		if which(dir) {
			_ = w.system.notify.Remove(w.abs(dir)) // fails where the directory is gone, and the watch with it
			w.handles += cost
			delete(w.watched, dir)
		}
	}
	maps.DeleteFunc(w.polled, func(dir string, _ stamps) bool { return which(dir) })
	maps.DeleteFunc(w.reasons, func(dir, _ string) bool { return which(dir) })
}

// sum puts together what Degraded says.
func (w *Watcher) sum() {
	counts := map[string]int{}
	for _, reason := range w.reasons {
		counts[reason]++
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
		if w.isDir(p) {
			if !changes[p] {
				continue // what happened in a directory has a path of its own
			}
			w.walk(p, ready)
		}
		ready[p] = true
	}
	return rescan
}

func (w *Watcher) isDir(p string) bool {
	if w.tree == nil {
		return false
	}
	info, err := w.tree.Lstat(p)
	return err == nil && info.IsDir()
}

// walk watches a new directory and all below it, and adds to ready what is in them.
func (w *Watcher) walk(dir string, ready map[string]bool) {
	if w.known(dir) || dir != "" && w.skip(dir) {
		return
	}
	w.add(dir)
	for name, stamp := range w.look(dir) {
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
