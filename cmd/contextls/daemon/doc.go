// Package daemon lets one process of a user answer the command lines of others, so that a folder is indexed once:
// whoever needs an answer asks the daemon, and starts it where there is none. It knows no command: a call is a
// command line with its streams, and what the daemon writes is what the command would have written.
//
//	Place.Ask ── the call, standard input ──▶ Listener.Serve ── Request ──▶ the command
//	          ◀─ outputs, exit code ────────
//
// Invariants:
//
//   - A daemon serves one build in one environment: the name of its socket is made of both. Another build or
//     environment has a daemon of its own.
//   - The socket lies in a directory that is this user's alone, and each side checks that the other is this user.
//   - At each place there is one daemon at most: it holds a lock as long as it lives.
//   - What a call prints is held back until it ends or asks for input. A call whose daemon is lost can therefore be
//     answered in process, as if there had been none; see Lost.
//   - A daemon that nobody has asked for some time ends.
package daemon
