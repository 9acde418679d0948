package render

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// deceptive reports whether a character can make a text look different from what it says: the controls of
// bidirectional text, which reorder it ("Trojan Source", CVE-2021-42574), and Unicode's tag characters,
// which models read and people do not see.
func deceptive(r rune) bool {
	switch {
	case r < 0x61c:
		return false
	case r == 0x61c, r == 0x200e, r == 0x200f, 0x202a <= r && r <= 0x202e, 0x2066 <= r && r <= 0x2069:
		return true
	}
	return 0xe0000 <= r && r <= 0xe007f
}

// unseen reports whether a character is written by its number: one that is deceptive, moves a terminal's
// cursor, breaks a line in some programs only, or is not allowed in XML.
func unseen(r rune) bool {
	switch {
	case r < ' ':
		return r != '\t' && r != '\n' && r != '\r'
	case r < 0x7f:
		return false
	case r < 0xa0, r == 0x2028, r == 0x2029, r == 0xfffe, r == 0xffff:
		return true
	}
	return deceptive(r)
}

// Visible is a text with its unseen characters written as ‹U+202E›, and so each carriage return that ends
// no line. Lines stay as they are, and only "\n" ends one.
func Visible(text string) string {
	i := nextUnseen(text, 0)
	if i == len(text) {
		return text
	}
	var b strings.Builder
	for last := 0; ; {
		b.WriteString(text[last:i])
		if i == len(text) {
			return b.String()
		}
		r, size := utf8.DecodeRuneInString(text[i:])
		fmt.Fprintf(&b, "‹U+%04X›", r)
		last = i + size
		i = nextUnseen(text, last)
	}
}

// nextUnseen is the offset of the next such character, or the text's length where there is none.
func nextUnseen(text string, from int) int {
	for i := from; i < len(text); {
		size, hidden := unseenAt(text, i)
		if hidden {
			return i
		}
		i += size
	}
	return len(text)
}

// unseenAt is how long the character at an offset is, and whether it is such a one.
func unseenAt(text string, i int) (size int, hidden bool) {
	c := text[i]
	if c >= ' ' && c < 0x7f || c == '\t' || c == '\n' || c == '\r' && i+1 < len(text) && text[i+1] == '\n' {
		return 1, false
	}
	r, size := utf8.DecodeRuneInString(text[i:])
	return size, r == '\r' || unseen(r)
}

// maxNamed is how many characters Deceptive names.
const maxNamed = 3

// Deceptive lists the characters of texts that can make them look different from what they say, by number;
// "" where there are none.
func Deceptive(texts ...string) string {
	var found []string
	for _, text := range texts {
		for i := nextUnseen(text, 0); i < len(text); {
			r, size := utf8.DecodeRuneInString(text[i:])
			if name := fmt.Sprintf("U+%04X", r); deceptive(r) && !slices.Contains(found, name) {
				found = append(found, name)
			}
			i = nextUnseen(text, i+size)
		}
	}
	slices.Sort(found)
	if len(found) > maxNamed {
		found = append(found[:maxNamed], "…")
	}
	return strings.Join(found, ", ")
}
