package watch

import (
	"io/fs"
	"path"
	"time"

	"github.com/contextls/contextls/workspace/disk"
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
	found := stamps{}
	id, err := w.each(dir, func(name string, s stamp) { found[name] = s })
	if err != nil {
		return fileID{}, nil, err
	}
	return id, found, nil
}

// same reports whether a directory is what was seen last; where it cannot be listed it is not. All of them are asked again and again, so
// it keeps nothing of what is there.
func (w *Watcher) same(d *directory) bool {
	same, count := true, 0
	id, err := w.each(d.path, func(name string, s stamp) {
		was, known := d.seen[name]
		same = same && known && was == s
		count++
	})
	return err == nil && id == d.id && same && count == len(d.seen)
}

// each calls f with what is in a directory.
func (w *Watcher) each(dir string, f func(name string, s stamp)) (fileID, error) {
	if w.tree == nil {
		return fileID{}, fs.ErrNotExist
	}
	opened, err := w.tree.Open(dir)
	if err != nil {
		return fileID{}, err
	}
	defer opened.Close()
	self, err := opened.Stat()
	if err != nil {
		return fileID{}, err
	}
	err = w.lister.Each(opened, func(n disk.Named) { f(n.Name, stamp{n.Mode, n.Stamp.Size, n.Stamp.Modified}) })
	if err != nil {
		w.log.Debug("a directory cannot be listed", "root", w.root, "directory", dir, "error", err)
		return fileID{}, err
	}
	return idOf(self), nil
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
		if d.reason == "" || w.same(d) {
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
