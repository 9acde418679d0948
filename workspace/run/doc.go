// Package run runs a command that a person has configured, such as their tests, and gives what it wrote.
//
// Invariants:
//
//   - A command is a list of words: there is no shell between, so nothing in a word means anything more.
//   - It has no standard input, and ends: by itself, with the context, or after its time. With it end the
//     processes that it started and that stayed in its group (on Windows: in its job).
//   - Of what it writes only the last part is kept, where the outcome of tests stands.
//
// What may be run, and where, is decided by who calls.
package run
