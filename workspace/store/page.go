package store

import (
	"encoding/binary"
	"encoding/hex"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// pageHead begins a page; a length and a sum follow.
const pageHead = "contextls page 1"

func pageName(k Key) string { return pagePrefix + hex.EncodeToString(k[:]) }

// Load gives a page, nil where there is none.
func (s *Store) Load(k Key) []byte {
	if s == nil {
		return nil
	}
	name := filepath.Join(s.dir, pageName(k))
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
	s.Damaged(err)
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

// Save keeps a page in place of the one that was there.
func (s *Store) Save(k Key, page []byte) {
	if s == nil || int64(len(page)) > s.max/pageParts {
		return
	}
	data := binary.LittleEndian.AppendUint32([]byte(pageHead), uint32(len(page)))
	data = binary.LittleEndian.AppendUint32(data, sum(page))
	err := os.MkdirAll(s.dir, 0o700)
	if err == nil {
		err = s.replace(pageName(k), append(data, page...))
	}
	if err != nil {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.say("the cache cannot be written", err)
	}
}
