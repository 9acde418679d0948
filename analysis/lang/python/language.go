package python

import (
	"path"
	"strings"

	"github.com/contextls/contextls/analysis"
)

// extensions of the files that can be imported: a module, its stub, and a module that opens no console.
var extensions = []string{".py", ".pyi", ".pyw"}

// Language is Python 3.
func Language() *analysis.Language {
	g := grammar()
	return &analysis.Language{
		ID:           "python",
		Extensions:   extensions,
		Interpreters: []string{"python", "python3", "pypy", "pypy3"},
		Fence:        "python",
		Extract:      g.Extract,
		Family:       "python",
		Manifests:    []string{"pyproject.toml", "setup.cfg", "setup.py", "*requirements*.txt", "requirements/*.txt", "uv.lock", "poetry.lock", "pdm.lock"},
		NewResolver:  newResolver,
		IsTest:       isTest,
	}
}

// isTest follows pytest's and unittest's conventions.
func isTest(p string) bool {
	base := path.Base(p)
	name := strings.TrimSuffix(base, path.Ext(base))
	if strings.HasPrefix(name, "test_") || strings.HasSuffix(name, "_test") || name == "conftest" || name == "tests" {
		return true
	}
	dir := "/" + analysis.Dir(p) + "/"
	return strings.Contains(dir, "/tests/") || strings.Contains(dir, "/test/")
}
