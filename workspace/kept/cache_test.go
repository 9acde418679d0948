package kept

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

func keyOf(i int) Key {
	hash := sha256.Sum256(fmt.Append(nil, i))
	return Key(hash[:16])
}

func valueOf(i int) []byte { return bytes.Repeat([]byte{byte(i), byte(i >> 8)}, 20+i%50) }

// testCache is a cache in a directory, and what it logs.
func testCache(dir string) (*Cache, *strings.Builder) {
	var lines strings.Builder
	return Open(Options{Dir: dir, Log: slog.New(slog.NewTextHandler(&lines, nil))}), &lines
}

// filled is a directory with a cache of values 0 to n-1 and a page, written in two runs.
func filled(t testing.TB, n int) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "kept")
	for _, part := range [][2]int{{0, n / 2}, {n / 2, n}} {
		c, lines := testCache(dir)
		for i := part[0]; i < part[1]; i++ {
			c.Put(keyOf(i), valueOf(i))
		}
		c.Flush()
		c.Save(keyOf(0), []byte("a page"))
		if lines.Len() > 0 {
			t.Fatal(lines)
		}
	}
	return dir
}

// check fails the test where a cache gives something else than was put, and counts what it gives.
func check(t *testing.T, c *Cache, n int) (found int) {
	t.Helper()
	var room []byte // of each value for the next
	for i := range n {
		switch value := c.Get(keyOf(i), room); {
		case value == nil:
		case !bytes.Equal(value, valueOf(i)):
			t.Fatalf("value %d is another", i)
		default:
			room = value
			found++
		}
	}
	if page := c.Load(keyOf(0)); page != nil && string(page) != "a page" {
		t.Fatalf("the page is %q", page)
	}
	return found
}

func TestKept(t *testing.T) {
	dir := filled(t, 100)
	c, lines := testCache(dir)
	if found := check(t, c, 120); found != 100 || c.Load(keyOf(0)) == nil || c.Load(keyOf(1)) != nil {
		t.Errorf("%d values of 100", found)
	}
	if n := c.Counts(); n != (Counts{Found: 100, Missing: 20}) {
		t.Errorf("counted %+v", n)
	}
	info, err := c.Info()
	if err != nil || info.Values != 100 || info.Pages != 1 || info.Segments != 1 || info.Bytes < 100*40 || info.Oldest.IsZero() {
		t.Errorf("%+v, %v", info, err)
	}
	if found, problems := c.Verify(nil); found != (Info{Values: 100, Pages: 1}) || len(problems) > 0 {
		t.Errorf("verified %+v: %v", found, problems)
	}
	for _, e := range []string{"", "index", "lock", "values-00000001"} {
		if info, err := os.Stat(filepath.Join(dir, e)); err != nil || info.Mode().Perm()&0o077 != 0 && filepath.Separator == '/' {
			t.Errorf("%s: %v, %v", e, info.Mode(), err)
		}
	}
	if err := c.Clear(); err != nil {
		t.Error(err)
	}
	if found := check(t, c, 100); found != 0 {
		t.Errorf("%d values after Clear", found)
	}
	if lines.Len() > 0 {
		t.Error(lines)
	}
}

func TestNothingIsKeptInNoCache(t *testing.T) {
	var c *Cache
	c.Put(keyOf(1), valueOf(1))
	c.Save(keyOf(1), valueOf(1))
	c.Flush()
	if c.Get(keyOf(1), nil) != nil || c.Load(keyOf(1)) != nil || c.Counts() != (Counts{}) {
		t.Error("a nil cache has something")
	}
	dir := filepath.Join(t.TempDir(), "new")
	c, _ = testCache(dir)
	check(t, c, 3)
	c.Flush()
	if err := c.Clear(); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(dir); !errors.Is(err, fs.ErrNotExist) {
		t.Error("reading made the directory")
	}
}

// damage calls what with each of a cache's files, damaged in each way that make knows, and a cache on it. What
// what leaves is then written to, and has to hold that.
func damage(t *testing.T, n int, make func(data []byte, at int) []byte) {
	dir := filled(t, n)
	whole := map[string][]byte{}
	for _, name := range []string{"index", "values-00000001", pageName(keyOf(0))} {
		data, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		whole[name] = data
	}
	for name, data := range whole {
		for at := range data {
			for restore, original := range whole {
				writeFile(t, filepath.Join(dir, restore), original)
			}
			writeFile(t, filepath.Join(dir, name), make(data, at))
			c, lines := testCache(dir)
			check(t, c, n)
			if count := strings.Count(lines.String(), "\n"); count > 1 {
				t.Fatalf("%s at %d: %d lines in the log:\n%s", name, at, count, lines)
			}
			c.Put(keyOf(n), valueOf(n))
			c.Flush()
			after, lines := testCache(dir)
			if check(t, after, n+1); after.Get(keyOf(n), nil) == nil {
				t.Fatalf("%s at %d: what was written after the damage is lost", name, at)
			}
			if lines.Len() > 0 {
				t.Fatalf("%s at %d: damage is found twice: %s", name, at, lines)
			}
			if _, problems := after.Verify(nil); len(problems) > 0 {
				t.Fatalf("%s at %d: %v", name, at, problems)
			}
		}
	}
}

