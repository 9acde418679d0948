//go:build unix

package disk

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// What is opened in one step is what is opened directory by directory, and what leads out of the folder is not opened in either way.
func TestTreeIsOneWithItsShortcut(t *testing.T) {
	dir := folder(t, "file", "1", "a/b/c/deep", "22", "a/.hidden", "333")
	outside := t.TempDir()
	put(t, outside, "secret", "outside")
	link(t, "b", dir, "a/in")
	link(t, "b/c/deep", dir, "a/to-deep")
	link(t, filepath.Join(outside, "secret"), dir, "out")
	link(t, outside, dir, "outdir")
	link(t, "../..", dir, "a/up")
	link(t, "nowhere", dir, "broken")
	if err := syscall.Mkfifo(filepath.Join(dir, "a/fifo"), 0o666); err != nil {
		t.Fatal(err)
	}
	tree, err := OpenTree(dir)
	if err != nil {
		t.Fatal(err)
	}
	slow := &Tree{Root: tree.Root}
	type answer struct {
		there      item
		text       string
		unseen     bool
		unopened   bool
		isNotThere bool
	}
	ask := func(tree *Tree, path string) (a answer) {
		there, err := tree.lstat(path)
		if a.unseen = err != nil; err == nil {
			a.there = *there
		}
		file, err := tree.Open(path)
		if a.unopened = err != nil; err != nil {
			a.isNotThere = errors.Is(err, os.ErrNotExist)
			return a
		}
		defer file.Close()
		if info, err := file.Stat(); err == nil && info.Mode().IsRegular() {
			text, _ := io.ReadAll(file)
			a.text = string(text)
		}
		return a
	}
	for _, path := range []string{"", "file", "a", "a/b/c/deep", "a/.hidden", "a/fifo", "a/in", "a/in/c/deep", "a/to-deep", "out", "outdir", "outdir/secret",
		"a/up", "a/up/secret", "broken", "none", "file/none", "a/none/none", "..", "../" + filepath.Base(outside) + "/secret", "a/../file", outside + "/secret"} {
		got, want := ask(tree, path), ask(slow, path)
		if got != want {
			t.Errorf("%q: %+v, by each directory %+v", path, got, want)
		}
		if got.text == "outside" {
			t.Errorf("%q leads out", path)
		}
	}
	if err := tree.Close(); err != nil {
		t.Fatal(err)
	}
	if got := ask(tree, "file"); !got.unseen || !got.unopened {
		t.Errorf("of a folder that is closed there is %+v", got)
	}
}

// BenchmarkTree looks at a file seven directories deep, in one step where the system can, and directory by directory.
func BenchmarkTree(b *testing.B) {
	const path = "a/b/c/d/e/f/g/file"
	tree, err := OpenTree(folder(b, path, ""))
	if err != nil {
		b.Fatal(err)
	}
	defer tree.Close()
	for name, tree := range map[string]*Tree{"atOnce": tree, "eachDirectory": {Root: tree.Root}} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if _, err := tree.lstat(path); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
