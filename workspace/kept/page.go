package kept

import (
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"sync/atomic"
	"weak"
)

// pageHead begins a page; its length, the sum of both and of the blocks' sums, and these follow.
const pageHead = "contextls page 2"

// pageHeadBytes is how long all of that is but the blocks' sums.
const pageHeadBytes = len(pageHead) + 8 + 4

// blockBytes is how much of a page has a sum of its own: who wants a few bytes has that much checked.
const blockBytes = 4 << 10

func pageName(k Key) string { return pagePrefix + hex.EncodeToString(k[:]) }

// Page is a page that was found, to be read piece by piece. It is there for as long as somebody has it, whatever becomes of the cache.
type Page struct {
	cache   *Cache
	name    string
	info    fs.FileInfo
	file    []byte // all that is mapped
	sums    []byte // of the blocks
	data    []byte // the file's: to be touched in read alone, since the disk may fail
	checked []atomic.Bool
}

var errPage = errors.New("a page is not whole")

// FindPage finds a page, nil where there is none. It reads no more than its head.
func (c *Cache) FindPage(k Key) *Page {
	if c == nil {
		return nil
	}
	name := filepath.Join(c.dir, pageName(k))
	page, err := openPage(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		c.Damaged(err)
		return nil
	}
	touch(name)
	page.cache = c
	c.mu.Lock()
	defer c.mu.Unlock()
	c.opened = append(c.opened, weak.Make(page))
	return page
}

// openPage maps a page into memory: nobody writes to it or makes it shorter, another one takes its place.
func openPage(name string) (*Page, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	p := &Page{name: name, info: info}
	if p.sums, err = readHead(f, info.Size()); err != nil {
		return nil, err
	}
	file, unmap, err := mapped(f, int(info.Size()))
	if err != nil {
		return nil, err
	}
	runtime.AddCleanup(p, func(file []byte) { unmap(file) }, file)
	p.file, p.data = file, file[pageHeadBytes+len(p.sums):]
	p.checked = make([]atomic.Bool, blocks(len(p.data)))
	return p, nil
}

// LetGo has the system take back the memory that pages are mapped into. What is asked of them next, it brings again. It is safe for
// concurrent use.
func (c *Cache) LetGo() {
	if c == nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.opened = slices.DeleteFunc(c.opened, func(one weak.Pointer[Page]) bool {
		page := one.Value()
		if page != nil {
			letGo(page.file)
			runtime.KeepAlive(page)
		}
		return page == nil
	})
}

// readHead gives the sums of a page's blocks.
func readHead(file io.ReaderAt, size int64) ([]byte, error) {
	head := make([]byte, pageHeadBytes)
	if _, err := file.ReadAt(head, 0); err != nil || string(head[:len(pageHead)]) != pageHead {
		return nil, errors.Join(errPage, err)
	}
	length := binary.LittleEndian.Uint64(head[len(pageHead):])
	if length > uint64(size) || size != int64(pageHeadBytes)+4*int64(blocks(int(length)))+int64(length) {
		return nil, errPage
	}
	sums := make([]byte, 4*blocks(int(length)))
	if _, err := file.ReadAt(sums, int64(pageHeadBytes)); err != nil {
		return nil, errors.Join(errPage, err)
	}
	end := pageHeadBytes - 4
	if crc32.Update(sum(head[:end]), castagnoli, sums) != binary.LittleEndian.Uint32(head[end:]) {
		return nil, errPage
	}
	return sums, nil
}

func blocks(length int) int { return (length + blockBytes - 1) / blockBytes }

// Len is how many bytes were saved.
func (p *Page) Len() int { return len(p.data) }

// Read gives n bytes from a place on, nil where they are damaged or not there. They are the caller's, and lie in room where that is
// large enough.
func (p *Page) Read(at, n int, room []byte) []byte {
	if at < 0 || n < 0 || at > len(p.data)-n {
		return nil
	}
	data, err := p.read(at, n, room)
	if err != nil {
		p.damaged(err)
		return nil
	}
	return data
}