func writeFile(t testing.TB, name string, data []byte) {
	t.Helper()
	if err := os.WriteFile(name, data, 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestCutAnywhere(t *testing.T) {
	damage(t, 3, func(data []byte, at int) []byte { return data[:at] })
}

func TestFlippedAnywhere(t *testing.T) {
	damage(t, 3, func(data []byte, at int) []byte {
		flipped := slices.Clone(data)
		flipped[at] ^= 1 << (at % 8)
		return flipped
	})
}

// Killed at any instant: each prefix of the writes that a second run does leaves what the first has kept.
func TestKilledAnywhere(t *testing.T) {
	for writes := 0; ; writes++ {
		for _, part := range []int{0, 1, 7} { // bytes of the last write
			dir := filled(t, 20)
			c, _ := testCache(dir)
			done := 0
			killed := errors.New("killed")
			c.writeAt = func(f *os.File, data []byte, at int64) error {
				if done++; done <= writes {
					_, err := f.WriteAt(data, at)
					return err
				}
				_, _ = f.WriteAt(data[:min(part, len(data))], at)
				return killed
			}
			for i := 20; i < 30; i++ {
				c.Put(keyOf(i), valueOf(i))
			}
			c.Flush()
			c.Save(keyOf(0), []byte("a page"))
			after, lines := testCache(dir)
			if found := check(t, after, 30); found != 20 && found != 30 || after.Load(keyOf(0)) == nil || lines.Len() > 0 {
				t.Fatalf("after %d writes and %d bytes: %d values, %s", writes, part, found, lines)
			}
			if done <= writes {
				return
			}
		}
	}
}

// Damage that the writer is the first to see is dropped, too, and what it writes is kept.
func TestDamageSeenByTheWriter(t *testing.T) {
	dir := filled(t, 10)
	writeFile(t, filepath.Join(dir, indexName), []byte("of some other program and rather long"))
	c, lines := testCache(dir)
	c.Put(keyOf(10), valueOf(10))
	c.Flush()
	after, _ := testCache(dir)
	if found := check(t, after, 11); found != 1 || strings.Count(lines.String(), "\n") != 1 {
		t.Errorf("%d values, %s", found, lines)
	}
	if _, err := os.Stat(filepath.Join(dir, pageName(keyOf(0)))); !errors.Is(err, fs.ErrNotExist) {
		t.Error("the page is still there")
	}
}

// A full disk is told once, and keeps nobody from reading.
func TestDiskFull(t *testing.T) {
	dir := filled(t, 20)
	c, lines := testCache(dir)
	c.writeAt = func(*os.File, []byte, int64) error { return errors.New("no space left on device") }
	for i := 20; i < 30; i++ {
		c.Put(keyOf(i), valueOf(i))
		c.Flush()
	}
	c.Save(keyOf(1), []byte("page"))
	if found := check(t, c, 30); found != 20 {
		t.Errorf("%d values", found)
	}
	if strings.Count(lines.String(), "\n") != 1 || !strings.Contains(lines.String(), "no space left") {
		t.Errorf("the log has %q", lines)
	}
	if left, err := filepath.Glob(filepath.Join(dir, newPrefix+"*")); err != nil || len(left) > 0 {
		t.Errorf("%q is left, %v", left, err)
	}
}

// Several caches at once, as of several processes: nothing is lost, nothing mixed up, and what one writes another finds.
func TestSeveralWriters(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "kept")
	const writers, each = 4, 60
	var wait sync.WaitGroup
	for w := range writers {
		wait.Go(func() {
			c, lines := testCache(dir)
			for i := range each {
				n := w*each/2 + i // half of them another's, too
				c.Put(keyOf(n), valueOf(n))
				if i%7 == 0 {
					c.Flush()
				}
				if value := c.Get(keyOf(n), nil); !bytes.Equal(value, valueOf(n)) {
					t.Errorf("value %d is %d bytes", n, len(value))
				}
			}
			c.Flush()
			if lines.Len() > 0 {
				t.Error(lines)
			}
		})
	}
	wait.Wait()
	c, _ := testCache(dir)
	if found, want := check(t, c, writers*each), (writers+1)*each/2; found != want {
		t.Errorf("%d values of %d", found, want)
	}
	if found, problems := c.Verify(nil); found.Values != (writers+1)*each/2 || len(problems) > 0 {
		t.Errorf("%+v, %v", found, problems)
	}
}

// What others have written since one last looked is neither overwritten nor lost.
func TestWritersTakeTurns(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "kept")
	a, linesA := testCache(dir)
	b, linesB := testCache(dir)
	for i := range 20 {
		c := []*Cache{a, b}[i%2]
		c.Put(keyOf(i), valueOf(i))
		c.Flush()
	}
	for _, c := range []*Cache{a, b} {
		if c.Flush(); check(t, c, 19) < 18 {
			t.Error("what the other has written is lost")
		}
	}
	fresh, _ := testCache(dir)
	if found := check(t, fresh, 20); found != 20 || linesA.Len()+linesB.Len() > 0 {
		t.Errorf("%d values, %s%s", found, linesA, linesB)
	}
}

