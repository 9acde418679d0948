// Package disk is one workspace folder on disk: what is in it, what is left out and why, and the text
// of its files.
//
// A scan (scan.go) and a question about one path (check.go) apply the same rules in the same order, so
// that what is kept up to date path by path ends as a fresh scan would:
//
//  1. Secrets (package secret) are known by their names, and never opened.
//  2. Ignore rules: package ignore, fed with the ignore files in the folder, those above it up to the
//     top of the repository, and git's (rules.go).
//  3. Links are listed as left out, whether they lead to a file or a directory. What lies in the folder
//     is listed under its own path, once; a link has nothing to add but duplicates and a way around
//     the first two rules. So loops of links need no care either.
//  4. What is not a regular file is left out: devices, FIFOs, sockets. So is what the system only shows as files, /proc among it.
//  5. So are files above the size limit.
//
// A text is what the bytes of a file stand for (text.go): UTF-8, or UTF-16 with a byte order mark.
//
// Invariants:
//
//   - The folder is the directory that its path led to when Reopen looked last; where there is none it is empty.
//   - Files of the folder are only read through a Tree: no path and no link leads out of it, whatever
//     happens on disk at the same time.
//   - Every path that is left out has a reason. Of an ignored directory only the directory is named.
//   - Lists are sorted by path. Paths are relative, with forward slashes.
package disk
