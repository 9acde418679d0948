// Package swift is the Swift language: what its files say, and where their imports lead.
//
// The grammar at hand is older than typed throws, macros, ~Copyable and more, so it only tells comments,
// strings and the names of definitions, which it finds in broken code as well. Declarations and imports
// are read by their keywords and braces: Swift has no other way to begin one.
//
// A module is a target of a Package.swift, by its path or in the folders that SwiftPM looks in
// (Sources/X, Tests/X, …). All other Swift files below an Xcode project, or below the folder, are one
// module, except for test folders (XTests); there an import leads to the folder of that name. A
// module's files see each other's names; an import leads to all files of a module.
//
// Invariants:
//
//   - An import is External only when no module of the folder has the name and it is known: Apple's
//     frameworks and the toolchain's modules, or a declared dependency (Package.swift, Package.resolved,
//     Podfile, Cartfile, an Xcode project's package products).
//   - Members of extensions have the extended type as their container; an extension is no symbol, for it
//     defines no name.
package swift
