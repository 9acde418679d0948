// Package debug serves one page that shows what the server is doing, and Go's profiles below it. Whoever
// serves hands in plain data; the page asks for it with each look.
//
// Invariants:
//
//   - It listens on the loopback interface only, and answers only requests that name that as their host: a
//     web page that a browser shows cannot read it, also not through a name that resolves to 127.0.0.1.
//   - Nothing can be changed by it: it answers GET and HEAD alone.
//   - It shows paths, methods, times and sizes, never the text of a file, a task or an answer.
package debug
