package kept

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
	"weak"
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
	pageParts      = 2        // and a page this
	segmentBytes   = 64 << 20 // and no more than this
	pendingBytes   = 8 << 20  // so much is put before it is written
	maxValue       = 64 << 20 // bytes; what is longer is not kept
	touchAfter     = time.Hour
	unusedAfter    = 60 * 24 * time.Hour // what was not read for so long goes
	lockPatience   = time.Second
	lockRetryAfter = 5 * time.Millisecond
)

// Cache is what is kept in one directory. It is safe for concurrent use, also by several processes. A nil Cache
// keeps nothing.
type Cache struct {
	dir     string
	max     int64
	segment int64 // bytes of a segment
	log     *slog.Logger

	writeAt func(f *os.File, data []byte, at int64) error // tests have it fail

	mu       sync.Mutex
	index    *index
	segments map[uint32]*os.File  // those that were read from
	opened   []weak.Pointer[Page] // pages that were found, if somebody has them still
	pending  map[Key][]byte       // what was put and not written yet
	size     int                  // of what is pending, in bytes
	holds    bool                 // write has the file lock
	full     bool                 // writing failed: nothing more is written
	told     bool                 // the log has its line…
	toldSize bool                 // …and the one of a page that is too large, which hides no damage
	counts   Counts

	writing sync.Mutex // one Flush at a time
}

// Counts are what was asked of a cache since it was opened.
type Counts struct{ Found, Missing, Written int }

// Open gives the cache in a directory, which need not exist. It reads nothing yet.
func Open(o Options) *Cache {
	c := &Cache{dir: o.Dir, max: max(o.MaxBytes, minBytes), log: o.Log, segments: map[uint32]*os.File{}, pending: map[Key][]byte{},
		writeAt: func(f *os.File, data []byte, at int64) error { _, err := f.WriteAt(data, at); return err }}
	c.segment = min(c.max/segmentParts, segmentBytes)
	return c
}

// Dir is the cache's directory.
func (c *Cache) Dir() string { return c.dir }

// Counts are what was asked of the cache so far.
func (c *Cache) Counts() Counts {
	if c == nil {
		return Counts{}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.counts
}

// Value is a value that was found, to be read when it is needed. It is there for as long as somebody has it, whatever becomes of the cache.
type Value struct {
	cache *Cache
	entry entry
	file  *os.File
	data  []byte // of a value that was not written yet
}

// Prepare reads what the first Find or Get would wait for.
func (c *Cache) Prepare() {
	if c == nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.index == nil {
		c.refresh()
	}
}

// Find finds the value of a key, nil where there is none. It reads nothing of it.
func (c *Cache) Find(k Key) *Value {
	if c == nil {
		return nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	data, e, f := c.find(k)
	if data == nil && f == nil {
		c.counts.Missing++
		return nil
	}
	c.counts.Found++
	return &Value{c, e, f, data}
}

// Read gives the value, nil where it is damaged.
func (v *Value) Read() []byte {
	if v.file == nil {
		return v.data
	}
	return v.cache.read(v.file, v.entry, nil)
}

// Get gives the value of a key, nil where there is none. It is the caller's, and lies in room where that is large enough.
func (c *Cache) Get(k Key, room []byte) []byte {
	if c == nil {
		return nil
	}
	c.mu.Lock()
	value, e, f := c.find(k)
	c.mu.Unlock()
	if value == nil && f != nil {
		value = c.read(f, e, room)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if value == nil {
		c.counts.Missing++
	} else {
		c.counts.Found++
	}
	return value
}

// find gives a value that is pending, or where it is. It needs the lock.
func (c *Cache) find(k Key) ([]byte, entry, *os.File) {
	if value, ok := c.pending[k]; ok {
		return append([]byte(nil), value...), entry{}, nil
	}
	if c.index == nil {
		c.refresh()
	}
	e, ok := c.index.find(k)
	if !ok {
		return nil, entry{}, nil
	}
	f := c.segments[e.segment]
	if f == nil {
		var err error
		if f, err = os.Open(c.segmentPath(e.segment)); err != nil {
			c.missing(err)
			return nil, entry{}, nil
		}
		c.segments[e.segment] = f
		touch(f.Name())
	}
	return nil, e, f
}

// missing takes in that a segment cannot be opened: another process has dropped it, which the index says by now, or
// it is damage. It needs the lock.
func (c *Cache) missing(err error) {
	before := c.index.file
	c.refresh()
	if !errors.Is(err, fs.ErrNotExist) || before != nil && c.index.file != nil && os.SameFile(before, c.index.file) {
		c.drop(err)
	}
}

func (c *Cache) read(f *os.File, e entry, room []byte) []byte {
	if n := int(e.length); room == nil || n > cap(room) {
		room = make([]byte, max(n, 2*cap(room)))
	}
	value := room[:e.length]
	_, err := f.ReadAt(value, int64(e.offset))
	switch {
	case err == nil && sum(value) == e.sum:
		return value
	case err == nil:
		err = errors.New("a value has another sum than its entry")
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if now, known := c.index.find(e.key); known && now == e { // else it was dropped meanwhile
		c.drop(err)
	}
	return nil
}

// Damaged drops the whole cache, because a value that it gave is not one.
func (c *Cache) Damaged(reason error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.drop(reason)
}

// drop ends all that is kept. It needs the lock.
func (c *Cache) drop(reason error) {
	c.close()
	c.index = newIndex()
	if c.holds {
		reason = errors.Join(reason, c.removeAll())
	} else if release, err := c.lock(); err == nil {
		reason = errors.Join(reason, c.removeAll())
		release()
	}
	c.say("the cache is damaged and was dropped", reason)
}

// close gives up the segments that were read from. They are closed when nobody has a Value of them any more. It needs the lock.
func (c *Cache) close() { clear(c.segments) }

// say logs one line in the life of the cache. It needs the lock.
func (c *Cache) say(message string, reason error) {
	if !c.told {
		c.told = true
		c.log.Warn(message, "directory", c.dir, "reason", reason)
	}
}

func (c *Cache) segmentPath(n uint32) string {
	return filepath.Join(c.dir, fmt.Sprintf("%s%08d", segmentPrefix, n))
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
