// Package bash is the language of shell scripts: Bash, and what it shares with sh, dash, ksh and zsh.
//
// An import is a file that a script sources (all its functions and variables enter the script and whoever
// sources that), or a script that it runs by path, which gives nothing but is needed. Where a path is
// built on variables, those that the file itself sets to a place relative to itself are followed;
// behind an unknown one, the literal rest of the path has to be found in the folder.
//
// Invariants:
//
//   - Nothing is run; only the idioms for "the directory of this script" are understood (place.go).
//   - A sourced file that is not found is Unresolved; a program run by path that is none of the folder's
//     files is External, for most programs are.
//   - Facts.Package holds the variables that stand for places: "DIR=. LIB=../lib".
package bash
