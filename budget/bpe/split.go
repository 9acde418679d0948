package bpe

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// splitCl100k is how long the first piece of a text is. As a regular expression, of whose alternatives the first wins:
//
//	(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+
func splitCl100k(text string) int {
	if n := contraction(text); n > 0 {
		return n
	}
	prefix := leader(text)
	if n := run(text[prefix:], unicode.IsLetter); n > 0 {
		return prefix + n
	}
	return splitRest(text, "\r\n")
}

// splitO200k is how long the first piece of a text is. As a regular expression, where U is [\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}], L is
// [\p{Ll}\p{Lm}\p{Lo}\p{M}] and C the first alternative of splitCl100k:
//
//	[^\r\n\p{L}\p{N}]?U*L+C?|[^\r\n\p{L}\p{N}]?U+L*C?|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+
func splitO200k(text string) int {
	for _, word := range [2]func(string) int{upperThenLower, upperMaybeLower} {
		prefix := leader(text)
		n := word(text[prefix:])
		if n == 0 && prefix > 0 { // a mark may lead, or be of the word
			prefix, n = 0, word(text)
		}
		if n > 0 {
			return prefix + n + contraction(text[prefix+n:])
		}
	}
	return splitRest(text, "\r\n/")
}

// upperThenLower is how much U*L+ takes.
func upperThenLower(text string) int {
	upper := run(text, isUpper)
	if lower := run(text[upper:], isLower); lower > 0 {
		return upper + lower
	}
	for upper > 0 { // back to what is both
		r, size := utf8.DecodeLastRuneInString(text[:upper])
		if isLower(r) {
			return upper
		}
		upper -= size
	}
	return 0
}

// upperMaybeLower is how much U+L* takes.
func upperMaybeLower(text string) int {
	upper := run(text, isUpper)
	if upper == 0 {
		return 0
	}
	return upper + run(text[upper:], isLower)
}

func isUpper(r rune) bool {
	if r < utf8.RuneSelf {
		return 'A' <= r && r <= 'Z'
	}
	return unicode.In(r, unicode.Lu, unicode.Lt, unicode.Lm, unicode.Lo, unicode.M)
}

func isLower(r rune) bool {
	if r < utf8.RuneSelf {
		return 'a' <= r && r <= 'z'
	}
	return unicode.In(r, unicode.Ll, unicode.Lm, unicode.Lo, unicode.M)
}

// leader is how much [^\r\n\p{L}\p{N}]? takes.
func leader(text string) int {
	r, size := utf8.DecodeRuneInString(text)
	if size == 0 || r == '\r' || r == '\n' || unicode.IsLetter(r) || unicode.IsNumber(r) {
		return 0
	}
	return size
}

// contraction is how much C? takes.
func contraction(text string) int {
	if len(text) < 2 || text[0] != '\'' {
		return 0
	}
	switch text[1] | 0x20 {
	case 's', 't', 'm', 'd':
		if unicode.IsLetter(rune(text[1])) {
			return 2
		}
	}
	if strings.HasPrefix(text[1:], "ſ") { // of which S is the upper case
		return 1 + len("ſ")
	}
	if len(text) > 2 {
		switch strings.ToLower(text[1:3]) {
		case "re", "ve", "ll":
			return 3
		}
	}
	return 0
}

// splitRest is what both have in common; behind are the characters that go with punctuation before them.
func splitRest(text, behind string) int {
	first, size := utf8.DecodeRuneInString(text)
	if unicode.IsNumber(first) {
		n := size
		for range 2 {
			r, size := utf8.DecodeRuneInString(text[n:])
			if !unicode.IsNumber(r) {
				break
			}
			n += size
		}
		return n
	}
	space := 0
	if first == ' ' {
		space = 1
	}
	if n := run(text[space:], isPunctuation); n > 0 {
		n += space
		for n < len(text) && strings.IndexByte(behind, text[n]) >= 0 {
			n++
		}
		return n
	}
	blank := run(text, unicode.IsSpace)
	if i := strings.LastIndexAny(text[:blank], "\r\n"); i >= 0 {
		return i + 1
	}
	if _, last := utf8.DecodeLastRuneInString(text[:blank]); blank < len(text) && blank > last {
		return blank - last // the next piece has it
	}
	return blank
}

// isPunctuation is [^\s\p{L}\p{N}].
func isPunctuation(r rune) bool {
	return !unicode.IsSpace(r) && !unicode.IsLetter(r) && !unicode.IsNumber(r)
}

// run is how many bytes of a text's beginning are of a kind.
func run(text string, is func(rune) bool) int {
	for i, r := range text {
		if !is(r) {
			return i
		}
	}
	return len(text)
}
