package lsp

import (
	"errors"
	"io/fs"
	"path/filepath"

	"github.com/contextls/contextls/workspace"
)

// place is the path, relative to the folder, of the file that a URI names; inside if it lies there. Every
// way to a file gives the path by which the folder knows it, which is what scopes are about: through
// links, by another name of the folder itself, and on Windows in any case. What the folder does not know
// and is no way to something else keeps its path.
func (v *view) place(uri string) (p string, inside bool) {
	abs, err := pathOf(uri)
	if err != nil {
		return "", false
	}
	p, inside = relTo(v.snap.Folder(), abs)
	if inside && v.snap.File(p) != nil {
		return p, true
	}
	real, known, err := throughLinks(v.snap.Folder(), abs)
	switch {
	case err != nil || inside && real == p:
		return p, inside
	case !known && inside && v.snap.Reason(p) != "": // which says where the link leads
		return p, true
	}
	return real, known
}

// throughLinks is the path of a file relative to a folder when all links are followed, those on the way
// to the folder, too; inside if it lies there then.
func throughLinks(folder *workspace.Folder, path string) (rel string, inside bool, err error) {
	root, err := filepath.EvalSymlinks(folder.Root())
	if err != nil {
		return "", false, err
	}
	real, err := realPath(path)
	if err != nil {
		return "", false, err
	}
	rel, inside = within(root, real)
	return rel, inside, nil
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
