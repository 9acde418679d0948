// Package daemon lets one process of a user answer the command lines of others and serve their editors, so that a folder is
// indexed once: whoever needs an answer asks the daemon, and starts it where there is none. It knows no command: a call is a
// command line with its streams, and what the daemon writes is what the command would have written. A session is a
// call that carries what both sides send until one of them ends it.
//
//	Place.Ask    ── the call, standard input ──▶ Listener.Serve ── Request ──▶ the command
//	             ◀─ outputs, exit code ────────
//	Place.Attach ── the call, then messages ───▶ Listener.Serve ── Request ──▶ the session
//	             ◀─ messages, exit code ───────
//
// Invariants:
//
//   - A daemon serves one build in one environment: the name of its socket is made of both. Another build or
//     environment has a daemon of its own.
//   - The socket lies in a directory that is this user's alone, and each side checks that the other is this user. On
//     Windows it is a named pipe that this user alone may open, which a file in the directory tells of.
//   - At each place there is one daemon at most: it holds a lock as long as it lives. Of callers that find none, one starts it; the
//     others wait for it.
//   - What a call prints is held back until it ends or asks for input. A call whose daemon is lost can therefore be
//     answered in process, as if there had been none; see Lost.
//   - A session that ends is told from one whose daemon was lost. Whoever is at its other end keeps what is to be told the next one
//     (package relay). One that does not read is not waited for by others.
//   - A daemon that nobody has asked for some time, and that has no session, ends.
package daemon
