package store

import (
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"time"
)

// Put keeps a value, which is not to be changed any more. It is written later: when there is more of that kind, or
// by Flush.
func (s *Store) Put(k Key, value []byte) {
	if s == nil || len(value) == 0 || len(value) > maxValue {
		return
	}
	s.mu.Lock()
	if s.full {
		s.mu.Unlock()
		return
	}
	if _, known := s.pending[k]; !known {
		s.pending[k] = value
		s.size += len(value)
	}
	enough := s.size >= pendingBytes
	s.mu.Unlock()
	if enough {
		s.Flush()
	}
}

// Flush writes what was put.
func (s *Store) Flush() {
	if s == nil {
		return
	}
	s.writing.Lock()
	defer s.writing.Unlock()
	s.mu.Lock()
	values := maps.Clone(s.pending)
	s.mu.Unlock()
	if len(values) == 0 {
		return
	}
	err := s.write(values)
	s.mu.Lock()
	defer s.mu.Unlock()
	for k, value := range values {
		delete(s.pending, k)
		s.size -= len(value)
	}
	if err != nil && !errors.Is(err, errLocked) { // those who write are busy with the same files more often than not
		s.full = true
		s.say("the cache cannot be written, and keeps nothing more", err)
	}
}

// write appends values to the store, those that it does not have.
func (s *Store) write(values map[Key][]byte) error {
	if err := os.MkdirAll(s.dir, 0o700); err != nil {
		return err
	}
	release, err := s.lock()
	if err != nil {
		return err
	}
	defer release()
	s.mu.Lock()
	s.holds = true
	defer func() { // before release
		s.mu.Lock()
		defer s.mu.Unlock()
		s.holds = false
	}()
	s.refresh()
	x := s.index
	last, end := x.end()
	keys := slices.DeleteFunc(slices.Collect(maps.Keys(values)), func(k Key) bool { _, known := x.find(k); return known })
	s.mu.Unlock()
	slices.SortFunc(keys, func(a, b Key) int { return slices.Compare(a[:], b[:]) })

	for len(keys) > 0 {
		if end >= s.segment {
			last, end = last+1, 0
		}
		var data []byte
		var entries []entry
		for len(keys) > 0 && (len(data) == 0 || end+int64(len(data)+len(values[keys[0]])) <= s.segment) {
			value := values[keys[0]]
			entries = append(entries, entry{keys[0], last, uint32(end) + uint32(len(data)), uint32(len(value)), sum(value)})
			data, keys = append(data, value...), keys[1:]
		}
		if err := s.writeTo(s.segmentPath(last), data, end); err != nil {
			return err
		}
		if err := s.writeEntries(entries); err != nil {
			return err
		}
		end += int64(len(data))
	}
	return s.collect()
}

// end is the last segment, and where in it the next value belongs.
func (x *index) end() (segment uint32, offset int64) {
	segment = 1
	for _, e := range x.entries {
		if e.segment > segment {
			segment, offset = e.segment, 0
		}
		if e.segment == segment {
			offset = max(offset, int64(e.offset)+int64(e.length))
		}
	}
	return segment, offset
}

// writeTo writes into a file at a place, which becomes its end.
func (s *Store) writeTo(name string, data []byte, at int64) error {
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	if err = f.Truncate(at); err == nil {
		err = s.writeAt(f, data, at)
	}
	return errors.Join(err, f.Close())
}

// writeEntries adds entries to the index, after the last whole one.
func (s *Store) writeEntries(entries []entry) error {
	s.mu.Lock()
	at := s.index.bytes
	s.mu.Unlock()
	var data []byte
	if at == 0 {
		data = append(data, head...)
	}
	for _, e := range entries {
		data = e.append(data)
	}
	if err := s.writeTo(filepath.Join(s.dir, indexName), data, at); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.refresh()
	s.counts.Written += len(entries)
	return nil
}

// errLocked says that another process writes, and has done so for lockPatience.
var errLocked = errors.New("another process writes")

// lock makes this process the one that writes, until release.
func (s *Store) lock() (release func(), err error) {
	f, err := os.OpenFile(filepath.Join(s.dir, lockName), os.O_WRONLY|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	for waited := time.Duration(0); tryLock(f) != nil; waited += lockRetryAfter {
		if waited >= lockPatience {
			return nil, errors.Join(errLocked, f.Close())
		}
		time.Sleep(lockRetryAfter)
	}
	return func() { _ = f.Close() }, nil
}
