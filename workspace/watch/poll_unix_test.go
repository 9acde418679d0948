//go:build unix

package watch

import (
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// What a listing says of an entry is what is said of it alone, whatever it is: else each sweep would find it changed.
func TestListedAsLookedAt(t *testing.T) {
	w, root := listed(t)
	abs := func(name string) string { return filepath.Join(root, name) }
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	must(os.WriteFile(abs("file"), []byte("text"), 0o666))
	must(os.Mkdir(abs("dir"), 0o777))
	must(os.Symlink("file", abs("link")))
	must(os.Symlink("nowhere", abs("broken")))
	must(syscall.Mkfifo(abs("pipe"), 0o666))
	t.Chdir(root) // the path of a socket has to be short
	socket, err := net.Listen("unix", "socket")
	must(err)
	defer socket.Close()

	_, found, err := w.look("")
	must(err)
	if len(found) != 6 {
		t.Errorf("found %v", found)
	}
	for name, s := range found {
		info, err := os.Lstat(abs(name))
		must(err)
		if s != stampOf(info) {
			t.Errorf("%s: listed as %v, by itself %v", name, s, stampOf(info))
		}
	}
}

// A directory is the same until something in it changes, or it is another one.
func TestSame(t *testing.T) {
	for name, change := range map[string]func(dir string) error{
		"written": func(dir string) error { return os.WriteFile(filepath.Join(dir, "1"), []byte("longer"), 0o666) },
		"touched": func(dir string) error { return os.Chtimes(filepath.Join(dir, "1"), time.Time{}, time.Unix(1e9, 0)) },
		"new":     func(dir string) error { return os.WriteFile(filepath.Join(dir, "new"), nil, 0o666) },
		"gone":    func(dir string) error { return os.Remove(filepath.Join(dir, "1")) },
		"renamed": func(dir string) error { return os.Rename(filepath.Join(dir, "1"), filepath.Join(dir, "0")) },
		"a link now": func(dir string) error {
			return os.Rename(filepath.Join(dir, "link"), filepath.Join(dir, "1"))
		},
		"another directory": func(dir string) error {
			if err := os.Rename(dir, dir+"-before"); err != nil {
				return err
			}
			return os.CopyFS(dir, os.DirFS(dir+"-before"))
		},
		"no directory": os.RemoveAll,
	} {
		t.Run(name, func(t *testing.T) {
			w, root := listed(t)
			dir := filepath.Join(root, "dir")
			if err := os.Mkdir(dir, 0o777); err != nil {
				t.Fatal(err)
			}
			for _, file := range []string{"1", "2"} {
				if err := os.WriteFile(filepath.Join(dir, file), []byte("text"), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			if err := os.Symlink("2", filepath.Join(dir, "link")); err != nil {
				t.Fatal(err)
			}
			d := &directory{path: "dir"}
			var err error
			if d.id, d.seen, err = w.look("dir"); err != nil || !w.same(d) {
				t.Fatal("it is not the same before anything changed", err)
			}
			if err := change(dir); err != nil {
				t.Fatal(err)
			}
			if w.same(d) {
				t.Error("it is still the same")
			}
		})
	}
}

// listed is a watcher of an empty folder that does nothing by itself.
func listed(t *testing.T) (w *Watcher, root string) {
	root = t.TempDir()
	put := func(string) error { return nil }
	w = start(root, nil, func(string) bool { return false }, slog.New(slog.DiscardHandler), system{watch: put}, timing{time.Hour, time.Hour, time.Hour, 24 * time.Hour})
	t.Cleanup(w.Close)
	return w, root
}
