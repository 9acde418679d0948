package render

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// Path is a path in one line: quoted where it could be mistaken for something else.
func Path(path string) string {
	if strings.ContainsFunc(path, func(r rune) bool { return control(r) || r == '`' || r == '\ufffd' }) || Visible(path) != path ||
		strings.TrimSpace(path) != path || strings.HasPrefix(path, `"`) {
		return quote(path)
	}
	return path
}

// quote is a path in quotes, as Go quotes it. Some unseen characters are printable to Go.
func quote(path string) string {
	if quoted := strconv.Quote(path); Visible(quoted) == quoted {
		return quoted
	}
	return strconv.QuoteToASCII(path)
}

// Line is a text that has names in it, in one line: line breaks and tabs are written by their numbers, like all that is unseen.
func Line(text string) string {
	text = Visible(text)
	if !strings.ContainsAny(text, "\n\t\r") {
		return text
	}
	return strings.NewReplacer("\n", Mark+"000A›", "\t", Mark+"0009›", "\r", Mark+"000D›").Replace(text)
}

// OneLine joins the lines of a text with single spaces, and makes unseen characters visible.
func OneLine(text string) string {
	if strings.IndexFunc(text, control) >= 0 {
		text = strings.Join(strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || control(r) }), " ")
	}
	return Visible(text)
}

// control reports whether a character is a control character or a separator of lines.
func control(r rune) bool { return r < ' ' || r == 0x7f || r == 0x85 || r == 0x2028 || r == 0x2029 }

// Clip cuts a text after at most so many bytes, between runes, and marks the cut with `…`.
func Clip(text string, bytes int) string {
	if len(text) <= bytes {
		return text
	}
	for bytes > 0 && !utf8.RuneStart(text[bytes]) {
		bytes--
	}
	return text[:bytes] + "…"
}

// terminated is a text that ends with a newline, or is empty.
func terminated(text string) string { return text + ending(text) }

// ending is what a text lacks to end with its last line.
func ending(text string) string {
	if text == "" || strings.HasSuffix(text, "\n") {
		return ""
	}
	return "\n"
}