// read is Read of what is there. A block is checked the first time that it is read. Where the disk fails, what is mapped cannot be touched:
// that is an error as any other.
func (p *Page) read(at, n int, room []byte) (data []byte, err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		value := recover()
		if fault, ok := value.(interface{ Addr() uintptr }); ok {
			data, err = nil, fmt.Errorf("a page cannot be read: %v", fault)
		} else if value != nil {
			panic(value)
		}
	}()
	for i := at / blockBytes; i < blocks(at+n); i++ {
		if p.checked[i].Load() {
			continue
		}
		if sum(p.data[i*blockBytes:min((i+1)*blockBytes, len(p.data))]) != binary.LittleEndian.Uint32(p.sums[4*i:]) {
			return nil, errPage
		}
		p.checked[i].Store(true)
	}
	if room == nil || n > cap(room) {
		room = make([]byte, n)
	}
	room = room[:n]
	copy(room, p.data[at:])
	runtime.KeepAlive(p)
	return room, nil
}

// check reads all of a page.
func (p *Page) check() error {
	var room [64 * blockBytes]byte
	for at := 0; at < len(p.data); at += len(room) {
		if _, err := p.read(at, min(len(room), len(p.data)-at), room[:]); err != nil {
			return err
		}
	}
	return nil
}

// damaged drops the cache, unless that has another page by now, or none.
func (p *Page) damaged(err error) {
	if now, err2 := os.Stat(p.name); errors.Is(err2, fs.ErrNotExist) || err2 == nil && !os.SameFile(p.info, now) {
		return
	}
	p.cache.Damaged(err)
}

// Load gives a whole page, nil where there is none.
func (c *Cache) Load(k Key) []byte {
	if page := c.FindPage(k); page != nil {
		return page.Read(0, page.Len(), nil)
	}
	return nil
}

// Save keeps a page, of some parts one after the other, in place of the one that was there. One that would leave too little room
// for the rest is not kept, which the log says.
func (c *Cache) Save(k Key, parts ...[]byte) {
	if c == nil {
		return
	}
	var sums blockSums
	for _, part := range parts {
		sums.add(part)
	}
	if most := c.max / pageParts; int64(sums.length) > most {
		c.mu.Lock()
		defer c.mu.Unlock()
		if !c.toldSize {
			c.toldSize = true
			c.log.Warn("something of a folder is too large to be kept, and is made anew at each start", "directory", c.dir, "bytes", sums.length, "most", most)
		}
		return
	}
	err := os.MkdirAll(c.dir, 0o700)
	if err == nil {
		err = c.replace(pageName(k), append([][]byte{sums.head()}, parts...)...)
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) { // somebody cleared the cache meanwhile
		c.mu.Lock()
		defer c.mu.Unlock()
		c.say("the cache cannot be written", err)
	}
}

// blockSums are the sums of a page's blocks, as far as it was added.
type blockSums struct {
	length int
	done   []byte // of whole blocks
	last   uint32 // of what was added of the next
}

func (s *blockSums) add(data []byte) {
	for len(data) > 0 {
		n := min(blockBytes-s.length%blockBytes, len(data))
		s.last = crc32.Update(s.last, castagnoli, data[:n])
		if s.length += n; s.length%blockBytes == 0 {
			s.done, s.last = binary.LittleEndian.AppendUint32(s.done, s.last), 0
		}
		data = data[n:]
	}
}

// head is what a page begins with.
func (s *blockSums) head() []byte {
	sums := s.done
	if s.length%blockBytes != 0 {
		sums = binary.LittleEndian.AppendUint32(sums, s.last)
	}
	head := binary.LittleEndian.AppendUint64([]byte(pageHead), uint64(s.length))
	head = binary.LittleEndian.AppendUint32(head, crc32.Update(sum(head), castagnoli, sums))
	return append(head, sums...)
}
