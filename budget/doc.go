// Package budget is what fits: it packs ranked files into one text that never costs more than a number
// of tokens, and draws the map of a repository.
//
//	candidates → tiers, best first → smallest views that fit → reserve the map → spend the rest → text
//
// Pack gives room in this order:
//
//  1. the task, verbatim
//  2. target files in full, then pinned manual files in full; a target that must be cut anyway leaves a
//     quarter of the budget to the files it depends on
//  3. direct imports of targets: all of them a little, the best one in full; where not all fit in full,
//     the others leave a quarter of the room
//  4. the best 16 of the rest, as signatures, in at most half of what is left then (one at least)
//  5. the repository map, in at most half of what is left where manual files wait
//  6. manual files in full
//  7. the rest of the rest, as signatures
//
// This is the order of the tiers; but a long row of imports in full, or of weak matches, does not push
// out everything after it, the map and the files a person attached among them. Where all fits, or where
// nothing else needs the room, the shares left go back to where they came from.
//
// Within a tier all files first get their smallest view (a file is not dropped while a better one of
// its tier is shown in full), then the best ones are raised: full, or a slice. What is left over at the
// end raises the best files that are not yet full, and grows slices line by line where nothing fits as a
// whole, so that at least 95 % of the budget is used while a candidate is not yet full. That holds
// when 5 % of the budget pays for one more heading: from a budget of about 20 × (heading + section
// title) on, which is 5 tokens for each byte of the two, so about 500 tokens with paths of 50 bytes.
// It does not bind where a byte cap does, or where only generated files remain.
//
// In the order for caches, the text begins with what changes least: the map, attached files, imports, the
// rest, and at the end the targets and the task. There files are sorted by path, since scores move with
// every edit, and what targets and task cost is rounded up to the next 64th of the budget, so that what
// stands before them is chosen as before while they grow by a few lines. It may leave that 64th unused.
//
// List, Compress and Skeleton write definitions instead of files, under the same budget.
//
// Invariants:
//
//   - Result.Text costs at most the budget, in the tokenizer it was made for; the whole text is counted.
//   - Same input, same bytes; the order of the input does not matter.
//   - A text is loaded only when its file can be shown in full or as a slice, and at most once.
//   - Every candidate is in Items or in Excluded.
//   - Content cannot end the part that it stands in, nor pass for another one, in any format.
//   - No character that hides or reorders text reaches the text, but in the task, which is verbatim; there
//     is a warning about each file, and about the task.
package budget
