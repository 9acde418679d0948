// Package secret knows what is not to be shown: files by their names, and credentials in a text by their form.
//
// Names (names.go) are one ordered table. A file with such a name is never opened.
//
// What is found in a text is replaced by a mark, ‹secret: AWS key›, wherever the text is shown. One pass over
// the bytes (find.go) looks for pairs of bytes that something telling begins with; only there a rule is tried:
//
//   - rules.go: a table of formats that say themselves what they are, by prefix, alphabet, length, and where the
//     format has one a checksum;
//   - block.go: private keys, between their BEGIN and END;
//   - address.go: the password in an address, scheme://user:password@host;
//   - assignment.go: random values that are given to names such as api_key or password.
//
// Invariants:
//
//   - A text that is replaced has the lines that it had: a finding of several lines leaves its ends of lines.
//   - What was replaced is not found again: replacing twice is as once.
//   - Placeholders (check.go) are left: AKIAIOSFODNN7EXAMPLE, xxxx, <token>, changeme, ${VAR}.
//   - A finding's kind says nothing of its value.
//   - A search takes so many steps for each byte, whatever the text is. What it cannot judge in these is replaced.
package secret
