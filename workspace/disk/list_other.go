//go:build !linux

package disk

import "os"

// directory is one that is open. The zero directory is none.
type directory struct{ *os.File }

func (d directory) close() {
	if d.File != nil {
		_ = d.Close() // of which only was read
	}
}

// lister lists directories.
type lister struct{}

// open opens a directory through the folder.
func (lister) open(root *os.Root, _ directory, dir string) (directory, error) {
	file, err := root.Open(onDisk(dir))
	return directory{file}, err
}

// list lists a directory, and by path what in it cannot be looked at. What vanishes meanwhile is not in it.
func (lister) list(at directory, dir string) (items []item, closed map[string]error, err error) {
	entries, err := at.ReadDir(-1)
	if err != nil {
		return nil, nil, err
	}
	closed = map[string]error{}
	for _, e := range entries {
		path := inDir(dir, e.Name())
		if info, err := e.Info(); err == nil {
			items = append(items, *itemOf(path, info))
		} else if !Gone(err) {
			closed[path] = err
		}
	}
	return items, closed, nil
}
