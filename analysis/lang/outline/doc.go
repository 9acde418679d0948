// Package outline holds what Kotlin and Scala are read with alike: definitions as a query finds them, their
// signatures without annotations, and the mending of files with syntax errors.
//
// A construct that the grammar does not know, or a brace that is missing while somebody types, makes the
// parser take what follows for a part of something else: a class becomes a call with a lambda. So in such a
// file lines and their indentation tell where definitions are, and how far they reach; the tree tells what
// it has found of them, and adds what is no line of its own.
//
// Invariants:
//
//   - Lines inside comments and strings over several lines begin no definition.
//   - Mending takes away no definition that the tree has found.
package outline
