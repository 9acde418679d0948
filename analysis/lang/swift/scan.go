package swift

import (
	"strings"
	"unicode"
)

// source is Swift text, read by what its bytes begin: a comment, a string, a bracket, a name.
type source struct {
	text string
	// unbalanced says that some bracket does not close. Then a declaration at the left of the line that
	// opened a bracket ends it: what is formatted is indented within brackets.
	unbalanced bool
}

func newSource(text string) *source {
	s := &source{text: text}
	depth := 0
	for at := 0; at < len(text); at += s.skip(at) {
		switch text[at] {
		case '{', '(', '[':
			depth++
		case '}', ')', ']':
			if depth--; depth < 0 {
				s.unbalanced = true
			}
		}
	}
	s.unbalanced = s.unbalanced || depth != 0
	return s
}

// skip is the length of what stands at an offset: a comment, a string, a regular expression, a name or
// else one byte. What is not closed ends with its line or, where it may have several, with the text.
func (s *source) skip(at int) int {
	text := s.text[at:]
	switch c := text[0]; {
	case strings.HasPrefix(text, "//"):
		return s.lineEnd(at) - at
	case strings.HasPrefix(text, "/*"):
		return comment(text)
	case c == '"' || c == '#' && strings.HasPrefix(strings.TrimLeft(text, "#"), `"`):
		return s.str(at)
	case c == '/' || c == '#' && strings.HasPrefix(strings.TrimLeft(text, "#"), "/"):
		return s.regex(at)
	case c == '`':
		if i := strings.IndexAny(text[1:], "`\n"); i >= 0 && text[i+1] == '`' {
			return i + 2
		}
		return 1
	}
	return max(1, nameLen(text))
}

// comment is the length of a block comment; they nest.
func comment(text string) int {
	depth := 0
	for i := 0; i < len(text); {
		switch {
		case strings.HasPrefix(text[i:], "/*"):
			depth++
			i += 2
		case strings.HasPrefix(text[i:], "*/"):
			depth--
			if i += 2; depth == 0 {
				return i
			}
		default:
			i++
		}
	}
	return len(text)
}

// str is the length of a string literal of any sort.
func (s *source) str(at int) int {
	text := s.text[at:]
	hashes := text[:len(text)-len(strings.TrimLeft(text, "#"))]
	mark := `"`
	if strings.HasPrefix(text[len(hashes):], `"""`) {
		mark = `"""`
	}
	for i := len(hashes) + len(mark); i < len(text); {
		switch {
		case strings.HasPrefix(text[i:], mark+hashes):
			return i + len(mark) + len(hashes)
		case strings.HasPrefix(text[i:], `\`+hashes):
			if i += 1 + len(hashes); strings.HasPrefix(text[i:], "(") {
				i += s.block(at+i) - at - i
			} else {
				i++
			}
		case text[i] == '\n' && len(mark) == 1:
			return i
		default:
			i++
		}
	}
	return len(text)
}

// regex is the length of a regular expression; 1 where a slash is an operator.
func (s *source) regex(at int) int {
	text := s.text[at:]
	hashes := text[:len(text)-len(strings.TrimLeft(text, "#"))]
	before := strings.TrimRight(s.text[:at], " \t")
	if hashes == "" && (len(text) < 2 || strings.IndexByte(" \t\n/*=)", text[1]) >= 0 ||
		before != "" && strings.IndexByte("=(,[{:!&|?\n", before[len(before)-1]) < 0) {
		return 1
	}
	for i := len(hashes) + 1; i < len(text); i++ {
		switch {
		case strings.HasPrefix(text[i:], "/"+hashes):
			return i + 1 + len(hashes)
		case text[i] == '\\':
			i++
		case text[i] == '\n':
			return max(1, len(hashes))
		}
	}
	return max(1, len(hashes))
}

// block is the offset behind the bracket that closes the one at an offset.
func (s *source) block(at int) int {
	depth, column := 0, s.column(at)
	for at < len(s.text) {
		switch s.text[at] {
		case '{', '(', '[':
			depth++
		case '}', ')', ']':
			if depth--; depth == 0 {
				return at + 1
			}
		case '\n':
			if s.unbalanced && s.declares(at+1, column) {
				return at + 1
			}
		}
		at += s.skip(at)
	}
	return at
}

// declares reports whether a line begins with a declaration, in this column or left of it.
func (s *source) declares(at, column int) bool {
	start := s.space(at)
	if start-at > column || start == len(s.text) {
		return false
	}
	word := s.text[start : start+nameLen(s.text[start:])]
	return isDeclaration(word) && word != "case" && word != "let" && word != "var" || isModifier(word)
}

// column is the indentation of the line of an offset; 0 where nothing depends on it.
func (s *source) column(at int) int {
	if !s.unbalanced {
		return 0
	}
	line := strings.LastIndexByte(s.text[:at], '\n') + 1
	return s.space(line) - line
}

// space is the offset behind the blanks at an offset.
func (s *source) space(at int) int {
	for at < len(s.text) && (s.text[at] == ' ' || s.text[at] == '\t') {
		at++
	}
	return at
}

// blank is the offset behind white space, line breaks and comments.
func (s *source) blank(at int) int {
	for at < len(s.text) {
		switch {
		case strings.IndexByte(" \t\r\n", s.text[at]) >= 0:
			at++
		case strings.HasPrefix(s.text[at:], "//"), strings.HasPrefix(s.text[at:], "/*"):
			at += s.skip(at)
		default:
			return at
		}
	}
	return at
}

func (s *source) lineEnd(at int) int {
	if i := strings.IndexByte(s.text[at:], '\n'); i >= 0 {
		return at + i
	}
	return len(s.text)
}

// nameLen is the length of the name or keyword that a text begins with.
func nameLen(text string) int {
	n := strings.IndexFunc(text, func(c rune) bool { return c != '_' && !unicode.IsLetter(c) && !unicode.IsDigit(c) })
	if n < 0 {
		return len(text)
	}
	return n
}
