package engine

import (
	"fmt"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/contextls/contextls/budget/render"
	"github.com/contextls/contextls/workspace"
)

// Abs is the absolute path of a file that is named by its path in a folder, or by its absolute path.
func Abs(f *workspace.Folder, file string) string {
	if filepath.IsAbs(file) {
		return filepath.Clean(file)
	}
	return f.Abs(file)
}

// FromShown is the path of the file that is meant by a path as answers show it: with the unseen characters of its
// name, and line breaks in it, by their numbers, or in quotes. Any other path stays as it is.
func FromShown(snap *workspace.Snapshot, p string) string {
	if snap.File(p) != nil {
		return p
	}
	if quoted, err := strconv.Unquote(p); err == nil && strings.HasPrefix(p, `"`) && snap.File(quoted) != nil {
		return quoted
	}
	if !strings.Contains(p, render.Mark) {
		return p
	}
	for _, f := range snap.Files() {
		if render.Visible(f.Path) == p || render.Line(f.Path) == p {
			return f.Path
		}
	}
	return p
}

// pathIn is the path, relative to the folder, of the file that is named; inside if it lies there. Every
// way to a file gives the path by which the folder knows it, which is what scopes are about: through
// links, by another name of the folder itself, and on Windows in any case. What the folder does not know
// and is no way to something else keeps its path.
func pathIn(snap *workspace.Snapshot, file string) (p string, inside bool) {
	abs := Abs(snap.Folder(), file)
	p, inside = snap.Folder().Rel(abs)
	if p = FromShown(snap, p); inside && snap.File(p) != nil {
		return p, true
	}
	real, known, err := snap.Folder().ThroughLinks(abs)
	switch {
	case err != nil || inside && real == p:
		return p, inside
	case !known && inside && snap.Reason(p) != "": // which says where the link leads
		return p, true
	}
	return real, known
}

// Text is the text of a file that is named by a path, as of the snapshot.
func Text(snap *workspace.Snapshot, file string) (string, error) {
	p, inside := pathIn(snap, file)
	if !inside {
		return "", fmt.Errorf("%s is not in the folder", file)
	}
	return snap.Text(p)
}
