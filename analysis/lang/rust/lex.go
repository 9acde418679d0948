package rust

import "strings"

// token is a word, a sign or a literal. Comments and white space are no tokens.
type token struct {
	start, end uint32
	kind       kind
}

type kind uint8

const (
	word    kind = iota // an identifier, a keyword, $crate
	sign                // one byte, or ::
	literal             // a string, a character, a number, a lifetime
)

// lex cuts source into tokens. What is no Rust becomes signs.
func lex(src string) []token {
	tokens := make([]token, 0, len(src)/5)
	for at := 0; at < len(src); {
		start, k := at, sign
		switch c := src[at]; {
		case c == ' ' || c == '\t' || c == '\n' || c == '\r':
			at++
			continue
		case strings.HasPrefix(src[at:], "//"):
			at += line(src[at:])
			continue
		case strings.HasPrefix(src[at:], "/*"):
			at += blockComment(src[at:])
			continue
		case c == '"':
			at, k = at+quoted(src[at:]), literal
		case c == '\'':
			at, k = at+quote(src[at:]), literal
		case '0' <= c && c <= '9':
			at, k = at+wordLen(src[at:]), literal
		case wordByte(c) || c == '$' && strings.HasPrefix(src[at:], "$crate"):
			at, k = at+1+wordLen(src[at+1:]), word
			if n := prefixed(src[start:at], src[at:]); n > 0 {
				at, k = at+n, literal
			} else if src[start:at] == "r" && at+1 < len(src) && src[at] == '#' && wordByte(src[at+1]) {
				at += 1 + wordLen(src[at+1:])
			}
		case strings.HasPrefix(src[at:], "::"):
			at += 2
		default:
			at++
		}
		tokens = append(tokens, token{uint32(start), uint32(at), k})
	}
	return tokens
}

// prefixed is the length of a string that follows a word like r, b or c right away; 0 where none does.
func prefixed(prefix, rest string) int {
	switch prefix {
	case "b", "c":
		if strings.HasPrefix(rest, `"`) {
			return quoted(rest)
		}
		if strings.HasPrefix(rest, "'") && prefix == "b" {
			return quote(rest)
		}
	case "r", "br", "cr":
		hashes := len(rest) - len(strings.TrimLeft(rest, "#"))
		if strings.HasPrefix(rest[hashes:], `"`) {
			end := `"` + rest[:hashes]
			if i := strings.Index(rest[hashes+1:], end); i >= 0 {
				return hashes + 1 + i + len(end)
			}
			return len(rest)
		}
	}
	return 0
}

func line(s string) int {
	if i := strings.IndexByte(s, '\n'); i >= 0 {
		return i
	}
	return len(s)
}

// blockComment is the length of a comment; they nest.
func blockComment(s string) int {
	for at, depth := 2, 1; at < len(s); at++ {
		if strings.HasPrefix(s[at:], "/*") {
			depth++
			at++
		} else if strings.HasPrefix(s[at:], "*/") {
			depth--
			at++
			if depth == 0 {
				return at + 1
			}
		}
	}
	return len(s)
}

// quoted is the length of a string with escapes.
func quoted(s string) int {
	for at := 1; at < len(s); at++ {
		switch s[at] {
		case '\\':
			at++
		case '"':
			return at + 1
		}
	}
	return len(s)
}

// quote is the length of a character or a lifetime: 'a' is the one, 'a the other.
func quote(s string) int {
	if len(s) > 1 && s[1] == '\\' {
		for at := 3; at < len(s); at++ {
			if s[at] == '\'' || s[at] == '\n' {
				return at + 1
			}
		}
		return len(s)
	}
	n := 1 + wordLen(s[1:])
	if n < len(s) && s[n] == '\'' && n > 1 {
		return n + 1
	}
	if n == 1 { // a sign: '(' or no character at all
		if len(s) > 2 && s[2] == '\'' {
			return 3
		}
	}
	return n
}

func wordByte(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '_' || c >= 0x80
}

func wordLen(s string) int {
	n := 0
	for n < len(s) && wordByte(s[n]) {
		n++
	}
	return n
}

// closing is the index of the bracket that closes the one at i; the last token's where none does.
func closing(tokens []token, src string, i int) int {
	depth := 0
	for ; i < len(tokens); i++ {
		if t := tokens[i]; t.kind != sign || t.end != t.start+1 {
			continue
		}
		switch src[tokens[i].start] {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			if depth--; depth <= 0 {
				return i
			}
		}
	}
	return len(tokens) - 1
}
