// Package rust is the Rust language: what its files say, and where its paths lead.
//
// Two readers work on a file. The grammar's query finds definitions; one pass over the tokens finds what
// the file is tied to others by: mod, use, extern crate, and qualified paths in the code. The latter
// needs no tree, for mod and use are reserved words, and finds them inside macro invocations as well,
// where the grammar sees tokens only. For the query, the wrappers of such macros (cfg_rt! { … }) are
// blanked out; see unwrap.go. What the file's own macros by example make of names that they are given is
// expanded to text, which both readers read like a file; see expand.go.
//
// Paths resolve as rustc and Cargo do, over the module tree of every crate of every package, with these
// differences, each for a reader's sake:
//
//   - Files of all cfg variants belong to a module: two mod imp; with different #[path]s are one
//     module of two files.
//   - A dependency that lies in the folder is taken from there, even when Cargo would take a released
//     version of it.
//   - A file that no mod declares is a child of the module of its directory, else a crate of its own.
//
// Invariants:
//
//   - A file's declarations travel to the resolver in Facts.Package; see declarations.go.
//   - A path is External only when it is known: the standard library, a dependency of the package.
//     What is merely not found is Unresolved.
//   - Every use is a ReExport: the modules below a private one see it, too, and other code that goes by
//     it does not compile.
//   - Paths in Facts are those of the file's own module: super inside mod tests { } is self.
package rust
