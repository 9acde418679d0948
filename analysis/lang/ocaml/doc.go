// Package ocaml is the OCaml language: implementations (.ml) and interfaces (.mli), in dune projects and
// without.
//
// A compilation unit needs no import: it is named. So each module path that a file names is an Import,
// with the path as written for its Specifier and its Local; open and include bring in all names as well.
// What a path means depends on the modules that are open, the library's own units, the libraries it uses
// and the aliases in units on the way (module Header = Header in a library's main module).
//
// Invariants:
//
//   - Facts.Package lists what the resolver has to know of a file's own modules, separated by spaces:
//     "open:Path", "include:Path", "Name=Path" for an alias, "Name=" for a module defined in place.
//   - An interface and its implementation are one module: an import leads to both, and they are siblings.
//   - An interface is read as the module type that it is: the grammar knows implementations alone.
package ocaml
