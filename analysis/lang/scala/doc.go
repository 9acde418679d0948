// Package scala reads Scala 2 and 3: sources, scripts and build definitions. Where imports lead is told by
// package jvm, which the languages of the Java virtual machine share.
//
// Invariants:
//
//   - A symbol is a member of the types around it or stands at the top level; members of a package object,
//     and extension methods outside of types, are at the top level. What is defined inside functions,
//     blocks and anonymous classes is nobody else's, and left out.
//   - Signatures are without annotations, and end before the body.
//   - An import out of what the file itself defines, a value or an object, leads to no other file, and is
//     left out.
package scala
