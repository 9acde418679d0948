package disk

import (
	"io/fs"
	"os"
)

// Tree is a directory on disk, through which all in it is reached: no path and no link leads out of it. It is safe for concurrent use.
type Tree struct {
	*os.Root
	top *os.File // the same, for what can be opened in one step; nil: nothing can
}

// OpenTree opens a directory.
func OpenTree(dir string) (*Tree, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	return &Tree{root, openTop(root)}, nil
}

// Close gives the directory back to the system; whatever is asked afterwards fails.
func (t *Tree) Close() error {
	if t.top != nil {
		t.top.Close()
	}
	return t.Root.Close()
}

// Open opens a directory or a file to read it, without waiting for what a FIFO or a device would wait for.
func (t *Tree) Open(path string) (*os.File, error) {
	if file := t.openAtOnce(path); file != nil {
		return file, nil
	}
	return t.Root.OpenFile(onDisk(path), os.O_RDONLY|nonblock, 0)
}

// lstat looks at a path without following links.
func (t *Tree) lstat(path string) (*item, error) {
	if there := t.lookAtOnce(path); there != nil {
		return there, nil
	}
	info, err := t.Root.Lstat(onDisk(path))
	if err != nil {
		return nil, err
	}
	return itemOf(path, info), nil
}

func itemOf(path string, info fs.FileInfo) *item {
	return &item{path, info.Mode().Type(), StampOf(info)}
}

// onDisk is a path as os.Root wants it, which takes slashes everywhere.
func onDisk(p string) string {
	if p == "" {
		return "."
	}
	return p
}
