// Package python is the Python language: what a Python file says (grammar, query, signatures) and where
// its imports lead.
//
// Invariants:
//
//   - Nothing is run: manifests are read as text, a setup.py too.
//   - Resolving follows CPython's path finder: a package before a module before a namespace package.
//     What it cannot know is the module search path; roots.go says which directories stand for it.
//   - A definition inside a function is no symbol, unless it is a function in a long one; one inside an if, try, with, for or match is.
package python
