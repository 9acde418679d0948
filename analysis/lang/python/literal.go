package python

import (
	"bytes"
	"strings"

	"github.com/contextls/contextls/analysis/syntax"
)

// maxValue is how long a value can be, in bytes, to be shown whole.
const maxValue = 60

// maxDoc is how far from a definition's head its docstring's first line is looked for, in bytes.
const maxDoc = 4096

// token is the length of what a text of Python begins with, as far as brackets and strings matter: a
// string without its prefix (kind '"'), a comment ('#'), a backslash with what it escapes, or one
// byte, which is its own kind.
func token[T string | []byte](text T) (n int, kind byte) {
	switch c := text[0]; c {
	case '#':
		for n < len(text) && text[n] != '\n' {
			n++
		}
		return n, '#'
	case '"', '\'':
		quotes := 1
		if len(text) > 2 && text[1] == c && text[2] == c {
			quotes = 3
		}
		for n, run := quotes, 0; n < len(text); n++ {
			switch text[n] {
			case c:
				if run++; run == quotes {
					return n + 1, '"'
				}
				continue
			case '\\':
				n++
			case '\n':
				if quotes == 1 { // it was never closed
					return n, '"'
				}
			}
			run = 0
		}
		return len(text), '"'
	case '\\':
		n = 1
		if n < len(text) && text[n] == '\r' {
			n++
		}
		return min(n+1, len(text)), c
	default:
		return 1, c
	}
}

// group is the length of the brackets that text begins with and of all that is between them.
func group(text string) int {
	depth := 0
	for at := 0; at < len(text); {
		n, kind := token(text[at:])
		at += n
		switch kind {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			if depth--; depth == 0 {
				return at
			}
		}
	}
	return len(text)
}

// elide is an expression on one line with what is in brackets and strings left out where that is
// longer than keep.
func elide(text string, keep int) string {
	var out strings.Builder
	for text != "" {
		n, kind := token(text)
		switch kind {
		case '#':
			kind = 0
		case '(', '[', '{':
			if n = group(text); n > keep+2 {
				out.WriteString(text[:1] + "…" + text[n-1:n])
				kind = 0
			}
		case '"':
			if n > keep+2 {
				out.WriteString(text[:1] + "…" + text[:1])
				kind = 0
			}
		}
		if kind != 0 {
			out.WriteString(text[:n])
		}
		text = text[n:]
	}
	return strings.Join(strings.Fields(out.String()), " ")
}

// showValue is a value as a signature has it: short, and without the literals of what may be a secret.
func showValue(name, value string) string {
	short := value
	if mentions(name, "key", "secret", "token", "passw") || mentions(value, "secret", "token", "passw", "api_key", "private_key") {
		short = elide(value, 0)
		if c := short[0]; '0' <= c && c <= '9' {
			return "…"
		}
	} else if len(value) > maxValue {
		short = elide(value, maxValue/4)
	}
	if len(short) > maxValue || strings.ContainsAny(short, "\n\r") {
		return "…"
	}
	return short
}

func mentions(text string, words ...string) bool {
	text = strings.ToLower(text)
	for _, w := range words {
		if strings.Contains(text, w) {
			return true
		}
	}
	return false
}

// splitAssignment splits "target: annotation = value"; what is not there is empty.
func splitAssignment(text string) (target, annotation, value string) {
	colon := -1
	end := len(text)
	for at := 0; at < len(text); {
		n, kind := token(text[at:])
		switch kind {
		case '(', '[', '{':
			n = group(text[at:])
		case ':':
			if colon < 0 {
				colon = at
			}
		case '=':
			if at > 0 && strings.IndexByte("=!<>", text[at-1]) >= 0 || strings.HasPrefix(text[at:], "==") {
				break // a comparison
			}
			value = strings.TrimSpace(text[at+1:])
			end, n = at, len(text)
		}
		at += n
	}
	if target = text[:end]; colon >= 0 {
		target, annotation = text[:colon], text[colon+1:end]
	}
	return strings.Join(strings.Fields(target), " "), strings.Join(strings.Fields(annotation), " "), value
}

// literals are the contents of all strings in a text.
func literals(text []byte) []string {
	var out []string
	for len(text) > 0 {
		n, kind := token(text)
		if kind == '"' {
			out = append(out, string(content(text[:n])))
		}
		text = text[n:]
	}
	return out
}

// content is what is between the quotes of a string.
func content(s []byte) []byte {
	quote := s[:1]
	if len(s) >= 6 && s[1] == s[0] && s[2] == s[0] {
		quote = s[:3]
	}
	return bytes.TrimSuffix(s[len(quote):], quote)
}

// docstring is the first sentence that says something of the string that a body begins with.
func docstring(body []byte) string {
	literal, _ := cutDocstring(body)
	return documentation(literal)
}

// documentation is the first sentence of the string that documents a body.
func documentation(literal []byte) string {
	if literal == nil {
		return ""
	}
	lines := strings.Split(string(content(literal)), "\n")
	for i, line := range lines {
		lines[i] = strings.Trim(line, " \t\r\f\\")
	}
	return syntax.Sentence(lines)
}

// cutDocstring is the string that documents a body, nil where there is none, and the rest of the body.
func cutDocstring(body []byte) (literal, rest []byte) {
	all := body
	for len(body) > 0 && (body[0] == '#' || body[0] <= ' ') {
		n, _ := token(body)
		body = body[n:]
	}
	for len(body) > 0 && strings.IndexByte("rRuU", body[0]) >= 0 {
		body = body[1:]
	}
	if len(body) == 0 || body[0] != '"' && body[0] != '\'' {
		return nil, all
	}
	n, _ := token(body)
	return body[:n], body[n:]
}

// isDotted reports whether a name could be a module's.
func isDotted(name string) bool {
	rest := strings.TrimLeft(name, ".")
	return name != "" && !strings.ContainsAny(name, " /\\{}%:-") && !strings.Contains(rest, "..") && !strings.HasSuffix(rest, ".")
}
