package sql

import (
	"bytes"

	"github.com/contextls/contextls/analysis/lang/scan"
)

func lexis() *scan.Lexis {
	return &scan.Lexis{LineComments: []string{"--"}, BlockComments: [][2]string{{"/*", "*/"}}, Quotes: "\"`", Doubled: true, Letters: "$@#", Raw: text}
}

// text is the length of a string at an offset: in quotes, in dollars ($$…$$, $body$…$body$), in
// SQL Server's brackets, or what a template engine puts in: {{…}}.
func text(src []byte, at int) int {
	switch src[at] {
	case '[':
		if at+1 == len(src) || !tagByte(src[at+1]) || src[at+1] <= '9' || at > 0 && (tagByte(src[at-1]) || src[at-1] == ']') {
			return 0 // an element of an array
		}
		return bytes.IndexByte(near(src, at), ']') + 1
	case '\'':
		return quoted(src, at)
	case '"', '`':
		if line := near(src, at); bytes.HasPrefix(line[1:], []byte("{{")) {
			return templateName(line)
		}
	case '{':
		line := near(src, at)
		if i := bytes.Index(line, []byte("}}")); i >= 0 && bytes.HasPrefix(line, []byte("{{")) {
			return i + 2
		}
	case '$':
		end := at + 1
		for end < len(src) && tagByte(src[end]) {
			end++
		}
		if end == len(src) || src[end] != '$' || end > at+1 && src[at+1] <= '9' {
			return 0
		}
		mark := src[at : end+1]
		if i := bytes.Index(src[end+1:], mark); i >= 0 {
			return 2*len(mark) + i
		}
	}
	return 0
}

// near is the rest of an offset's line, as far as a name may go.
func near(src []byte, at int) []byte {
	const most = 400
	line, _, _ := bytes.Cut(src[at:min(len(src), at+most)], []byte("\n"))
	return line
}

// templateName is the length of a quoted name that a template engine fills in, 0 where it does not end: the
// quotes in the template are none of the name's.
func templateName(line []byte) int {
	if i := bytes.Index(line, append([]byte("}}"), line[0])); i >= 0 {
		return i + 3
	}
	return 0
}

func tagByte(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '_'
}

// quoted is the length of a string in single quotes, of the quote alone where it does not end. In some
// dialects a backslash hides a quote and in others it is a character like others: it is one where the
// text looks as if the string ended.
func quoted(src []byte, at int) int {
	for i := at + 1; i < len(src); i++ {
		if src[i] != '\'' {
			continue
		}
		hidden := false
		for j := i - 1; j > at && src[j] == '\\'; j-- {
			hidden = !hidden
		}
		if hidden && i+1 < len(src) && bytes.IndexByte([]byte(" \t\r\n,;)"), src[i+1]) < 0 {
			continue
		}
		return i + 1 - at
	}
	return 1
}
