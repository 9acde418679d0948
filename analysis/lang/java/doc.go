// Package java is the Java language: what its files say. Where imports lead is package jvm's to answer.
//
// Invariants:
//
//   - A definition inside a method, an initializer or an anonymous class is no symbol.
//   - Exported is what is not private, neither itself nor a type around it: the package sees the rest.
//   - A record is a class whose components are fields, an annotation type an interface whose elements are
//     methods; a constructor is a method that is called like its class.
//   - A bare name that nothing of the file says is a member's, of the innermost type around whose bases may have it:
//     by their convention, names of types begin with a capital letter, and constants have no other: one before a dot
//     may be a type's all the same (IO.read()).
package java
