package secret

import (
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"unicode/utf8"
)

// This repository's own texts, tests and their data among them, hold nothing that would be
// replaced.
func TestOwnSources(t *testing.T) {
	root := os.DirFS(filepath.Join("..", ".."))
	files := 0
	err := fs.WalkDir(root, ".", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == ".git" || d.Name() == "node_modules"):
			return fs.SkipDir
		case !d.Type().IsRegular():
			return nil
		}
		text, err := fs.ReadFile(root, path)
		if err != nil || !utf8.Valid(text) || len(text) > 1<<20 {
			return err
		}
		files++
		for _, f := range Find(string(text)) {
			t.Errorf("%s:%d: %s", path, f.Line+1, f.Kind)
		}
		return nil
	})
	if err != nil || files < 500 {
		t.Errorf("%d files, %v", files, err)
	}
}
