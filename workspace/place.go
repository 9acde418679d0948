package workspace

import (
	"errors"
	"io/fs"
	"path/filepath"
)

// openDocument is a document under the path by which the editor opened it.
type openDocument struct {
	*Document
	real string // the same without links
}

// follow is a path without links. What cannot be followed stays as it is.
func follow(path string) string {
	if real, err := realPath(path); err == nil {
		return real
	}
	return path
}

// realPath follows the links in a path whose last names need not exist yet.
func realPath(path string) (string, error) {
	real, err := filepath.EvalSymlinks(path)
	if dir := filepath.Dir(path); errors.Is(err, fs.ErrNotExist) && dir != path {
		if dir, err = realPath(dir); err == nil {
			real = filepath.Join(dir, filepath.Base(path))
		}
	}
	return real, err
}

// ThroughLinks is the path of a file relative to the folder when all links are followed, those on the way
// to the folder, too; inside if it lies there then. The error says what cannot be followed.
func (f *Folder) ThroughLinks(file string) (rel string, inside bool, err error) {
	real, err := realPath(file)
	if err != nil {
		return "", false, err
	}
	rel, inside = Rel(f.real(), real)
	return rel, inside, nil
}

// real is the folder's path without links.
func (f *Folder) real() string { return *f.realRoot.Load() }

// Place is where in the folder a file belongs that is named by any absolute path. The path of a listed file is its
// place; where it is none, links are followed.
func (f *Folder) Place(path string) (rel string, inside bool) {
	if rel, inside = f.Rel(path); inside && f.lists(rel) {
		return rel, true
	}
	return f.place(path, follow(path))
}

// place is where in the folder a file belongs that has this path, and this one without links. What a link in the
// folder leads out of it has the link's place, of which the folder says that it is left out.
func (f *Folder) place(path, real string) (rel string, inside bool) {
	if rel, inside = Rel(f.real(), real); inside {
		return rel, true
	}
	return f.Rel(path)
}

// lists reports whether a path of the folder is that of a listed file: no link leads to it.
func (f *Folder) lists(rel string) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.files.get(rel) != nil
}

// FolderAt is the folder at an absolute path, or at one that leads there through links; nil where there is none.
func (s *Session) FolderAt(path string) *Folder {
	folders := s.Folders()
	for _, f := range folders {
		if f.root == path {
			return f
		}
	}
	real := follow(path)
	for _, f := range folders {
		if f.real() == real {
			return f
		}
	}
	return nil
}

// FolderOf finds the folder that an absolute path belongs to, of nested ones the innermost, and the
// path relative to it. Where that is not the path of a listed file, links are followed.
func (s *Session) FolderOf(path string) (f *Folder, rel string, ok bool) {
	folders := s.Folders()
	for _, f := range folders {
		if rel, ok := f.Rel(path); ok {
			if f.lists(rel) {
				return f, rel, true
			}
			break
		}
	}
	real := follow(path)
	for _, f := range folders {
		if rel, ok := Rel(f.real(), real); ok {
			return f, rel, true
		}
	}
	for _, f := range folders {
		if rel, ok := f.Rel(path); ok {
			return f, rel, true
		}
	}
	return nil, "", false
}

// DiskChanged takes in that files may have changed on disk: what is said of absolute paths by an
// editor that saves, renames or watches. Links in them are followed, unless there are more than a scan is cheaper
// than.
func (s *Session) DiskChanged(paths []string) {
	folders := s.Folders()
	rels := make([][]string, len(folders))
	var unlisted []string
	for _, p := range paths {
		listed := false
		for i, f := range folders {
			if rel, ok := f.Rel(p); ok {
				rels[i] = append(rels[i], rel)
				listed = listed || f.lists(rel)
			}
		}
		if !listed {
			unlisted = append(unlisted, p)
		}
	}
	all := len(unlisted) > scanFrom
	if !all {
		for _, p := range unlisted {
			real := follow(p)
			for i, f := range folders {
				if rel, ok := f.place(p, real); ok {
					rels[i] = append(rels[i], rel)
				}
			}
		}
	}
	for i, f := range folders {
		if all || len(rels[i]) > 0 {
			f.refresh(rels[i], all)
		}
	}
}

// replace finds the places of all open documents anew, since the folder's path leads elsewhere.
func (s *Session) replace(f *Folder) {
	s.mu.Lock()
	defer s.mu.Unlock()
	f.mu.Lock()
	defer f.mu.Unlock()
	clear(f.documents)
	for path, doc := range s.documents {
		if rel, ok := f.place(path, doc.real); ok {
			f.documents[rel] = doc.Document
		}
	}
}
