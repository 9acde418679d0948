//go:build !linux

package disk

import (
	"io/fs"
	"os"
)

// directory is one that is open. The zero directory is none.
type directory struct{ *os.File }

func (d directory) close() {
	if d.File != nil {
		_ = d.Close() // of which only was read
	}
}

// Lister lists directories. One goroutine at a time may use it.
type Lister struct{}

// open opens a directory through the folder.
func (*Lister) open(tree *Tree, _ directory, dir string) (directory, error) {
	file, err := tree.Open(dir)
	return directory{file}, err
}

// Each calls f with all that is in a directory which is open.
func (l *Lister) Each(dir *os.File, f func(Named)) error { return l.each(directory{dir}, f) }

func (*Lister) each(at directory, f func(Named)) error {
	entries, err := at.ReadDir(-1)
	if err != nil {
		return err
	}
	for _, e := range entries {
		n := Named{Name: e.Name(), Mode: e.Type()}
		if !e.IsDir() {
			var info fs.FileInfo
			if info, n.Err = e.Info(); n.Err == nil {
				n.Mode, n.Stamp = info.Mode().Type(), StampOf(info)
			}
		}
		f(n)
	}
	return nil
}
