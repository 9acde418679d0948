// Package watch tells which paths of a folder may have changed on disk.
//
//	fsnotify → drain (only takes note) ─┐
//	poll (where there are no watches) ──┴→ pending → quiet for 300 ms, or 1 s old → settle → Batch
//
// Events are not handed on one by one, because what they say is stale when it is read. What is kept of
// them is the set of paths they name, in which everything coalesces: a file that was created and
// deleted, deleted and created, written a hundred times, or renamed over another is one path, and
// whoever gets the batch looks at the disk to see what is there now. A rename is both its paths.
//
// Invariants:
//
//   - No change is lost: it is in a batch, or a batch says Rescan. A path without a change may be in a
//     batch.
//   - The goroutine that takes events off the system's queue never waits for anything but that queue.
//   - A directory is watched before it is listed. So whatever is made in a new directory is either
//     listed or announced, however fast it comes.
//   - A path stands for all that is below it: one batch names a deleted directory, not its files.
//     A new directory is named with each file in it, down to the directories that are skipped.
//   - Where the system will not watch, directories are listed every few seconds instead, and Degraded
//     says so.
package watch
