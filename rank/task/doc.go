// Package task reads a task in words: what the text names (files, lines, symbols), which words it is made of,
// how much each of them weighs, and what it asks to be done.
//
// A text is read line by line, and by how each piece is written: prose, quotes, backticks, blocks of code,
// headings. Whether a file or a symbol of that name exists is for package rank to find out.
//
// Invariants:
//
//   - The result depends on the text alone: this package knows no graph and no files.
//   - Only the first maxBytes of a text are read, in time proportional to their number.
//   - Every weight is in weights.go with its reason.
package task
