// Package lsp is the face that editors talk to, and the only room that knows LSP, JSON, URIs and
// UTF-16 columns. Below it there are absolute paths, slash paths and byte offsets.
//
// A message goes this way:
//
//	stream (frames, caps) → jsonrpc2.Conn → dispatcher (order, lifecycle, cancel, panics)
//	    notification: the server's state changes, on the read loop, in wire order
//	    request:      parameters and snapshot are taken on the read loop, the answer is made and sent
//	                  in the background, for exactly that snapshot
//
// Invariants:
//
//   - What a peer sends never ends the process: only lost framing does, with its reason in the log.
//   - A notification's handler never waits: not for the client, not for indexing.
//   - Nothing is written to the client from the read loop, and nothing while a lock is held. (The one
//     exception: a body that is no JSON-RPC is answered before the next is read, so that a peer that
//     sends nothing else is slowed down.)
//   - Handlers are thin: what a request does is a method of Engine on a snapshot and wire types (Pack,
//     RepoMap, …), which the shell calls too.
//   - The same snapshot and params give the same bytes; provenance.builtAt is the only exception.
package lsp
