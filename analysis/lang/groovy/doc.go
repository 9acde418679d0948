// Package groovy is the Groovy language, of which Gradle's build files are scripts: what its files say. Where
// imports lead is package jvm's to answer.
//
// It reads tokens instead of a tree: the grammar that there is knows neither enums, traits and
// constructors nor more than one interface, and command calls make it guess.
//
// Invariants:
//
//   - What is in a method or a closure is no symbol. At a script's top its methods, its variables, closures
//     by that name, and the tasks that it registers with Gradle are.
//   - Exported is what is not private: Groovy's default is public.
package groovy
