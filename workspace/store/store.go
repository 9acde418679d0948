package store

import (
	"errors"
	"fmt"
	"hash/crc32"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"time"
)

// Key names a value or a page: a hash of all that it was made from.
type Key [16]byte

// Options say where and how much is kept.
type Options struct {
	Dir      string // absolute; made when something is first written
	MaxBytes int64  // of all files together, at most, from one writing to the next; at least minBytes counts
	Log      *slog.Logger
}

const (
	minBytes       = 16 << 20
	segmentParts   = 16       // a segment is at most this part of all: what goes, goes a segment at a time
	pageParts      = 4        // and a page this
	segmentBytes   = 64 << 20 // and no more than this
	pendingBytes   = 8 << 20  // so much is put before it is written
	maxValue       = 64 << 20 // bytes; what is longer is not kept
	touchAfter     = time.Hour
	unusedAfter    = 60 * 24 * time.Hour // what was not read for so long goes
	lockPatience   = time.Second
	lockRetryAfter = 5 * time.Millisecond
)

// Store is what is kept in one directory. It is safe for concurrent use, also by several processes. A nil Store
// keeps nothing.
type Store struct {
	dir     string
	max     int64
	segment int64 // bytes of a segment
	log     *slog.Logger

	writeAt func(f *os.File, data []byte, at int64) error // tests have it fail

	mu       sync.Mutex
	index    *index
	segments map[uint32]*os.File // those that were read from
	pending  map[Key][]byte      // what was put and not written yet
	size     int                 // of what is pending, in bytes
	holds    bool                // write has the file lock
	full     bool                // writing failed: nothing more is written
	told     bool                // the log has its line
	counts   Counts

	writing sync.Mutex // one Flush at a time
}

// Counts are what was asked of a store since it was opened.
type Counts struct{ Found, Missing, Written int }

// Open gives the store in a directory, which need not exist. It reads nothing yet.
func Open(o Options) *Store {
	s := &Store{dir: o.Dir, max: max(o.MaxBytes, minBytes), log: o.Log, segments: map[uint32]*os.File{}, pending: map[Key][]byte{},
		writeAt: func(f *os.File, data []byte, at int64) error { _, err := f.WriteAt(data, at); return err }}
	s.segment = min(s.max/segmentParts, segmentBytes)
	return s
}

// Dir is the store's directory.
func (s *Store) Dir() string { return s.dir }

// Counts are what was asked of the store so far.
func (s *Store) Counts() Counts {
	if s == nil {
		return Counts{}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.counts
}

// Get gives the value of a key, nil where there is none. It is the caller's.
func (s *Store) Get(k Key) []byte {
	if s == nil {
		return nil
	}
	s.mu.Lock()
	value, e, f := s.find(k)
	s.mu.Unlock()
	if value == nil && f != nil {
		value = s.read(f, e)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if value == nil {
		s.counts.Missing++
	} else {
		s.counts.Found++
	}
	return value
}

// find gives a value that is pending, or where it is. It needs the lock.
func (s *Store) find(k Key) ([]byte, entry, *os.File) {
	if value, ok := s.pending[k]; ok {
		return append([]byte(nil), value...), entry{}, nil
	}
	if s.index == nil {
		s.refresh()
	}
	e, ok := s.index.find(k)
	if !ok {
		return nil, entry{}, nil
	}
	f := s.segments[e.segment]
	if f == nil {
		var err error
		if f, err = os.Open(s.segmentPath(e.segment)); err != nil {
			s.missing(err)
			return nil, entry{}, nil
		}
		s.segments[e.segment] = f
		touch(f.Name())
	}
	return nil, e, f
}

// missing takes in that a segment cannot be opened: another process has dropped it, which the index says by now, or
// it is damage. It needs the lock.
func (s *Store) missing(err error) {
	before := s.index.file
	s.refresh()
	if !errors.Is(err, fs.ErrNotExist) || before != nil && s.index.file != nil && os.SameFile(before, s.index.file) {
		s.drop(err)
	}
}

func (s *Store) read(f *os.File, e entry) []byte {
	value := make([]byte, e.length)
	_, err := f.ReadAt(value, int64(e.offset))
	switch {
	case err == nil && sum(value) == e.sum:
		return value
	case err == nil:
		err = errors.New("a value has another sum than its entry")
	case errors.Is(err, fs.ErrClosed): // by refresh: the value is perhaps somewhere else
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if now, known := s.index.find(e.key); known && now == e { // else it was dropped meanwhile
		s.drop(err)
	}
	return nil
}

// Damaged drops the whole store, because a value that it gave is not one.
func (s *Store) Damaged(reason error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.drop(reason)
}

// drop ends all that is kept. It needs the lock.
func (s *Store) drop(reason error) {
	s.say("the cache is damaged and was dropped", reason)
	s.close()
	s.index = newIndex()
	if s.holds {
		s.removeAll()
	} else if release, err := s.lock(); err == nil {
		s.removeAll()
		release()
	}
}

// close closes the segments that were read from; their readers see an error. It needs the lock.
func (s *Store) close() {
	for n, f := range s.segments {
		_ = f.Close()
		delete(s.segments, n)
	}
}

// say logs one line in the life of the store. It needs the lock.
func (s *Store) say(message string, reason error) {
	if !s.told {
		s.told = true
		s.log.Warn(message, "directory", s.dir, "reason", reason)
	}
}

func (s *Store) segmentPath(n uint32) string {
	return filepath.Join(s.dir, fmt.Sprintf("%s%08d", segmentPrefix, n))
}

const (
	segmentPrefix = "values-"
	pagePrefix    = "page-"
	newPrefix     = "new-" // what will be an index or a page
	indexName     = "index"
	lockName      = "lock"
)

func sum(data []byte) uint32 { return crc32.Checksum(data, castagnoli) }

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// touch notes that a file is in use.
func touch(name string) {
	if info, err := os.Stat(name); err == nil && time.Since(info.ModTime()) > touchAfter {
		now := time.Now()
		_ = os.Chtimes(name, now, now)
	}
}
