// Package budget is what fits: it packs ranked files into one text that never costs more than a number
// of tokens, and draws the map of a repository.
//
//	candidates → gather → views → choose → spend the rest → write → text
//	           (files)  (viewer)    (chooser on a draft)     (writer)
//
// A viewer makes views of one file, the path, signatures, a slice or the full text, and measures what each
// takes. A draft is the pack in the making: which view is shown of each file, and a ledger of what is
// spent, reserved and left. The chooser asks the draft what a view would take more, and shows it or does
// not. Package render writes the text.
//
// The chooser gives room in this order:
//
//  1. the task, verbatim but for unseen characters, repeated lines of logs, and the middle of one that takes more
//     than half and more than 1,000 tokens
//  2. a few lines of each target's outline, and pinned manual files in full
//  3. what targets use of installed packages, in at most the share of the whole that the request says
//  4. the repository map in at most a quarter, the manual files in full in at most half of what is left; a share
//     for previews is set aside
//  5. passages of targets in a sixth of what is left, or in three quarters of it where no task says what of them
//     matters; then those of all files, by worth, until the first does not fit: of that its leading lines, below
//     the comment above a definition
//  6. a preview, which is a few lines of the outline, of each of the best files that show nothing yet and of every
//     direct import; the imports that do not fit there are named
//  7. passages again, with what map and previews did not use
//  8. from a budget of 8,000 on, the lines that name definitions that are still not shown, in a sixth of what is
//     above that and at most 1,500: the likeliest for the square root of what their lines cost
//  9. outlines; and if all passages are shown, imports and related files in full, the best first
//
// A passage is a definition, a part of a long one, documentation of five lines or more, or what stands between definitions. It is worth its odds
// to be touched by the task (see rank.Passages) for its cost to the power of 0.75: below 1, since a long one
// shows more when it is right. The more of its file is worth more than it, the less it is: by 1.23 behind 1,000 tokens, by
// 1.62 behind 4,000, for what a task touches rarely stands in one file alone. Both are about the best of those tried on the
// commits that the odds were learned from, and around them little changes. A passage comes with the titles of the definitions that it stands in. Without a task and targets the
// odds follow from the file's score and from what people work on.
//
// More budget shows no less: passages are taken in an order that does not depend on the budget, none in the place
// of one that does not fit, and shares grow with the budget. Random packs hold to that in tests; of 72 steps on a real
// repository two still lost some: 1 of 1,308, and 14 of 1,543 where a map joins. Files join in as the pack fills: those of the best 12
// files from the beginning, and those of one more for each 400 tokens that are shown.
//
// Files keep the priority of their tier, and the text is ordered by tiers. What is kept first is not
// decided by the tier, though: measured on the files that real commits changed, a long row of imports in
// full, or of long outlines, pushed out what ranking had put above it. What a step does not use of its
// share is left for the next ones.
//
// What is left over at the end shows in full the best files that are not yet full, and grows slices line
// by line where nothing fits as a whole. So at least 95 % of the budget is used while a candidate is not
// yet full. That holds when 5 % of the budget pays for one more heading: from a budget of about 20 ×
// (heading + section title) on, which is 5 tokens for each byte of the two, so about 500 tokens with paths
// of 50 bytes. It does not hold where the byte cap is reached, or where only generated files remain, and in 1 of 100,000 random packs,
// where not even one line of the passage that comes next fits.
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
//   - There is a warning about each file, and about a task, with characters that hide or reorder text.
//   - Content cannot end the part that it stands in, nor pass for another one: see package render.
package budget
