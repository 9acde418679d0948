package budget

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// deceives says whether a character can make a text look different from what it says: the controls of
// bidirectional text, which reorder it ("Trojan Source", CVE-2021-42574), and Unicode's tag characters,
// which models read and people do not see.
func deceives(r rune) bool {
	switch {
	case r < 0x61c:
		return false
	case r == 0x61c, r == 0x200e, r == 0x200f, 0x202a <= r && r <= 0x202e, 0x2066 <= r && r <= 0x2069:
		return true
	}
	return 0xe0000 <= r && r <= 0xe007f
}

// unseen says whether a character is shown by its number: one that deceives, moves a terminal's cursor,
// breaks a line where only some programs see it, or cannot stand in XML.
func unseen(r rune) bool {
	switch {
	case r < ' ':
		return r != '\t' && r != '\n' && r != '\r'
	case r < 0x7f:
		return false
	case r < 0xa0, r == 0x2028, r == 0x2029, r == 0xfffe, r == 0xffff:
		return true
	}
	return deceives(r)
}

// visible writes what is unseen as ‹U+202E›, and so a carriage return that ends no line. Lines stay the
// lines they are, and only "\n" ends one.
func visible(text string) string {
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

// nextUnseen is where the next such character stands, the text's length where there is none.
func nextUnseen(text string, from int) int {
	for i := from; i < len(text); {
		c := text[i]
		if c >= ' ' && c < 0x7f || c == '\t' || c == '\n' || c == '\r' && i+1 < len(text) && text[i+1] == '\n' {
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(text[i:])
		if r == '\r' || unseen(r) {
			return i
		}
		i += size
	}
	return len(text)
}

// maxDeceits is how many characters a warning names.
const maxDeceits = 3

// deceits are the characters of texts that deceive, by number.
func deceits(texts ...string) string {
	var found []string
	for _, text := range texts {
		for i := nextUnseen(text, 0); i < len(text); {
			r, size := utf8.DecodeRuneInString(text[i:])
			if name := fmt.Sprintf("U+%04X", r); deceives(r) && !slices.Contains(found, name) {
				found = append(found, name)
			}
			i = nextUnseen(text, i+size)
		}
	}
	slices.Sort(found)
	if len(found) > maxDeceits {
		found = append(found[:maxDeceits], "…")
	}
	return strings.Join(found, ", ")
}

// deceit is the warning about a file in which something deceives, "" where nothing does. A file that
// was not read is judged by its symbols.
func (e *entry) deceit() string {
	texts := []string{e.Path, e.text}
	if !e.loaded {
		for i := range e.Symbols {
			texts = append(texts, e.Symbols[i].Signature, e.Symbols[i].Doc)
		}
	}
	found := deceits(texts...)
	if found == "" {
		return ""
	}
	return display(e.Path) + " holds characters that hide or reorder text, which are shown by their numbers: " + found
}
