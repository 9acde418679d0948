// Package packages reads what package managers installed: the declarations of the names that a file uses of
// the packages that it imports.
//
//	import → Layout.Find → files of the module → Facts → Layout.Follow → files that names lead on to
//
// What is opened: source files and package manifests below the directories that a language's Layout names as its
// package managers' own, in the folder (vendor, node_modules, .venv, …) and, if the Reach says so, in those of the
// person and the system (Go's module cache, the active virtual environment, Cargo's sources, Maven's and Gradle's caches, gem and
// include directories, …). What never is: anything else of the disk. Nothing is
// listed but such directories, nothing is written, nothing run, and nothing fetched: what is not installed is
// not there.
//
// Invariants:
//
//   - Each of those places is an os.Root. Links are followed inside of it, and only as far as what they lead
//     to is a package manager's, too. What leads elsewhere is refused, and named.
//   - Manifests and tables of package managers are read up to disk.MaxLong. Sources are read with the caps of the folder's own, and parsed in the same workers; secrets in what they declare
//     are replaced in the same way.
//   - Archives (.jar) are read where they lie: to a Layout they are directories, "x.jar!/a/B.java". They hold regular
//     files with valid paths, and nothing else.
//   - Only files are read that an import leads to, or that pass on or extend one of the names that are used.
//   - What was read of a file is kept as long as its size and time are the same. What is not installed is looked for again
//     after some seconds.
package packages
