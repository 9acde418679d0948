package workspace

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"testing"
	"time"
)

// binaries is a folder of n files without an extension that turn out to be binary when they are read.
func binaries(t testing.TB, n int) string {
	t.Helper()
	root := t.TempDir()
	for i := range n {
		write(t, root, fmt.Sprintf("%03d/%06d", i/100, i), "\x00")
	}
	return root
}

// What is refused of a snapshot's files later leaves the snapshot as it is, and shows in the next.
func TestRefusedAfterASnapshot(t *testing.T) {
	root := files(t, map[string]string{"a.pl": "", "b.pl": "a\x00b"})
	s := newSession(t, false)
	f, err := s.AddFolder(root)
	if err != nil {
		t.Fatal(err)
	}
	first := ready(t, f)
	write(t, root, "a.pl", "a\x00b")
	s.DiskChanged([]string{filepath.Join(root, "a.pl")})
	second := ready(t, f)
	if err := os.WriteFile(filepath.Join(root, "b.pl"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	s.DiskChanged([]string{filepath.Join(root, "b.pl")})
	third := ready(t, f)
	for i, want := range []struct {
		snap *Snapshot
		a, b string
	}{{first, "", "binary"}, {second, "binary", "binary"}, {third, "binary", ""}} {
		if a, b := want.snap.Reason("a.pl"), want.snap.Reason("b.pl"); a != want.a || b != want.b {
			t.Errorf("snapshot %d: a.pl is left out as %q, b.pl as %q; want %q and %q", i, a, b, want.a, want.b)
		}
	}
}

// What was refused for what is in it is not even listed again while it looks the same.
func TestRefusedIsListedNoMore(t *testing.T) {
	root := files(t, map[string]string{"a.pl": "", "b.pl": "a\x00b", "c.pl": "c\x00d"})
	s := newSession(t, false)
	s.opts.settle = time.Nanosecond
	f, err := s.AddFolder(root)
	if err != nil {
		t.Fatal(err)
	}
	ready(t, f)
	read := f.Readings().Read
	write(t, root, "c.pl", "def C\n")
	if err := f.Rescan(t.Context(), false); err != nil {
		t.Fatal(err)
	}
	if now := f.Readings().Read - read; now != 1 {
		t.Errorf("%d files were read, want c.pl alone", now)
	}
	if snap := f.Snapshot(); snap.Reason("b.pl") != "binary" || snap.File("b.pl") != nil || snap.Reason("c.pl") != "" || snap.File("c.pl") == nil {
		t.Errorf("left out are %v", snap.Excluded())
	}
}

// A path that is looked at while the folder is listed by other rules is left out as they have it.
func TestLookedAtWhileListed(t *testing.T) {
	root := files(t, map[string]string{"dir/a.pl": ""})
	s := newSession(t, false)
	f, err := s.AddFolder(root)
	if err != nil {
		t.Fatal(err)
	}
	ready(t, f)
	looked := make(chan struct{})
	f.mu.Lock()
	f.documents["dir/b.pl"] = newDocument("plain", 1, "")
	go func() {
		defer close(looked)
		f.lookAt("dir/b.pl")
	}()
	waiting := regexp.MustCompile(`(?m)^goroutine \d+ \[sync\.Mutex\.Lock.*\]:\n(?:\S.*\n.*\n)*?\S*\.lookAt\(`)
	for stacks := make([]byte, 1<<20); !waiting.Match(stacks[:runtime.Stack(stacks, true)]); {
		runtime.Gosched() // until it has found the path to be allowed
	}
	write(t, root, ".gitignore", "dir/\n")
	listing, err := f.disk.Scan(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	f.list(listing, nil)
	f.mu.Unlock()
	<-looked
	if f.Snapshot().File("dir/b.pl") != nil {
		t.Error("dir/ is ignored, and a file that is open there is not")
	}
}

// To refuse a file costs no more where many are refused.
func TestRefusingAllocatesLittle(t *testing.T) {
	bytes := func(n int) uint64 {
		s := newSession(t, false)
		f := newFolder(s, t.TempDir(), nil, s.opts)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		for i := range n {
			f.exclude(fmt.Sprintf("%06d", i), "binary")
		}
		runtime.ReadMemStats(&after)
		return (after.TotalAlloc - before.TotalAlloc) / uint64(n)
	}
	if few, many := bytes(100), bytes(10_000); many > few+1<<10 {
		t.Errorf("to refuse a file allocates %d bytes among 100 and %d among 10,000", few, many)
	}
}

func BenchmarkBinaries(b *testing.B) {
	for _, n := range []int{5_000, 20_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			root := binaries(b, n)
			for b.Loop() {
				s := newSession(b, false)
				f, err := s.AddFolder(root)
				if err == nil {
					err = f.Ready(context.Background())
				}
				if err != nil {
					b.Fatal(err)
				}
				s.Close()
			}
		})
	}
}

// A directory that is left out is listed as such, also when it came after the scan and only files in it were told of.
func TestNewIgnoredDirectory(t *testing.T) {
	root := files(t, map[string]string{".gitignore": "dir/\n", "a.pl": ""})
	s := newSession(t, false)
	f, err := s.AddFolder(root)
	if err != nil {
		t.Fatal(err)
	}
	ready(t, f)
	for _, name := range []string{"dir/b.pl", "dir/c.pl"} {
		write(t, root, name, "")
		s.DiskChanged([]string{filepath.Join(root, filepath.FromSlash(name))})
		ready(t, f)
	}
	if got, want := f.Snapshot().Excluded(), []Excluded{{"dir/", "ignored: .gitignore"}}; !slices.Equal(got, want) {
		t.Errorf("left out are %v, want %v", got, want)
	}
}
