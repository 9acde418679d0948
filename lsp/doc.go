// Package lsp is the server that editors talk to: documents, folders, status, code lenses, and one
// conversion for each custom request. It stands between four rooms that do not know each other:
//
//	rpc        reads the client's messages, keeps their order, and sends answers
//	protocol   the types of the custom requests as they go over the wire
//	settings   what can be set, by whom, and what holds
//	engine     answers, in paths and byte offsets; its explore is for models that look around
//
// A request goes this way (request.go):
//
//	on the read loop:   parameters are read and checked, the folder is found, its snapshot is captured
//	in the background:  the engine answers for exactly that snapshot, Wire writes the answer down
//
// Invariants:
//
//   - A notification's handler never waits: not for the client, not for indexing.
//   - The client is never called while a lock is held, nor from the read loop, nor without a deadline.
//   - Below lsp nothing knows URIs, JSON, columns or the client.
//   - What goes wrong in the program itself is reported (package problem) and ends one answer at most.
//   - The same snapshot and params give the same bytes; provenance.builtAt is the only exception.
package lsp