func TestAnotherProcessHoldsTheLock(t *testing.T) {
	dir := filled(t, 10)
	other, _ := testCache(dir)
	release, err := other.lock()
	if err != nil {
		t.Fatal(err)
	}
	c, lines := testCache(dir)
	c.Put(keyOf(10), valueOf(10))
	c.Flush()
	if c.Get(keyOf(10), nil) != nil || lines.Len() > 0 {
		t.Errorf("it was written beside the other: %s", lines)
	}
	release()
	c.Put(keyOf(10), valueOf(10))
	c.Flush()
	if found := check(t, c, 11); found != 11 {
		t.Errorf("%d values after the other let go", found)
	}
}

// What was not used for the longest time goes when there is too much; another process that reads goes on with what is left.
func TestNoMoreThanFits(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "kept")
	c, lines := testCache(dir)
	c.max, c.segment = 20_000, 2_000
	reader, readerLines := testCache(dir)
	for i := range 1000 {
		c.Put(keyOf(i), valueOf(i))
		if i%10 == 9 {
			c.Flush()
			check(t, reader, i)
			age(t, dir)
		}
	}
	info, err := c.Info()
	if err != nil || info.Bytes > c.max+4000 || info.Values < 100 || info.Values > 400 {
		t.Errorf("%+v, %v", info, err)
	}
	if c.Get(keyOf(0), nil) != nil || c.Get(keyOf(999), nil) == nil {
		t.Error("the new went and the old stayed")
	}
	if _, problems := c.Verify(nil); len(problems) > 0 {
		t.Error(problems)
	}
	if lines.Len()+readerLines.Len() > 0 {
		t.Error(lines, readerLines)
	}
}

// A page that would take more than half of the room is not kept, and the log says so once.
func TestPageThatIsTooLarge(t *testing.T) {
	c, lines := testCache(filepath.Join(t.TempDir(), "kept"))
	c.max = 20_000
	for size := 9_999; size <= 10_002; size++ {
		c.Save(keyOf(size), make([]byte, size))
		if kept := c.Load(keyOf(size)) != nil; kept != (size <= 10_000) {
			t.Errorf("a page of %d bytes is kept: %v", size, kept)
		}
	}
	c.Damaged(errors.New("a bit"))
	if said := lines.String(); strings.Count(said, "too large") != 1 || strings.Count(said, "damaged") != 1 {
		t.Errorf("the log says %q", said)
	}
}

// age makes all files a minute older.
func age(t *testing.T, dir string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		info, err := e.Info()
		if err == nil {
			then := info.ModTime().Add(-time.Minute)
			err = os.Chtimes(filepath.Join(dir, e.Name()), then, then)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

func TestUnusedGoes(t *testing.T) {
	dir := filled(t, 10)
	left := filepath.Join(dir, newPrefix+"1")
	writeFile(t, left, []byte("of one who was killed"))
	then := time.Now().Add(-unusedAfter - time.Hour)
	for _, name := range []string{left, filepath.Join(dir, "values-00000001"), filepath.Join(dir, pageName(keyOf(0)))} {
		if err := os.Chtimes(name, then, then); err != nil {
			t.Fatal(err)
		}
	}
	c, _ := testCache(dir)
	c.segment = 10 // so that the next value begins a segment
	c.Put(keyOf(10), valueOf(10))
	c.Flush()
	if info, err := c.Info(); err != nil || info.Values != 1 || info.Pages != 0 || info.Segments != 1 {
		t.Errorf("%+v, %v", info, err)
	}
	if _, err := os.Stat(left); !errors.Is(err, fs.ErrNotExist) {
		t.Error("what a killed writer left is still there")
	}
}

func TestIndexOfManyKeys(t *testing.T) {
	x := newIndex()
	want := map[Key]entry{}
	for i := range 5000 {
		e := entry{key: keyOf(i), segment: uint32(i)}
		want[e.key] = e
		x.add(e)
		x.add(entry{key: e.key}) // the first counts
	}
	for _, k := range slices.Collect(maps.Keys(want)) {
		if e, ok := x.find(k); !ok || e != want[k] {
			t.Fatalf("%s: %+v, %v", k, e, ok)
		}
	}
	if _, ok := x.find(keyOf(5000)); ok {
		t.Error("a key that nobody added is found")
	}
}
