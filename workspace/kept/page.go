package kept

import (
	"encoding/binary"
	"encoding/hex"
	"errors"
	"hash/crc32"
	"io/fs"
	"os"
	"path/filepath"
)

// pageHead begins a page; a length and a sum follow.
const pageHead = "contextls page 1"

func pageName(k Key) string { return pagePrefix + hex.EncodeToString(k[:]) }

// Load gives a page, nil where there is none.
func (c *Cache) Load(k Key) []byte {
	if c == nil {
		return nil
	}
	name := filepath.Join(c.dir, pageName(k))
	data, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if page, ok := readPage(data); ok && err == nil {
		touch(name)
		return page
	}
	if err == nil {
		err = errors.New("a page is not whole")
	}
	c.Damaged(err)
	return nil
}

func readPage(data []byte) (page []byte, ok bool) {
	const start = len(pageHead) + 8
	if len(data) < start || string(data[:len(pageHead)]) != pageHead {
		return nil, false
	}
	page = data[start:]
	length, sumThen := binary.LittleEndian.Uint32(data[len(pageHead):]), binary.LittleEndian.Uint32(data[len(pageHead)+4:])
	return page, int(length) == len(page) && sumThen == sum(page)
}

// Save keeps a page, of some parts one after the other, in place of the one that was there. One that would leave too little room
// for the rest is not kept, which the log says.
func (c *Cache) Save(k Key, parts ...[]byte) {
	if c == nil {
		return
	}
	length, all := 0, uint32(0)
	for _, part := range parts {
		length, all = length+len(part), crc32.Update(all, castagnoli, part)
	}
	if most := c.max / pageParts; int64(length) > most {
		c.mu.Lock()
		defer c.mu.Unlock()
		if !c.toldSize {
			c.toldSize = true
			c.log.Warn("something of a folder is too large to be kept, and is made anew at each start", "directory", c.dir, "bytes", length, "most", most)
		}
		return
	}
	data := binary.LittleEndian.AppendUint32([]byte(pageHead), uint32(length))
	data = binary.LittleEndian.AppendUint32(data, all)
	err := os.MkdirAll(c.dir, 0o700)
	if err == nil {
		err = c.replace(pageName(k), append([][]byte{data}, parts...)...)
	}
	if err != nil {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.say("the cache cannot be written", err)
	}
}
