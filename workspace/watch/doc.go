// Package watch tells which paths of a folder may have changed on disk.
//
//	fsnotify → drain (only takes note) ──┐
//	poll (where there are no watches) ───┼→ pending → quiet for 300 ms, or 1 s old → settle → Batch
//	sweep (for what events did not tell) ┘
//
// Sync does not wait until it is quiet: it writes a file of the watcher's own, and when the event of that has come, so
// have those of all that happened before.
//
// Events are not handed on one by one, because what they say is stale when it is read. What is kept of
// them is the set of paths they name, in which everything coalesces: a file that was created and
// deleted, deleted and created, written a hundred times, or renamed over another is one path, and
// whoever gets the batch looks at the disk to see what is there now. A rename is both its paths.
//
// Invariants:
//
//   - No change is lost for good: it is in a batch, or a batch says Rescan. A path without a change may
//     be in a batch.
//   - What no event told is in a batch within 30 s: the sweep comes to each directory once in 20 s, and
//     renews a watch that proved blind. After 5 minutes in which nothing happened and nobody called Used
//     it slows down, to one round in 5 minutes at last. It cannot see a file that was rewritten with the
//     same size at the same time, as far as the file system tells times apart.
//   - The stamp of an entry is taken before the batch that tells of it is sent; so what changes later
//     has another stamp than the one the sweep compares with.
//   - A directory has one path and one watch: a watch that came along with a directory from its old path
//     is ended before it gets one under the new path.
//   - The goroutine that takes events off the system's queue never waits for anything but that queue.
//   - A directory is watched before it is listed. So whatever is made in a new directory is either
//     listed or announced, however fast it comes.
//   - A path stands for all that is below it: one batch names a deleted directory, not its files.
//     A new directory is named with each file in it, down to the directories that are skipped.
//   - Where the system will not watch, directories are listed every few seconds instead, and Degraded
//     says so.
package watch
