package python

import (
	"path"
	"strings"

	"github.com/contextls/contextls/analysis"
)

// extensions of the files that can be imported: a module, its stub, and a module that opens no console.
var extensions = []string{".py", ".pyi", ".pyw"}

// compiled are the extensions of Cython: its modules are imported as Python's are.
var compiled = []string{".pyx", ".pxd"}

// comesWithCython reports whether a module is one that Cython brings along for its own files.
func comesWithCython(from, top string) bool {
	ext := path.Ext(from)
	return (ext == ".pyx" || ext == ".pxd" || ext == ".pxi") &&
		(top == "cython" || top == "libc" || top == "libcpp" || top == "cpython" || top == "posix" || top == "openmp")
}

// Language is Python 3.
func Language() *analysis.Language {
	g := grammar()
	return &analysis.Language{
		ID:           "python",
		Extensions:   extensions,
		Interpreters: []string{"python", "python3", "pypy", "pypy3"},
		Fence:        "python",
		Untyped:      true,
		Lexis:        lexis(),
		Extract:      g.Extract,
		Family:       "python",
		Manifests:    []string{"pyproject.toml", "setup.cfg", "setup.py", "*requirements*.txt", "requirements/*.txt", "uv.lock", "poetry.lock", "pdm.lock", "Pipfile.lock"},
		Condense:     condense(),
		PackageOf:    packageOf,
		NewResolver:  newResolver,
		Layout:       layout(),
		IsTest:       isTest,
	}
}

// isTest follows pytest's and unittest's conventions.
func isTest(p string) bool {
	base := path.Base(p)
	name := strings.TrimSuffix(base, path.Ext(base))
	return strings.HasPrefix(name, "test_") || strings.HasSuffix(name, "_test") || name == "conftest" || name == "tests" || analysis.InTestDir(p)
}

// lexis has docstrings as comments.
func lexis() analysis.Lexis {
	l := analysis.HashLexis()
	l.Doc = func(line string) (quoted string, may bool) { return strings.TrimLeft(line, "rRuU"), true }
	return l
}
