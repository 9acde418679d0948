// Package include finds the files that C's and C++'s #include and import lead to.
//
// A path in quotes is looked for next to the file that includes it; then, like a path in angle brackets, in
// the include directories. Those come from compile_commands.json where there is one. Without it, or where
// it does not help, a path is looked for at the end of the paths of all files: a build has some -I that makes
// it so. One file that fits is the answer. Of several, one that stands clearly nearer to the including file
// is: in an include directory of the same directory, or below the same top directory. Else the import is
// Ambiguous, the nearest first.
//
// Differences from a compiler, for a reader's sake:
//
//   - A header has no command line of its own, so it is read by all those of the files in the folder; where
//     they disagree, its import is Ambiguous.
//   - All branches of an #if are looked at.
//   - A system's header in angle brackets (<linux/list.h>) is looked for in the folder, which may be that system: only at the
//     end of the paths of the project that the file belongs to.
//   - With a header comes the source file of the same name, since that is where what it declares is defined:
//     "the module" is the pair. The header is first in sense, though lists are sorted by path.
//
// Invariant: an import is External only when it is of C's, C++'s or a system's own headers, and neither next to
// the file, nor in a known include directory, nor (<sys/time.h>) in the file's project is there one of that name. What is merely not found is Unresolved.
package include
