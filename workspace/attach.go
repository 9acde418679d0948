package workspace

import "sync"

// attachments are what others derive from a folder or a snapshot, kept as long as that is.
type attachments struct {
	mu     sync.Mutex
	values map[any]any
}

// attached is the value of a key, made when it is first asked for.
func (a *attachments) attached(key any, make func() any) any {
	a.mu.Lock()
	defer a.mu.Unlock()
	value, known := a.values[key]
	if !known {
		if a.values == nil {
			a.values = map[any]any{}
		}
		value = make()
		a.values[key] = value
	}
	return value
}

// Attached is what somebody keeps of the folder under a key of theirs. It is gone when the folder is:
// nobody has to be told that it was closed.
func (f *Folder) Attached(key any, make func() any) any { return f.attachments.attached(key, make) }

// Attached is what somebody derives from the snapshot under a key of theirs. make must be quick: it is to
// return a promise of what takes longer.
func (s *Snapshot) Attached(key any, make func() any) any { return s.attachments.attached(key, make) }

// Number says in which order the snapshots of a folder were taken: a later one has a greater number.
func (s *Snapshot) Number() uint64 { return s.number }
