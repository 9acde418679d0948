package kept

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"testing"
)

// What pages are mapped into can be taken back at any time, and what they say is the same after that.
func TestPagesAreLetGo(t *testing.T) {
	c, lines := testCache(filepath.Join(t.TempDir(), "kept"))
	text := bytes.Repeat([]byte("some of it "), 1<<16)
	c.Save(keyOf(1), text)
	page := c.FindPage(keyOf(1))
	resident := func() int {
		maps, err := os.ReadFile("/proc/self/smaps")
		if err != nil {
			t.Fatal(err)
		}
		found := regexp.MustCompile(regexp.QuoteMeta(page.name) + `\n(?:\S*:.*\n)*?Rss: +(\d+) kB`).FindSubmatch(maps)
		if found == nil {
			t.Fatal("the page is not mapped")
		}
		n, _ := strconv.Atoi(string(found[1]))
		return n
	}
	for range 2 {
		if !bytes.Equal(page.Read(0, page.Len(), nil), text) {
			t.Error("the page says something else")
		}
		if got := resident(); got < len(text)>>10 {
			t.Errorf("%d KB are in memory of a page that was read", got)
		}
		c.LetGo()
		if got := resident(); got > 0 {
			t.Errorf("%d KB are still in memory", got)
		}
	}
	runtime.KeepAlive(page)
	if lines.Len() > 0 {
		t.Errorf("the log has %q", lines)
	}
}

// A page that nobody has any more is none to let go of.
func TestPagesThatNobodyHas(t *testing.T) {
	c, _ := testCache(filepath.Join(t.TempDir(), "kept"))
	c.Save(keyOf(1), []byte("text"))
	for range 3 {
		c.Load(keyOf(1))
	}
	runtime.GC()
	if c.LetGo(); len(c.opened) > 0 {
		t.Errorf("%d are known", len(c.opened))
	}
}
