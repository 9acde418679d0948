package watch

import (
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"time"
)

// markLimit is how long the event of a mark may take. A system that is slower than that does not tell of all it should.
const markLimit = 5 * time.Second

// marker is a file of the watcher's own. The system tells of what happens in the order in which it does: once it has
// told that the marker was written, it has told of everything before.
type marker struct {
	*os.File
	seen chan struct{} // holds a token when the mark was told of, or its event may be lost
}

var errUnordered = errors.New("events come in no order")

// newMarker makes the marker.
func (w *Watcher) newMarker() (*marker, error) {
	if !ordered || w.system.notify == nil {
		return nil, errUnordered
	}
	f, err := os.CreateTemp("", "contextls-mark-*")
	if err != nil {
		return nil, err
	}
	m := &marker{f, make(chan struct{}, 1)}
	if w.below(f.Name()) { // each mark would be told of twice
		err = errInside
	} else {
		w.marker.Store(m)
		err = w.system.notify.Add(f.Name())
	}
	if err = errors.Join(err, os.Remove(f.Name())); err != nil { // it needs no name, and a killed process leaves none behind
		w.marker.Store(nil)
		m.Close()
		return nil, err
	}
	return m, nil
}

var errInside = errors.New("the folder has the system's temporary files in it")

// below reports whether an absolute path lies in the folder.
func (w *Watcher) below(path string) bool {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	rel, err := filepath.Rel(w.root, path)
	return err == nil && filepath.IsLocal(rel)
}

func (m *marker) told() {
	select {
	case m.seen <- struct{}{}:
	default:
	}
}

// Sync gives what would come in the next batches: all that has happened before the call, without waiting until it is
// quiet. ok is false where that is not known, and everything is to be looked at. It is called by whoever takes the
// batches.
func (w *Watcher) Sync() (b Batch, ok bool) {
	if w.deaf || w.polling.Load() {
		return Batch{}, false
	}
	if err := w.mark(); err != nil {
		w.deaf = true
		w.log.Info("changes are not told of at once", "root", w.root, "reason", err)
		return Batch{}, false
	}
	reply := make(chan Batch)
	select {
	case w.flush <- reply:
		return <-reply, true
	case <-w.quit:
		return Batch{}, false
	}
}

var errLate = errors.New("the system is late")

// mark waits until the system has told of all that happened so far.
func (w *Watcher) mark() (err error) {
	m := w.marker.Load()
	if m == nil {
		if m, err = w.newMarker(); err != nil {
			return err
		}
	}
	select {
	case <-m.seen: // events were lost since the last mark
	default:
	}
	if _, err := m.WriteAt([]byte{0}, 0); err != nil {
		return err
	}
	select {
	case <-m.seen:
		return nil
	case <-w.quit:
		return nil
	case <-time.After(markLimit):
		return errLate
	}
}

// flushed is all that is ready or pending, as a batch.
func (w *Watcher) flushed(ready map[string]bool, rescan bool) Batch {
	rescan = w.settle(w.take(), ready) || rescan
	return Batch{Paths: slices.Sorted(maps.Keys(ready)), Rescan: rescan}
}
