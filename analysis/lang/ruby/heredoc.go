package ruby

import (
	"bytes"
	"slices"
)

// maxHeredocWord is how long the word may be that ends a heredoc. The grammar's scanner keeps the length
// in a byte and ends the process when it does not fit, as it does while somebody types <<~'SQL and the
// quote is not closed yet: the next quote may be anywhere.
const maxHeredocWord = 200

// guard blanks the signs << that begin such a heredoc, in a copy. In a string, which may end there, this
// does no harm.
func guard(src []byte) []byte {
	copied := false
	for at := 0; ; {
		i := bytes.Index(src[at:], []byte("<<"))
		if i < 0 {
			return src
		}
		start := at + i
		at = start + len("<<")
		if isShortWord(bytes.TrimLeft(src[at:], "~-")) {
			continue
		}
		if !copied {
			src, copied = slices.Clone(src), true
		}
		copy(src[start:], "  ")
	}
}

// isShortWord reports whether the word that a heredoc's start names ends soon, and on its line.
func isShortWord(text []byte) bool {
	text = text[:min(len(text), maxHeredocWord)]
	if len(text) > 0 && bytes.IndexByte([]byte("'\"`"), text[0]) >= 0 {
		end := bytes.IndexAny(text[1:], string(text[:1])+"\n")
		return end >= 0 && text[1+end] != '\n'
	}
	for _, c := range text {
		if !isWordByte(c) {
			return true
		}
	}
	return len(text) < maxHeredocWord
}
