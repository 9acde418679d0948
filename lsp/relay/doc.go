// Package relay stands between an editor and a server that is another process, and keeps what a server would have to
// be told again if that process is lost: then it opens another session and goes on, and the editor sees nothing of it.
//
//	editor ── requests, notifications ──▶ state: what is open, as it is now ──▶ session (the daemon's, or this process' own)
//	       ◀─ answers, each once ──────── pending: what is not answered ◀──────
//
// Invariants:
//
//   - A session that takes another's place is told the editor's initialize with the settings and folders of now, and each
//     document that is open with its text and version: what the editor has sent is in it, or is sent again.
//   - Each request is answered once: what was under way is asked again, in the order it came.
//   - What a lost session asked the editor is not answered to the next one.
//   - Where sessions are lost one after the other, or with the same request, the next one is in this process: nobody
//     else is to be harmed by what a client sends.
//   - An editor that does not read keeps nobody waiting but itself.
package relay
