package render

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// deceptive reports whether a character can make a text look different from what it says: the controls of
// bidirectional text, which reorder it ("Trojan Source", CVE-2021-42574), and all that Unicode has shown as nothing at
// all (Default_Ignorable_Code_Point, interlinear annotations): Unicode's tags, which models read and people do not
// see, spaces without width, fillers, joiners, variation selectors.
func deceptive(r rune) bool {
	switch { // most characters of most scripts are through after two or three comparisons
	case r < 0x34f:
		return r == 0xad
	case r < 0x200b:
		return r == 0x34f || r == 0x61c || r == 0x115f || r == 0x1160 || r == 0x17b4 || r == 0x17b5 || 0x180b <= r && r <= 0x180f
	case r < 0x3164:
		return r <= 0x200f || 0x202a <= r && r <= 0x202e || 0x2060 <= r && r <= 0x206f
	case r < 0xfe00:
		return r == 0x3164
	case r < 0x1bca0:
		return r <= 0xfe0f || r == 0xfeff || r == 0xffa0 || 0xfff0 <= r && r <= 0xfffb
	}
	return r <= 0x1bca3 || 0x1d173 <= r && r <= 0x1d17a || 0xe0000 <= r && r <= 0xe0fff
}

// joins reports whether a character changes how the one before it looks, as those of emoji and of many scripts do:
// joiners and variation selectors.
func joins(r rune) bool { return r == zwnj || r == zwj || selects(r) }

func selects(r rune) bool {
	return 0xfe00 <= r && r <= 0xfe0f || 0xe0100 <= r && r <= 0xe01ef || 0x180b <= r && r <= 0x180d || r == 0x180f
}

const zwnj, zwj = 0x200c, 0x200d // without width

// joined reports whether a character that joins has one before it that can be joined: none of ASCII but those of
// keycaps, and no other such one, for whole texts can be written with them.
func joined(r, before rune) bool {
	switch {
	case before < utf8.RuneSelf:
		return selects(r) && strings.ContainsRune("0123456789#*", before)
	case joins(before):
		return r == zwj && selects(before)
	}
	return before != utf8.RuneError && !deceptive(before)
}

// unseen reports whether a character is written by its number: one that is deceptive, moves a terminal's
// cursor, breaks a line in some programs only, or is not allowed in XML. Of those that join, the one before decides.
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

// Mark is what the mark of an unseen character begins with.
const Mark = "‹U+"

// Visible is a text with its unseen characters written as ‹U+202E›, and so each carriage return that ends
// no line. Lines stay as they are, and only "\n" ends one.
func Visible(text string) string {
	shown, _ := visible(context.Background(), text) // which is never done
	return shown
}

// looks is after how many bytes it is looked whether a context is done: a millisecond at most.
const looks = 1 << 16

// visible is Visible while ctx is not done; the error is its.
func visible(ctx context.Context, text string) (string, error) {
	var b strings.Builder
	last, next := 0, looks
	for i := 0; i < len(text); {
		if i >= next {
			if err := ctx.Err(); err != nil {
				return "", err
			}
			next = i + looks
		}
		if i = nextUnseen(text, i, min(next, len(text))); i >= min(next, len(text)) {
			continue
		}
		r, size := utf8.DecodeRuneInString(text[i:])
		b.WriteString(text[last:i])
		fmt.Fprintf(&b, Mark+"%04X›", r)
		i += size
		last = i
	}
	if last == 0 {
		return text, nil
	}
	b.WriteString(text[last:])
	return b.String(), nil
}

// nextUnseen is the offset of the next such character before to; where there is none, that of the first character from
// to on.
func nextUnseen(text string, from, to int) int {
	i := from
	for i < to {
		if printable(text, i) {
			i += 8
			continue
		}
		if c := text[i]; c >= ' ' && c < 0x7f || c == '\n' || c == '\t' {
			i++
			continue
		}
		size, hidden := unseenAt(text, i)
		if hidden {
			return i
		}
		i += size
	}
	return i
}

// printable reports whether the next eight bytes of a text are printable ASCII, as in most text they are.
func printable(text string, i int) bool {
	if i+8 > len(text) {
		return false
	}
	s := text[i : i+8]
	x := uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 | uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
	const ones, tops = 0x0101010101010101, 0x8080808080808080
	below := (x - ' '*ones) &^ x // the top bit of each byte below ' ', and of none if there is none
	above := (x + ones) | x      // the top bit of each byte from 0x7f
	return (below|above)&tops == 0
}

// unseenAt is how long the character at an offset is, and whether it is such a one.
func unseenAt(text string, i int) (size int, hidden bool) {
	c := text[i]
	if c >= ' ' && c < 0x7f || c == '\t' || c == '\n' || c == '\r' && i+1 < len(text) && text[i+1] == '\n' {
		return 1, false
	}
	r, size := utf8.DecodeRuneInString(text[i:])
	if deceptive(r) && joins(r) {
		before, _ := utf8.DecodeLastRuneInString(text[:i])
		return size, !joined(r, before)
	}
	return size, r == '\r' || unseen(r)
}

// maxNamed is how many characters Deceptive names.
const maxNamed = 3

// Deceptive lists the characters of texts that can make them look different from what they say, by number;
// "" where there are none.
func Deceptive(texts ...string) string {
	var found []string
	for _, text := range texts {
		for i := nextUnseen(text, 0, len(text)); i < len(text); {
			r, size := utf8.DecodeRuneInString(text[i:])
			if name := fmt.Sprintf("U+%04X", r); deceptive(r) && !slices.Contains(found, name) {
				found = append(found, name)
			}
			i = nextUnseen(text, i+size, len(text))
		}
	}
	slices.Sort(found)
	if len(found) > maxNamed {
		found = append(found[:maxNamed], "…")
	}
	return strings.Join(found, ", ")
}
