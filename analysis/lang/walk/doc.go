// Package walk goes over the tokens of a file by recursive descent, for languages whose receivers are read so.
//
// Invariants:
//
//   - What the grammar says is no code gives no tokens but those of strings; a comment gives none.
//   - Whatever the text, a walk ends: what is in brackets is read up to where they close, and not too deep.
package walk
