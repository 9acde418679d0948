package watch

import (
	"io/fs"
	"path"
	"time"
)

// stamps are the entries of a directory, by name.
type stamps map[string]stamp

// stamp is how a change of an entry is recognised. A directory's are its own business.
type stamp struct {
	mode    fs.FileMode // type bits
	size    int64
	modTime time.Time
}

// look lists a directory; empty when it cannot be read.
func (w *Watcher) look(dir string) stamps {
	found := stamps{}
	if w.tree == nil {
		return found
	}
	if dir == "" {
		dir = "."
	}
	f, err := w.tree.Open(dir)
	if err != nil {
		return found
	}
	defer f.Close()
	entries, err := f.ReadDir(-1)
	if err != nil {
		w.log.Debug("a directory cannot be listed", "root", w.root, "error", err)
	}
	for _, e := range entries {
		s := stamp{mode: e.Type()}
		if info, err := e.Info(); err == nil && !e.IsDir() {
			s.size, s.modTime = info.Size(), info.ModTime()
		}
		found[e.Name()] = s
	}
	return found
}

// poll looks at all directories that are not watched, and notes what is not as it was.
func (w *Watcher) poll() {
	w.dirsMu.Lock()
	defer w.dirsMu.Unlock()
	for dir, before := range w.polled {
		now := w.look(dir)
		for name, s := range now {
			was, known := before[name]
			if was != s {
				w.note(path.Join(dir, name), !known || was.mode != s.mode)
			}
		}
		for name := range before {
			if _, still := now[name]; !still {
				w.note(path.Join(dir, name), true)
			}
		}
		w.polled[dir] = now
	}
}
