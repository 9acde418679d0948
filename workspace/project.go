package workspace

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// ProjectRoot is the folder that somebody who works in a directory works on: the top of its repository,
// or where there is none the directory itself. A home directory or a whole disk is no project, whatever
// it contains.
func ProjectRoot(dir string) (string, error) {
	if !filepath.IsAbs(dir) {
		return "", fmt.Errorf("%q is no absolute path", dir)
	}
	dir = filepath.Clean(dir)
	info, err := os.Stat(dir)
	if err != nil {
		return "", err
	}
	if !info.IsDir() {
		return "", fmt.Errorf("%s is no directory", dir)
	}
	home, err := os.UserHomeDir()
	if err != nil {
		home = ""
	}
	tooWide := func(d string) bool { return d == home || filepath.Dir(d) == d }
	for at := dir; !tooWide(at); at = filepath.Dir(at) {
		if _, err := os.Lstat(filepath.Join(at, ".git")); err == nil {
			return at, nil
		}
	}
	if tooWide(dir) {
		return "", errors.New(dir + " is no project")
	}
	return dir, nil
}
