package scan

import (
	"bytes"
	"strings"

	"github.com/contextls/contextls/analysis"
)

// Kind is a token's kind.
type Kind uint8

// The kinds of tokens. A Sign is a single byte; what the language calls a Raw text is a String.
const (
	Word Kind = iota
	Number
	String
	Sign
)

// Token is a piece of source.
type Token struct {
	Kind Kind
	analysis.Span
}

// Lexis says how a language's text falls into tokens.
type Lexis struct {
	LineComments  []string    // what begins a comment that ends with its line
	BlockComments [][2]string // what begins a comment, and what ends it
	Quotes        string      // bytes that begin a string and end it
	Doubled       bool        // a quote in a string is doubled and a backslash is plain; strings have many lines
	Letters       string      // bytes of words besides ASCII letters, digits, "_" and all above ASCII

	// Raw is the length of a text that begins at an offset and hides what is in it, 0 where none does;
	// nil where the language has no such texts (here-documents, interpolated strings).
	Raw func(src []byte, at int) int
}

// Tokens cuts a part of a source into tokens and comments.
func (l *Lexis) Tokens(src []byte, from, to int) (tokens []Token, comments []analysis.Span) {
	src = src[:to]
	word := l.words()
	for at := from; at < to; {
		c := src[at]
		if c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v' {
			at++
			continue
		}
		start := at
		if n := l.comment(src, at); n > 0 {
			at += n
			comments = append(comments, analysis.Span{Start: uint32(start), End: uint32(at)})
			continue
		}
		kind := Sign
		n := 0
		if l.Raw != nil {
			n = l.Raw(src, at)
		}
		if n == 0 && strings.IndexByte(l.Quotes, c) >= 0 {
			n = l.quoted(src, at)
		}
		switch {
		case n > 0:
			kind, at = String, min(at+n, to)
		case '0' <= c && c <= '9':
			kind = Number
			for at < to && (word[src[at]] || src[at] == '.') {
				at++
			}
		case word[c]:
			kind = Word
			for at < to && word[src[at]] {
				at++
			}
		default:
			at++
		}
		tokens = append(tokens, Token{kind, analysis.Span{Start: uint32(start), End: uint32(at)}})
	}
	return tokens, comments
}

func (l *Lexis) words() (word [256]bool) {
	for c := range word {
		word[c] = 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '_' || c >= 0x80 ||
			strings.IndexByte(l.Letters, byte(c)) >= 0
	}
	return word
}

// comment is the length of the comment at an offset, without its line break, 0 where there is none.
func (l *Lexis) comment(src []byte, at int) int {
	for _, mark := range l.LineComments {
		if bytes.HasPrefix(src[at:], []byte(mark)) {
			if i := bytes.IndexByte(src[at:], '\n'); i >= 0 {
				return len(bytes.TrimRight(src[at:at+i], "\r"))
			}
			return len(src) - at
		}
	}
	for _, b := range l.BlockComments {
		if bytes.HasPrefix(src[at:], []byte(b[0])) {
			if i := bytes.Index(src[at+len(b[0]):], []byte(b[1])); i >= 0 {
				return len(b[0]) + i + len(b[1])
			}
			return len(src) - at
		}
	}
	return 0
}

// quoted is the length of the string at an offset. One that does not end takes the rest of its line; of
// strings that may have many lines, 0.
func (l *Lexis) quoted(src []byte, at int) int {
	if l.Doubled {
		if i := bytes.IndexByte(src[at+1:], src[at]); i >= 0 {
			return i + 2 // a doubled quote makes two strings of one
		}
		return 0
	}
	for i := at + 1; i < len(src); i++ {
		switch src[i] {
		case src[at]:
			return i + 1 - at
		case '\\':
			i++
		case '\n':
			return i - at
		}
	}
	return len(src) - at
}

// Unquote is a string's text without its quotes.
func Unquote(s string) string {
	if len(s) > 1 && s[0] == s[len(s)-1] {
		return s[1 : len(s)-1]
	}
	return s
}
