package kept

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// Info is what a cache holds.
type Info struct {
	Values, Pages int
	Segments      int
	Bytes         int64     // of all files
	Oldest        time.Time // when the segment or page was last used that was not used for the longest time; zero: there is none
}

// Info looks at what is kept.
func (c *Cache) Info() (Info, error) {
	files, err := c.files()
	if errors.Is(err, fs.ErrNotExist) {
		return Info{}, nil
	}
	c.mu.Lock()
	c.refresh()
	info := Info{Values: len(c.index.entries), Bytes: c.index.bytes}
	c.mu.Unlock()
	for _, f := range files {
		info.Bytes += f.size
		switch {
		case strings.HasPrefix(f.name, segmentPrefix):
			info.Segments++
		case strings.HasPrefix(f.name, pagePrefix):
			info.Pages++
		}
		if info.Oldest.IsZero() {
			info.Oldest = f.used
		}
	}
	return info, err
}

// Clear removes all that is kept. The error says that another process writes, or what could not be removed. A page that somebody saves
// meanwhile may be there afterwards.
func (c *Cache) Clear() error {
	if _, err := os.Stat(c.dir); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	release, err := c.lock()
	if err != nil {
		return err
	}
	defer release()
	c.mu.Lock()
	defer c.mu.Unlock()
	c.close()
	c.index = newIndex()
	return c.removeAll()
}

// Verify reads all that is kept, counts it, and lists what is not as it was written. check says what is wrong with
// a value; it may be nil. Nothing is dropped.
func (c *Cache) Verify(check func(value []byte) error) (found Info, problems []error) {
	x, err := (*index)(nil).update(filepath.Join(c.dir, indexName))
	if err != nil {
		return found, []error{fmt.Errorf("%s: %w", indexName, err)}
	}
	if x.file != nil && x.bytes != x.file.Size() {
		problems = append(problems, fmt.Errorf("%s: %d bytes at its end are no entries", indexName, x.file.Size()-x.bytes))
	}
	for _, e := range x.entries {
		found.Values++
		if err := c.verify(e, check); err != nil {
			problems = append(problems, fmt.Errorf("%s at %d: %w", filepath.Base(c.segmentPath(e.segment)), e.offset, err))
		}
	}
	files, err := c.files()
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		problems = append(problems, err)
	}
	for _, f := range files {
		if !strings.HasPrefix(f.name, pagePrefix) {
			continue
		}
		found.Pages++
		page, err := openPage(filepath.Join(c.dir, f.name))
		if err == nil {
			err = page.check()
		}
		if err != nil {
			problems = append(problems, fmt.Errorf("%s: %w", f.name, err))
		}
	}
	return found, problems
}

func (c *Cache) verify(e entry, check func([]byte) error) error {
	f, err := os.Open(c.segmentPath(e.segment))
	if err != nil {
		return err
	}
	defer f.Close()
	value := make([]byte, e.length)
	if _, err := f.ReadAt(value, int64(e.offset)); err != nil {
		return err
	}
	if sum(value) != e.sum {
		return errors.New("a value has another sum than its entry")
	}
	if check == nil {
		return nil
	}
	return check(value)
}
