// Package syntax reads Facts off source text with tree-sitter: bytes in, Facts out.
//
// It is the only room that parses, and a language's folder describes itself to it with a Grammar: one
// query, and a function that turns each match of it into symbols and imports. References and terms
// need nothing from a language but its comments, strings, keywords and the names that its functions bind,
// so they are read here by one pass over the bytes.
//
// Invariants:
//
//   - No tree-sitter type leaves this package but the grammar pointer that enters it: trees are closed
//     before Extract returns, and what matches carry are byte offsets.
//   - Trees are read by queries, never by walking nodes from Go (each step is a call into C). A file is one such call (read.c):
//     its parser, tree and cursor, and all memory of theirs (arena.c), end with it.
//   - Where a language has another parser (Grammar.Alone), that gives what the grammar would, wherever the latter sees no errors.
package syntax
