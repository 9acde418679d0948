// Package csharp is the C# language: what its files say, and where their usings lead.
//
// A using names a namespace, and a namespace is whatever files declare it. Which of these a file sees
// is decided by MSBuild: the nearest .csproj above it, what that references in turn, the
// Directory.Build.props and .targets above it and what they import. Of conditions only flags are
// evaluated ('$(X)' == 'true'): a reader asks about all target frameworks. Without any .csproj, and
// for files outside of all projects, everything in the folder is visible. A package that a project of
// the folder makes is taken from there.
//
// The grammar is older than the language, and knows #if only where a statement or a declaration may stand. Of a file that it fails
// for, the first branch of each #if alone is read if it knows that; else types and members are found by their keywords and braces.
//
// Facts.Package of a file is a list of words separated by spaces, sorted: each namespace that the file
// declares types in, and, with a + before it, each namespace that the file uses globally.
//
// Invariants:
//
//   - A using is External only when no visible file declares the namespace and it is known: System and
//     Microsoft, or a namespace that shares its root with a package that the project has.
//   - What a file sees without a using of its own (its namespaces and those around them, the global
//     namespace, global usings of its project and of MSBuild) are its siblings.
package csharp
