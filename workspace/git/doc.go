// Package git reads what git knows of a folder: the commit checked out, the files tracked, the log,
// diffs, what changed together, and the ignore patterns kept outside the folder.
//
// Git is called as a program, so that its answers are git's own. Only HeadText and InfoExclude look at its files: to know
// whether to ask again, and for the text of one.
//
// Invariants:
//
//   - A repository is somebody else's text: nothing that its configuration names is run (no hooks, file
//     system monitor, pager, external diff, text conversion, filter or signature check), and GIT_… variables
//     that speak of other repositories are not passed on.
//   - A repository is the folder's own. One whose .git, commondir, core.worktree, objects or refs lead
//     elsewhere is not asked, unless git made it so for a worktree or a submodule, which the other place then says,
//     too; nor is one with a pipe or device where git would read a file. The error is ErrForeign.
//   - Nothing is written, no lock is taken, nothing is fetched, nobody is asked for a password.
//   - Every call ends: with its context, after 10 s, or when there is too much output.
//   - Lists are read as NUL-terminated fields, so that any file name is right.
//   - Paths are relative to the folder asked about, which may be a subdirectory of the repository, and
//     have forward slashes.
//
// Where there is no git or no repository, calls fail with ErrNoGit or ErrNoRepository, and callers do
// without. Every other failure is an *Error with what git said, such as that the repository belongs to
// someone else.
package git
