// Package analysis is what the code says: the Facts of one file, and the linking of all files' Facts
// into one Graph.
//
// Invariants:
//
//   - Facts depend on a file's bytes and its language alone. Whatever needs a second file happens in
//     Link. This is what makes the fact cache, the parse workers and incremental updates correct.
//   - Facts, Trees and Graphs are immutable once made. What most questions do not touch of those that were kept (the Facts of
//     files, the uses of nodes) is read when it is first asked for, which nobody can tell but by the time it takes.
//   - What a member's receiver is, a file says in its own words (TypeExpr); linking finds the type. Where it is known,
//     nothing is guessed. README.md tells how.
//   - Linking after a change gives exactly what linking from nothing gives.
//   - Paths are relative to the workspace folder, with forward slashes. Positions are byte offsets,
//     lines are 0-based. There are no URIs, no JSON and no tree-sitter types in here, and no cgo.
package analysis
