// Package ruby teaches the house Ruby.
//
// What files say of each other is of two kinds. require, require_relative, load and autoload name files
// and are resolved over the load paths that a folder shows: lib of gems, test and spec beside them. But
// most files of a gem require nothing: one file requires all others, or a loader (Zeitwerk, Rails) does,
// and then every constant is seen everywhere. So each use of a constant that the file does not define is
// an import too, `Foo::Bar` of the name `Foo::Bar`, and leads to the files that define it.
//
// Invariants:
//
//   - Facts.Package lists the constants that a file defines, by their full names (package.go has the
//     format); the resolver's index of constants is made of nothing else.
//   - A file that opens a module only to put others into it (module RuboCop; module Cop; …) does not
//     define it: else the outermost module would lead to every file.
//   - A constant is looked up as Ruby does, through the modules open where it stands, from the inside
//     out; what files those are is read off the file as a whole.
package ruby
