package kept

import (
	"cmp"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// file is a segment or a page on disk.
type file struct {
	name string
	size int64
	used time.Time
}

// files are the segments and pages that there are, those not used for the longest time first.
func (c *Cache) files() ([]file, error) {
	entries, err := os.ReadDir(c.dir)
	var files []file
	for _, e := range entries {
		info, err := e.Info()
		if err == nil && info.Mode().IsRegular() && isKept(e.Name()) {
			files = append(files, file{e.Name(), info.Size(), info.ModTime()})
		}
	}
	slices.SortStableFunc(files, func(a, b file) int { return cmp.Or(a.used.Compare(b.used), strings.Compare(a.name, b.name)) })
	return files, err
}

func isKept(name string) bool {
	return strings.HasPrefix(name, segmentPrefix) || strings.HasPrefix(name, pagePrefix) || strings.HasPrefix(name, newPrefix)
}

// collect removes what was not used for too long, and where there is more than fits, what was not used for the
// longest time. It needs the file lock.
func (c *Cache) collect() error {
	files, err := c.files()
	if err != nil {
		return err
	}
	c.mu.Lock()
	last, _ := c.index.end()
	segments := c.segmentNames()
	total := c.index.bytes
	c.mu.Unlock()
	for _, f := range files {
		total += f.size
	}
	named := map[string]bool{}
	for _, name := range segments {
		named[name] = true
	}
	var gone []string
	for _, f := range files {
		segment := strings.HasPrefix(f.name, segmentPrefix)
		if f.name == filepath.Base(c.segmentPath(last)) {
			continue
		}
		left := strings.HasPrefix(f.name, newPrefix) && time.Since(f.used) > touchAfter // by one who was killed
		if total > c.max || time.Since(f.used) > unusedAfter || segment && !named[f.name] || left {
			gone = append(gone, f.name)
			total -= f.size
		}
	}
	if len(gone) == 0 {
		return nil
	}
	if err := c.forget(gone); err != nil {
		return err
	}
	for _, name := range gone {
		_ = os.Remove(filepath.Join(c.dir, name)) // what another process holds open on Windows goes next time
	}
	return nil
}

// segmentNames are the names of the segments that have entries, by number. Entries are many and segments few: each is named once. It needs the
// lock.
func (c *Cache) segmentNames() map[uint32]string {
	names := map[uint32]string{}
	for _, e := range c.index.entries {
		if names[e.segment] == "" {
			names[e.segment] = filepath.Base(c.segmentPath(e.segment))
		}
	}
	return names
}

// forget writes the index anew, without the entries of segments.
func (c *Cache) forget(segments []string) error {
	c.mu.Lock()
	data := []byte(head)
	forgotten := false
	names := c.segmentNames()
	for _, e := range c.index.entries {
		if slices.Contains(segments, names[e.segment]) {
			forgotten = true
		} else {
			data = e.append(data)
		}
	}
	c.mu.Unlock()
	if !forgotten {
		return nil
	}
	if err := c.replace(indexName, data); err != nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.refresh()
	return nil
}

// replace writes a whole file, of some parts, beside its place, and moves it there.
func (c *Cache) replace(name string, parts ...[]byte) error {
	f, err := os.CreateTemp(c.dir, newPrefix+"*") // 0600
	if err != nil {
		return err
	}
	at := int64(0)
	for _, part := range parts {
		if err == nil {
			err = c.writeAt(f, part, at)
			at += int64(len(part))
		}
	}
	err = errors.Join(err, f.Close())
	if err == nil {
		err = os.Rename(f.Name(), filepath.Join(c.dir, name))
	}
	if err != nil {
		_ = os.Remove(f.Name())
	}
	return err
}

// removeAll removes all that is kept, the index first. The error says what could not be removed. It needs the file lock, which stays.
func (c *Cache) removeAll() error {
	files, err := c.files()
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	for _, f := range append([]file{{name: indexName}}, files...) {
		if e := os.Remove(filepath.Join(c.dir, f.name)); !errors.Is(e, fs.ErrNotExist) {
			err = errors.Join(err, e)
		}
	}
	return err
}
