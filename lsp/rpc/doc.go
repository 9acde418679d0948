// Package rpc carries JSON-RPC between the server and its client: frames, the connection, the
// dispatcher, calls to the client, and the transports. It knows no method but those of a session's
// life cycle (initialize, shutdown, exit and $/cancelRequest), and it neither reads parameters nor
// writes results: the handlers do the one, [Options.Encode] does the other.
//
// A message from the client goes this way:
//
//	stream (frames, caps) → jsonrpc2.Conn → dispatcher (order, life cycle, cancellation, panics)
//	    notification → Change: changes the server's state, on the read loop, in wire order
//	    request      → Query:  takes parameters and state on the read loop, in wire order
//	                 → Answer: is made and sent in the background
//
// Invariants:
//
//   - What the client sends never ends the process: only lost framing does, with its reason in the log.
//   - The read loop writes nothing and waits for nobody, so a client that does not read can still
//     cancel. (The one exception: a body that is not JSON-RPC is answered before the next is read, so
//     that a client that sends nothing else is slowed down.)
//   - Above some thousands of answers, or some megabytes, that the client does not read, nothing more is read of it.
//   - Every request is observed once, by who wants to, without its parameters and its result.
//   - Every request is answered exactly once, with a result or with an error that has a code.
//   - No call to the client waits without a deadline.
package rpc
