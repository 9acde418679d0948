package disk

import (
	"errors"
	"io/fs"
	"os"
	"syscall"
)

// Moved reports whether the folder's path leads to another directory than the one that is open, as it does when
// the folder was deleted, moved away, replaced, or is there at last. Reopen takes that in.
func (f *Folder) Moved() bool {
	now, err := stat(f.path)
	tree, _ := f.dir()
	switch {
	case tree == nil:
		return err == nil
	case err != nil:
		return Gone(err)
	}
	was, err := tree.Stat(".")
	return err != nil || !os.SameFile(was, now)
}

// Reopen opens the directory that the folder's path leads to now, if it is another one than before, and reports
// whether it is. Where there is none, the error says why, and nothing is found in the folder until Reopen finds one.
func (f *Folder) Reopen() (moved bool, err error) {
	if moved = f.Moved(); !moved {
		if _, err = f.dir(); err == nil {
			return false, nil
		}
	}
	var tree *Tree
	if _, err = stat(f.path); err == nil {
		tree, err = OpenTree(f.path)
	}
	rules := f.newRules(outside{foldCase: foldsCase}) // git is only asked when scanning: that takes a while
	f.mu.Lock()
	defer f.mu.Unlock()
	f.tree, f.absent, f.rules = tree, err, rules // the tree before may still be read from: the garbage collector closes it
	return moved, err
}

// stat looks at a directory.
func stat(path string) (fs.FileInfo, error) {
	info, err := os.Stat(path)
	if err == nil && !info.IsDir() {
		err = &fs.PathError{Op: "open", Path: path, Err: syscall.ENOTDIR}
	}
	return info, err
}

// Gone reports whether an error says that there is nothing at a path. What cannot be looked at may still be there.
func Gone(err error) bool { return errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) }

// dir is the folder's directory, through which everything in it is reached. The error says why there is none.
func (f *Folder) dir() (*Tree, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.tree, f.absent
}

func (f *Folder) lstat(p string) (*item, error) {
	tree, err := f.dir()
	if err != nil {
		return nil, err
	}
	return tree.lstat(p)
}
