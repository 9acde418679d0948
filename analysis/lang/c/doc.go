// Package c is C and C++: what their files say. Where an #include leads is the business of
// analysis/lang/include.
//
// The reader is a lexer and a scanner of declarations, not a parser: what a C file means depends on macros
// that stand in other files, so that a grammar fails just where real code is (FMT_API, an #ifdef around half
// a function). The scanner needs to know only where a declaration begins and ends, what it names, and which
// brackets belong together. One reader serves both languages, because nobody can tell from a .h alone which
// one it is.
//
// Invariants:
//
//   - The cost is linear in the size of the file, whatever it holds: brackets are matched once, looking ahead and
//     back is bounded, nesting is followed to a fixed depth.
//   - Of the branches of an #if that cut a declaration in pieces only the first one has a say in what the
//     file's structure is; the names used in all of them count. What stands below "#if 0" does not exist.
//   - What is defined in a function's body is no symbol. What is declared there is no reference either.
package c
