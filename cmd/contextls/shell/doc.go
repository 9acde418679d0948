// Package shell is what people expect of a command line, whatever the commands are: long flags with one dash or two,
// help, a man page, and answers that are laid out for a terminal and plain for everything else. It knows no command; what
// commands there are is said by a tree of cobra's.
//
// Invariants:
//
//   - Colours go to terminals alone, and never where NO_COLOR is set. Without them the text is the same.
//   - What a Text is given is made visible (budget/render): names and texts of a workspace cannot speak to the terminal.
//   - Nothing here looks at the process: what somebody sees an answer on is a value, since the answer may be made elsewhere.
package shell
