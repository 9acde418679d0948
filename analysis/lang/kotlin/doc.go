// Package kotlin reads Kotlin: sources, scripts and Gradle's build files. Where imports lead is told by
// package jvm, which the languages of the Java virtual machine share.
//
// Invariants:
//
//   - A symbol is a member of the types around it or stands at the top level; what is defined inside
//     functions, initialisers, lambdas and anonymous objects is nobody else's, and left out.
//   - Signatures are without annotations, and end before the body.
//   - In a file with syntax errors, lines and their indentation say what the tree has lost (mend.go).
package kotlin
