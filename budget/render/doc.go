// Package render writes files, a task and a few blocks of lines as one text for a model to read, in one of
// four formats: Markdown, XML, plain text and JSON. It knows values only, and nothing of how they were
// chosen or of what they cost.
//
//	Find → Format;  NewDocument → Task, File, Block … → Text
//
// A Format writes single parts, so that a caller can count the tokens of one before it decides to show
// it. A Document puts parts together.
//
// Invariants:
//
//   - Every part begins with a visible character other than "/" and ends with a newline. Tokenizers of
//     byte pairs always split there, so the costs of parts add up to the cost of the text.
//   - No content can end the part that it stands in, or pass for another part, to a reader who follows
//     the format's rules.
//   - No character that hides or reorders text stands in a text. Such characters are written by their numbers.
//     Visible does the same for every text that leaves the program otherwise.
//   - Same input, same bytes.
package render
