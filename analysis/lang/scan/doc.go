// Package scan reads what needs no grammar: it cuts a text into tokens or tags, and gathers the Facts
// that a language makes of them.
//
// Languages whose structure shows on the surface (stylesheets, schemas, configuration, markup) are read
// by a pass over tokens: that knows every dialect, and a mistake in the text costs the statement that it
// stands in.
//
// Invariants:
//
//   - Tokens cover a text in order and never overlap; white space and comments are none.
//   - Whatever the bytes are, reading ends, in time that grows with their number.
package scan
