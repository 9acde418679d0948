// Package workspace is what is true now: the folders a person works in, the texts open in the editor,
// the files on disk, and immutable snapshots of it all.
//
//	Open, Edit, CloseDocument ─┐
//	watcher, DiskChanged ──────┼→ Folder (current files) → Snapshot → Graph
//	first scan ────────────────┘        ▲
//	                                    └ Facts by content, extracted in parse workers
//
// Invariants:
//
//   - An open document's text beats the file on disk until it is closed, by whatever name it was opened: links are
//     followed then (place.go).
//   - A folder is what its path leads to, be that another directory than before, or none (degraded).
//   - An edit costs no more in a large folder than in a small one, and does not ask the disk.
//   - A Snapshot never changes, and never gives two texts of one file. Taking one costs nothing to speak
//     of; its graph is linked when it is first asked for, on top of the newest graph there is, and kept.
//   - What a snapshot shows after any sequence of edits and disk events, once these are taken in, is
//     what a fresh session over the same state shows.
//   - What the watcher's events do not tell is found within 30 s while anything happens on disk or
//     anybody works with the folder, and within 6 minutes otherwise: it compares the disk with what it
//     told (see workspace/watch).
//   - What sessions share (shared.go) is what each would come to alone: Facts of contents, graphs to link on top of, and, where they
//     leave out the same, listings and watches (lookout.go). Documents and settings are each session's own.
//   - Facts that are kept are read when they are asked for. Where they are damaged by then, the file is read anew.
//   - A folder that nobody works with goes over to what is kept (rest.go). Its snapshots of before and after show the same.
//   - A folder takes no listing that was begun before something it has looked at was told.
//   - No callback runs, and no worker is waited for, while a lock is held.
//   - A panic in reading one file leaves out that file; one in a step of taking in the disk degrades the
//     folder. Both are reported (package problem).
//   - Paths of files are relative to their folder, with forward slashes; roots are absolute and the
//     operating system's own.
package workspace
