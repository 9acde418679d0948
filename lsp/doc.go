// Package lsp is the face that editors talk to, and the only room that knows LSP, JSON, URIs and
// UTF-16 columns. Below it there are absolute paths, slash paths and byte offsets.
//
// Package lsp/rpc reads the client's messages and hands them to the server's handlers:
//
//	notification: the server's state changes, on the read loop, in wire order
//	request:      parameters and snapshot are taken on the read loop, the answer is made and sent
//	              in the background, for exactly that snapshot
//
// Invariants:
//
//   - A notification's handler never waits: not for the client, not for indexing.
//   - The client is never called while a lock is held, nor from the read loop.
//   - Handlers are thin: what a request does is a method of Engine on a snapshot and wire types (Pack,
//     RepoMap, …), which the shell calls too.
//   - What goes wrong in the program itself is reported (package problem) and ends one answer at most.
//   - The same snapshot and params give the same bytes; provenance.builtAt is the only exception.
package lsp
