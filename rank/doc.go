// Package rank is what matters: given a folder's graph, the files to be changed and the task in words,
// it orders the files by how much one needs to see them for the task.
//
// Three signals are fused in one place (evidence.fuse), each between 0 and 1 and shown with the result:
//
//	structure   PageRank of a walk that begins at the targets and at what the task is about, and goes
//	            along dependencies and against them
//	text        BM25 of the task's words and of the targets' telling ones, and what the task names
//	history     which files past commits changed together with the targets, and which those changed that
//	            read like the task
//
// They are gathered in stages, each from those before it (gather): what the query is about, what the text says, what
// the history says, and from all these where the walk begins.
//
// Passages judges parts of files: how likely it is that the task touches them, by text, by the commits that wrote
// their lines, and by what they share with the likeliest ones; Definitions are the best of these. Texts remembers
// what was read of files for it.
//
// Chunks orders definitions instead, by how well they match words. Other questions about the graph that need weights or
// thresholds are answered here, too: what a definition uses (Dependencies), where it is used (Uses),
// what a change concerns (Impact), how important files and symbols are among all (FileStanding, SymbolStandings), which
// files import each other in a circle (Cycles), and where people work (Work). Tasks are read by package task.
//
// Invariants:
//
//   - An Index and its parts are immutable and safe for concurrent use. An index made from an earlier
//     one answers exactly as one made from nothing.
//   - Same index, same query, same answer: nothing depends on the order of a map or on the clock;
//     floating-point sums are taken in the order of the nodes, the edges or the terms; scores are
//     rounded before they are compared, and ties are broken by path.
//   - Importance sums to 1 over a folder's files. Scores and signals lie between 0 and 1.
//   - Every constant is in weights.go or, of the search for definitions, chunk_weights.go, of passages
//     passage_weights.go, of reading a task
//     task/weights.go, of the confidence of uses analysis/weights.go, with its reason.
//   - Nothing here reads files, knows URIs or waits for anything. The only errors are those of a
//     cancelled context.
package rank
