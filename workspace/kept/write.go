package kept

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
func (c *Cache) Put(k Key, value []byte) {
	if c == nil || len(value) == 0 || len(value) > maxValue {
		return
	}
	c.mu.Lock()
	if c.full {
		c.mu.Unlock()
		return
	}
	if _, known := c.pending[k]; !known {
		c.pending[k] = value
		c.size += len(value)
	}
	enough := c.size >= pendingBytes
	c.mu.Unlock()
	if enough {
		c.Flush()
	}
}

// Flush writes what was put.
func (c *Cache) Flush() {
	if c == nil {
		return
	}
	c.writing.Lock()
	defer c.writing.Unlock()
	c.mu.Lock()
	values := maps.Clone(c.pending)
	c.mu.Unlock()
	if len(values) == 0 {
		return
	}
	err := c.write(values)
	c.mu.Lock()
	defer c.mu.Unlock()
	for k, value := range values {
		delete(c.pending, k)
		c.size -= len(value)
	}
	if err != nil && !errors.Is(err, errLocked) { // those who write are busy with the same files more often than not
		c.full = true
		c.say("the cache cannot be written, and keeps nothing more", err)
	}
}

// write appends values to the cache, those that it does not have.
func (c *Cache) write(values map[Key][]byte) error {
	if err := os.MkdirAll(c.dir, 0o700); err != nil {
		return err
	}
	release, err := c.lock()
	if err != nil {
		return err
	}
	defer release()
	c.mu.Lock()
	c.holds = true
	defer func() { // before release
		c.mu.Lock()
		defer c.mu.Unlock()
		c.holds = false
	}()
	c.refresh()
	x := c.index
	last, end := x.end()
	keys := slices.DeleteFunc(slices.Collect(maps.Keys(values)), func(k Key) bool { _, known := x.find(k); return known })
	c.mu.Unlock()
	slices.SortFunc(keys, func(a, b Key) int { return slices.Compare(a[:], b[:]) })

	var all int64
	for _, k := range keys {
		all += int64(len(values[k]))
	}
	for len(keys) > 0 {
		if end >= c.segment {
			last, end = last+1, 0
		}
		data := make([]byte, 0, min(all, max(c.segment-end, 0)))
		var entries []entry
		for len(keys) > 0 && (len(data) == 0 || end+int64(len(data)+len(values[keys[0]])) <= c.segment) {
			value := values[keys[0]]
			entries = append(entries, entry{keys[0], last, uint32(end) + uint32(len(data)), uint32(len(value)), sum(value)})
			data, keys = append(data, value...), keys[1:]
		}
		if err := c.writeTo(c.segmentPath(last), data, end); err != nil {
			return err
		}
		if err := c.writeEntries(entries); err != nil {
			return err
		}
		end += int64(len(data))
	}
	return c.collect()
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
func (c *Cache) writeTo(name string, data []byte, at int64) error {
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	if err = f.Truncate(at); err == nil {
		err = c.writeAt(f, data, at)
	}
	return errors.Join(err, f.Close())
}

// writeEntries adds entries to the index, after the last whole one.
func (c *Cache) writeEntries(entries []entry) error {
	c.mu.Lock()
	at := c.index.bytes
	c.mu.Unlock()
	var data []byte
	if at == 0 {
		data = append(data, head...)
	}
	for _, e := range entries {
		data = e.append(data)
	}
	if err := c.writeTo(filepath.Join(c.dir, indexName), data, at); err != nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.refresh()
	c.counts.Written += len(entries)
	return nil
}

// errLocked says that another process writes, and has done so for lockPatience.
var errLocked = errors.New("another process writes")

// lock makes this process the one that writes, until release.
func (c *Cache) lock() (release func(), err error) {
	f, err := os.OpenFile(filepath.Join(c.dir, lockName), os.O_WRONLY|os.O_CREATE, 0o600)
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
