package kept

import (
	"bytes"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
)

// Any part of a page is what was saved of it, of whatever parts, and where it is damaged, nothing, and the cache is dropped.
func TestPartsOfAPage(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "kept")
	random := rand.New(rand.NewPCG(1, 2))
	name := filepath.Join(dir, pageName(keyOf(1)))
	for _, length := range []int{0, 1, blockBytes - 1, blockBytes, blockBytes + 1, 5*blockBytes + 17} {
		data := make([]byte, length)
		for i := range data {
			data[i] = byte(random.Uint32())
		}
		c, lines := testCache(dir)
		cut := random.IntN(length + 1)
		c.Save(keyOf(1), data[:cut], nil, data[cut:])
		page := c.FindPage(keyOf(1))
		var room []byte
		for range 200 {
			at := random.IntN(length + 1)
			n := random.IntN(length - at + 1)
			room = page.Read(at, n, room)
			if room == nil || !bytes.Equal(room, data[at:at+n]) || page.Len() != length {
				t.Fatalf("%d bytes at %d of %d are others", n, at, length)
			}
		}
		for _, outside := range [][2]int{{-1, 1}, {0, -1}, {0, length + 1}, {length, 1}, {1 << 62, 1 << 62}} {
			if page.Read(outside[0], outside[1], nil) != nil {
				t.Errorf("%v of %d bytes", outside, length)
			}
		}
		if lines.Len() > 0 {
			t.Fatal(lines)
		}
		if length < 2*blockBytes {
			continue
		}
		whole, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		damaged := slices.Clone(whole)
		damaged[len(damaged)-1-17] ^= 1 // of the last whole block
		f, err := os.OpenFile(name, os.O_WRONLY, 0)
		if err != nil {
			t.Fatal(err)
		}
		if _, err = f.WriteAt(damaged, 0); err != nil || f.Close() != nil {
			t.Fatal(err)
		}
		page = c.FindPage(keyOf(1)) // what was read is not checked again
		if n := length - 17 - blockBytes; !bytes.Equal(page.Read(0, n, nil), data[:n]) || lines.Len() > 0 {
			t.Error("damage elsewhere counts")
		}
		if page.Read(length-20, 1, nil) != nil || page.Read(0, length, nil) != nil || strings.Count(lines.String(), "\n") != 1 {
			t.Errorf("damage is not told once: %s", lines)
		}
		if c.FindPage(keyOf(1)) != nil {
			t.Error("the page is still there")
		}
	}
}

// A page stays what it was when another one takes its place, and when all is dropped.
func TestPageStays(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "kept")
	c, lines := testCache(dir)
	c.Save(keyOf(1), []byte("first"))
	first := c.FindPage(keyOf(1))
	c.Save(keyOf(1), []byte("second"))
	second := c.FindPage(keyOf(1))
	if err := c.Clear(); err != nil {
		t.Fatal(err)
	}
	for want, page := range map[string]*Page{"first": first, "second": second} {
		if got := page.Read(0, page.Len(), nil); string(got) != want {
			t.Errorf("%q is %q", want, got)
		}
	}
	if lines.Len() > 0 {
		t.Error(lines)
	}
}

// Who clears a cache while pages are saved into it has cleared it, and those who save have nothing to say.
func TestClearWhileSaved(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "kept")
	c, lines := testCache(dir)
	other, others := testCache(dir)
	done := make(chan struct{})
	var saving sync.WaitGroup
	saving.Go(func() {
		for n := 0; ; n++ {
			select {
			case <-done:
				return
			default:
				other.Save(keyOf(n%8), []byte("page"))
			}
		}
	})
	for range 200 {
		if err := c.Clear(); err != nil {
			t.Error(err)
		}
	}
	close(done)
	saving.Wait()
	if lines.Len()+others.Len() > 0 {
		t.Error(lines, others)
	}
	if err := c.Clear(); err != nil || c.FindPage(keyOf(0)) != nil {
		t.Errorf("something is left (%v)", err)
	}
}
