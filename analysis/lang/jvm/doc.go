// Package jvm resolves the imports of the languages that compile to Java's class files: Java, Kotlin,
// Scala and Groovy. They share packages, source roots and build files, so they are one family.
//
// What the languages give it:
//
//   - Facts.Package is the dotted name of the file's package, "" for the unnamed one. A file that adds to
//     several separates them by spaces, its own first (a Scala package object: "a.b a.b.obj"). Where
//     clauses are chained the names within a package are joined by a slash: Scala's "package a.b" and
//     "package c" are "a.b/c", and such a file sees what is in a.b as well. Of a module-info.java it is
//     the module's name.
//   - import a.b.C      is Specifier "a.b", Names {C, C or its alias}; so is a function or a property
//   - import a.b.*      is Specifier "a.b", Star
//   - a member of a type, nested types too: Specifier "a.b.C", Names {m, m}, or Star
//   - Scala's import a.b.{C, D => E} is one Import with two Names; a.b.given and a.b._ are Stars;
//     Specifiers may be relative to the file's packages, and begin with "_root_." where they are not
//   - a Gradle script's own: Specifier "x.gradle" or "gradle/x.gradle.kts" for a script that it applies,
//     ":a:b" for a project, "plugin:my.id" for a plugin
//   - a module-info.java's: Specifier "m.n" without Names for a module it requires
//
// How it resolves: the longest beginning of a Specifier that is a package of the folder is the package;
// what follows it is a type. A type is the file of that name, else one of the package's files, which then
// must define it.
//
// A package can lie in several modules and source sets. A file sees its own module's, tests see the main
// code but not the other way round, then those of the modules that its build file declares. Modules that
// nothing declares come last, as build logic can hide in plugins: there two of them that fit are Ambiguous.
//
// Invariants:
//
//   - Build files are read as text and never run.
//   - An import is External only when it is known to be: the platform's and the languages' own libraries,
//     or a package below the group of a declared dependency (external.go has the well-known exceptions).
package jvm
