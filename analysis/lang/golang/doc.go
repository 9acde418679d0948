// Package golang is the Go language: what its files say, and where their imports lead.
//
// Imports resolve as the go command does, with go.mod, go.work, replace and vendor directories, and
// with these differences, each for a reader's sake:
//
//   - Files of all build tags and systems belong to a package; a tool builds for one system, a
//     reader asks about all.
//   - A module that lies in the folder is taken from there, even when go.mod would take a released
//     version of it.
//   - Without any go.mod above a file (GOPATH, or a part of a module opened alone) an import leads to
//     the directory whose path ends the import path or is ended by it.
//
// Files are read by Go's own parser (alone.go), and those in which it finds errors by the grammar, too.
//
// Invariants:
//
//   - An import is External only when it is known: the standard library, "C", a required or vendored
//     module. What is merely not found is Unresolved.
//   - Files ending in _test.go are never what an import leads to.
package golang
