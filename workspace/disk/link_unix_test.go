//go:build unix

package disk

import (
	"math/rand/v2"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/contextls/contextls/workspace/faulttest"
)

func link(t testing.TB, to, dir, name string) {
	t.Helper()
	if err := os.Symlink(to, filepath.Join(dir, name)); err != nil {
		t.Fatal(err)
	}
}

func TestLinksAndDevices(t *testing.T) {
	dir := folder(t, "a/real.go", "package a", ".env", "KEY=1", "sub/x/y.go", "", ".git/config", "")
	outside := t.TempDir()
	put(t, outside, "x.go", "outside")
	link(t, "a/real.go", dir, "file.go")
	link(t, "../a/real.go", dir, "sub/up.go")
	link(t, "sub", dir, "dirlink")
	link(t, "..", dir, "sub/loop")
	link(t, "self", dir, "self")
	link(t, "nowhere", dir, "broken")
	link(t, filepath.Join(outside, "x.go"), dir, "outside.go")
	link(t, "../..", dir, "a/escape")
	link(t, outside, dir, "outdir")
	link(t, ".env", dir, "notes.txt")
	link(t, "a/real.go", dir, "id_rsa")
	link(t, "sub", dir, "build")
	if err := syscall.Mkfifo(filepath.Join(dir, "fifo"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mkfifo(filepath.Join(dir, "sub", ".gitignore"), 0o666); err != nil {
		t.Fatal(err)
	}
	link(t, "real-rules", dir, "a/.gitignore")
	put(t, dir, "a/real-rules", "*.go\n")
	f := open(t, dir, Options{IsSource: isGo})
	compare(t, scanned(t, f), `
+ a/real-rules
+ a/real.go
+ sub/x/y.go
- .env: secret
- .git/: ignored: default (.git)
- a/.gitignore: link to a/real-rules
- a/escape: link outside the folder
- broken: broken link
- build: link to sub
- dirlink: link to sub
- fifo: not a regular file
- file.go: link to a/real.go
- id_rsa: secret
- notes.txt: link to .env
- outdir: link outside the folder
- outside.go: link outside the folder
- self: link that leads to itself
- sub/.gitignore: not a regular file
- sub/loop: link to .
- sub/up.go: link to a/real.go
d ""
d "a"
d "sub"
d "sub/x"
`)
	for p, want := range map[string]string{
		"dirlink/x/y.go": "link to sub", "sub/loop/sub/loop/a/real.go": "link to .", "outdir/x.go": "link outside the folder",
		"a/escape/etc/passwd": "link outside the folder", "notes.txt": "link to .env", "fifo": "not a regular file", "broken": "broken link",
	} {
		if got := f.Check(p); got != want {
			t.Errorf("Check(%q) = %q, want %q", p, got, want)
		}
		if c, err := f.Read(p); err == nil || c.Text != "" || Reason(err) != want {
			t.Errorf("Read(%q) = %q, %v", p, c.Text, err)
		}
	}
}

// A directory that was known and became a link must not lend its name to what the link leads to.
func TestDirectoryBecomesLink(t *testing.T) {
	outside := t.TempDir()
	put(t, outside, "x.go", "outside")
	dir := folder(t, "a/x.go", "inside", "a/b/y.go", "")
	f := open(t, dir, Options{IsSource: isGo})
	scanned(t, f)
	if err := os.Rename(filepath.Join(dir, "a"), filepath.Join(dir, "was")); err != nil {
		t.Fatal(err)
	}
	link(t, outside, dir, "a")
	if c, err := f.Read("a/x.go"); err == nil { // nobody has told the folder yet
		t.Errorf("read %q through a link that leaves the folder", c.Text)
	}
	for range 2 {
		for _, p := range []string{"a", "a/x.go", "a/b/y.go"} {
			if got := f.Check(p); got != "link outside the folder" {
				t.Errorf("Check(%q) = %q", p, got)
			}
		}
	}
}

// While a directory and a link to another place take turns at a name, nothing of the other place is read.
func TestSwappedLinks(t *testing.T) {
	swaps := faulttest.Times(t, "a directory and a link outside swapped while it is read", "swaps", 2000, 100_000, 1_000_000)
	outside := t.TempDir()
	put(t, outside, "x.go", "outside")
	dir := folder(t, "a/x.go", "inside")
	link(t, outside, dir, "link")
	f := open(t, dir, Options{IsSource: isGo})
	abs := func(name string) string { return filepath.Join(dir, name) }
	var both atomic.Bool // the reader has met the directory and the link
	swapped := make(chan error, 1)
	go func() {
		for i, end := 0, time.Now().Add(time.Minute); i < swaps/2 || !both.Load() && time.Now().Before(end); i++ {
			for _, move := range [][2]string{{"a", "was"}, {"link", "a"}, {"a", "link"}, {"was", "a"}} {
				if err := os.Rename(abs(move[0]), abs(move[1])); err != nil {
					swapped <- err
					return
				}
			}
		}
		swapped <- nil
	}()
	for inside, refused := 0, 0; ; both.Store(inside > 0 && refused > 0) {
		switch c, err := f.Read("a/x.go"); {
		case err != nil:
			refused++
		case c.Text == "inside":
			inside++
		default:
			t.Fatalf("read %q", c.Text)
		}
		select {
		case err := <-swapped:
			if err != nil || inside == 0 || refused == 0 {
				t.Errorf("%d were read, %d refused: %v", inside, refused, err)
			}
			return
		default:
		}
	}
}

func TestUnreadable(t *testing.T) {
	dir := folder(t, "closed/a.go", "", "closed.go", "")
	f := open(t, dir, Options{})
	if got := Reason(&os.PathError{Op: "openat", Path: "/x/y", Err: syscall.EACCES}); got != "unreadable: permission denied" {
		t.Error(got)
	}
	if os.Getuid() == 0 {
		return // to root nothing is closed
	}
	for _, name := range []string{"closed", "closed.go"} {
		file := filepath.Join(dir, name)
		if err := os.Chmod(file, 0); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { os.Chmod(file, 0o777) })
	}
	compare(t, scanned(t, f), `
+ closed.go
- closed/: unreadable: permission denied
d ""
`)
	if _, err := f.Read("closed.go"); err == nil || Reason(err) != "unreadable: permission denied" {
		t.Error(err)
	}
}

// TestCheckAgreesWithScan makes folders with everything in them, and asks about each path that a scan
// lists, leaves out, or does not mention.
func TestCheckAgreesWithScan(t *testing.T) {
	for seed := range uint64(25) {
		rnd := rand.New(rand.NewPCG(seed, 7))
		dir := folder(t)
		paths := generate(t, rnd, dir)
		o := Options{MaxBytes: 50, IsSource: isGo}
		if seed%3 == 1 {
			o.Ignore = []string{"c*", "!c.go"}
		}
		if seed%3 == 2 {
			o.Allow = []string{"b.env", "secret_a"}
		}
		f := open(t, dir, o)
		l, err := f.Scan(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		said := map[string]string{}
		for _, e := range l.Files {
			said[e.Path] = ""
		}
		for _, d := range l.Dirs {
			said[d] = ""
		}
		for _, e := range l.Excluded {
			said[strings.TrimSuffix(e.Path, "/")] = e.Reason
		}
		fresh := open(t, dir, o) // one that never scanned: there is no git here, so it knows as much
		for _, p := range paths {
			want, told := said[p]
			for up := p; !told; want, told = said[up] {
				up = parentOf(up)
			}
			for _, folder := range []*Folder{f, fresh} {
				if got := folder.Check(p); got != want {
					t.Errorf("seed %d, %s: Check says %q, the scan %q", seed, p, got, want)
				}
			}
		}
		for p := range said {
			if p != "" && !slices.Contains(paths, p) {
				t.Errorf("seed %d: %s is listed, but was never made", seed, p)
			}
		}
	}
}

// generate fills a folder, and gives the paths of all that it made.
func generate(t *testing.T, rnd *rand.Rand, dir string) (paths []string) {
	t.Helper()
	pick := func(from ...string) string { return from[rnd.IntN(len(from))] }
	dirs := []string{""}
	known := map[string]bool{}
	for range 60 {
		p := path.Join(dirs[rnd.IntN(len(dirs))], pick("a", "b", "c", "c.go", "d.go", "a.log", "b.env", "secret_a", "secret.go", "build", "vendor", ".aws",
			".gitignore", ".ignore", ".aiignore", ".cursorignore", "e"))
		if known[p] || strings.Count(p, "/") > 4 {
			continue
		}
		known[p] = true
		base := path.Base(p)
		switch kind := rnd.IntN(10); {
		case strings.HasSuffix(base, "ignore"):
			put(t, dir, p, pick("a/\n", "*.go\n", "!c.go\n", "/b\n*.log\n", "**/c\n", "!*\n", "e\n!e/\n"))
		case kind < 5:
			put(t, dir, p+"/", "")
			dirs = append(dirs, p)
		case kind < 6:
			link(t, pick(".", "..", "../a", "a", "nowhere", "/etc", path.Base(p)), dir, p)
		case kind < 7:
			put(t, dir, p, strings.Repeat("x", 51))
		default:
			put(t, dir, p, "x")
		}
		paths = append(paths, p)
	}
	return paths
}
