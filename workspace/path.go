package workspace

import (
	"path/filepath"
)

// Rel is an absolute path relative to a directory, with forward slashes; ok if it lies inside, and is not
// the directory itself.
func Rel(root, abs string) (rel string, ok bool) {
	rel, err := filepath.Rel(root, abs)
	if err != nil || rel == "." || !filepath.IsLocal(rel) {
		return "", false
	}
	return filepath.ToSlash(rel), true
}
