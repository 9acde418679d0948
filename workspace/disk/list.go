package disk

import "io/fs"

// Named is what stands under a name in a directory.
type Named struct {
	Name  string
	Mode  fs.FileMode // its type bits
	Stamp Stamp       // of what is no directory
	Err   error       // why the Stamp is not known, and the Mode may not be: it has vanished, say
}

// list lists a directory, and by path what in it cannot be looked at. What vanishes meanwhile is not in it.
func (l *Lister) list(at directory, dir string) (items []item, closed map[string]error, err error) {
	err = l.each(at, func(n Named) {
		switch path := inDir(dir, n.Name); {
		case n.Err == nil:
			items = append(items, item{path, n.Mode, n.Stamp})
		case !Gone(n.Err):
			if closed == nil {
				closed = map[string]error{}
			}
			closed[path] = n.Err
		}
	})
	if err != nil {
		return nil, nil, err
	}
	return items, closed, nil
}
