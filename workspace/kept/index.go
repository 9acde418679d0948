package kept

import (
	"encoding/binary"
	"errors"
	"io"
	"io/fs"
	"math/bits"
	"os"
	"path/filepath"
	"slices"
)

// head begins an index: the format's name and version.
const head = "contextls index1"

// entry says where a value is.
type entry struct {
	key                          Key
	segment, offset, length, sum uint32
}

// entryBytes is the length of an entry in the index: the key, four numbers and its own sum.
const entryBytes = 16 + 4*4 + 4

func (e *entry) append(to []byte) []byte {
	start := len(to)
	to = append(to, e.key[:]...)
	for _, n := range [...]uint32{e.segment, e.offset, e.length, e.sum} {
		to = binary.LittleEndian.AppendUint32(to, n)
	}
	return binary.LittleEndian.AppendUint32(to, sum(to[start:]))
}

// readEntry reads an entry; ok if it is whole.
func readEntry(data []byte) (e entry, ok bool) {
	at := func(i int) uint32 { return binary.LittleEndian.Uint32(data[i:]) }
	if sum(data[:entryBytes-4]) != at(entryBytes-4) {
		return entry{}, false
	}
	return entry{Key(data), at(16), at(20), at(24), at(28)}, true
}

// index is what a cache holds, as far as it was read: a hash table with open addressing, since keys are hashes.
type index struct {
	entries []entry
	slots   []uint32    // 1 + the number of an entry; 0: free
	bytes   int64       // of the file that were taken in
	file    fs.FileInfo // which file that was; nil: there was none
}

func newIndex() *index { return &index{slots: make([]uint32, 64)} }

func (x *index) find(k Key) (entry, bool) {
	for i := x.slot(k); x.slots[i] != 0; i = (i + 1) % len(x.slots) {
		if e := x.entries[x.slots[i]-1]; e.key == k {
			return e, true
		}
	}
	return entry{}, false
}

func (x *index) slot(k Key) int {
	return int(binary.LittleEndian.Uint64(k[:]) % uint64(len(x.slots)))
}

func (x *index) add(e entry) {
	if _, known := x.find(e.key); known {
		return
	}
	x.entries = append(x.entries, e)
	if 2*len(x.entries) > len(x.slots) {
		x.grow(len(x.entries))
		return
	}
	x.place(len(x.entries))
}

// place enters the n-th entry, counted from 1.
func (x *index) place(n int) {
	i := x.slot(x.entries[n-1].key)
	for x.slots[i] != 0 {
		i = (i + 1) % len(x.slots)
	}
	x.slots[i] = uint32(n)
}

// grow makes room for so many entries and as many again.
func (x *index) grow(entries int) {
	x.slots = make([]uint32, 4<<bits.Len(uint(entries)))
	for n := range x.entries {
		x.place(n + 1)
	}
}

// errFormat says that a file is not an index of this format.
var errFormat = errors.New("not an index of this format")

// refresh takes in what was written since the index was last read, by whomever. It needs the lock.
func (c *Cache) refresh() {
	next, err := c.index.update(filepath.Join(c.dir, indexName))
	if c.index != nil && c.index.file != nil && next.file != nil && !os.SameFile(c.index.file, next.file) {
		c.close() // of the segments some are gone
	}
	if c.index = next; err != nil {
		c.drop(err)
	}
}

// update is the index with what the file has by now.
func (x *index) update(name string) (*index, error) {
	f, err := os.Open(name)
	if err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			err = nil
		}
		return newIndex(), err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return newIndex(), err
	}
	if x == nil || x.file == nil || !os.SameFile(x.file, info) || info.Size() < x.bytes {
		x = newIndex()
	}
	x.file = info
	if info.Size() <= x.bytes {
		return x, nil
	}
	data := make([]byte, info.Size()-x.bytes)
	if n, err := f.ReadAt(data, x.bytes); err == io.EOF {
		data = data[:n]
	} else if err != nil {
		return newIndex(), err
	}
	if x.bytes == 0 {
		if len(data) < len(head) {
			return x, nil // in the making, or never made
		}
		if string(data[:len(head)]) != head {
			return newIndex(), errFormat
		}
		data, x.bytes = data[len(head):], int64(len(head))
	}
	n := len(data) / entryBytes
	if x.entries = slices.Grow(x.entries, n); 2*(len(x.entries)+n) > len(x.slots) {
		x.grow(len(x.entries) + n)
	}
	for len(data) >= entryBytes {
		e, ok := readEntry(data)
		if !ok {
			break
		}
		x.add(e)
		data, x.bytes = data[entryBytes:], x.bytes+entryBytes
	}
	return x, nil
}
