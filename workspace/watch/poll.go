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
	size    int64       // bytes
	modTime int64       // Unix nanoseconds
}

func stampOf(info fs.FileInfo) stamp {
	if info.IsDir() {
		return stamp{mode: info.Mode().Type()}
	}
	return stamp{info.Mode().Type(), info.Size(), info.ModTime().UnixNano()}
}

// look lists a directory.
func (w *Watcher) look(dir string) (fileID, stamps, error) {
	if w.tree == nil {
		return fileID{}, nil, fs.ErrNotExist
	}
	f, err := w.tree.Open(path.Join(".", dir))
	if err != nil {
		return fileID{}, nil, err
	}
	defer f.Close()
	self, err := f.Stat()
	if err != nil {
		return fileID{}, nil, err
	}
	entries, err := f.ReadDir(-1)
	if err != nil {
		w.log.Debug("a directory cannot be listed", "root", w.root, "error", err)
		return fileID{}, nil, err
	}
	found := make(stamps, len(entries))
	for _, e := range entries {
		s := stamp{mode: e.Type()}
		if !e.IsDir() {
			if info, err := e.Info(); err == nil {
				s = stampOf(info)
			}
		}
		found[e.Name()] = s
	}
	return idOf(self), found, nil
}

// diff names the entries of a directory that are not as they were: true where something appeared or
// vanished.
func diff(dir string, before, now stamps) map[string]bool {
	changed := map[string]bool{}
	for name, s := range now {
		if was, known := before[name]; was != s || !known {
			changed[path.Join(dir, name)] = !known || was.mode != s.mode
		}
	}
	for name := range before {
		if _, still := now[name]; !still {
			changed[path.Join(dir, name)] = true
		}
	}
	return changed
}

// restAfter is how long to rest after a look at the disk: as usual, or where it took long, so many times as long, for on a
// slow disk it must not be all we do. But what took long may have been a busy machine, so it is not much longer than
// usual, or than the look.
func restAfter(took, usual time.Duration, times int) time.Duration {
	return max(usual, min(time.Duration(times)*took, max(4*usual, took)))
}

// poll looks at all directories that are not watched, and notes what is not as it was. It returns how
// long that took.
func (w *Watcher) poll() time.Duration {
	began := time.Now()
	w.dirsMu.Lock()
	defer w.dirsMu.Unlock()
	for _, d := range w.dirs {
		if d.reason == "" {
			continue
		}
		_, now, err := w.look(d.path)
		if err != nil && !gone(err) {
			continue // perhaps next time
		}
		for p, moved := range diff(d.path, d.seen, now) {
			w.note(p, moved)
		}
		d.seen = now
	}
	return time.Since(began)
}
