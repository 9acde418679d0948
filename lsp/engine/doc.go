// Package engine answers questions about a snapshot: what to pack for a task, what matters, what a file
// defines and who depends on it. The language server, the shell and the MCP server put the same questions.
//
// Files are named by paths: absolute, or relative to the folder with forward slashes. Positions are byte
// offsets. There are no URIs, no JSON and no client here.
//
// Invariants:
//
//   - An answer is for exactly the snapshot that it was asked for; the same snapshot and request give the
//     same answer. Only a request with a deadline may get an older index, and says so.
//   - What is derived of a snapshot is a promise that the snapshot owns: one computation, many waiters.
//     What is kept for the next request belongs to the folder, and is gone when that is closed.
//   - A value that cannot be used is a *ParamError that names the field and the value.
//   - What a request waits for and works at is recorded where its context has a Trace, which holds times and
//     names of stages, never what was asked or answered.
package engine
