package csharp

import (
	"strings"
	"unicode"
)

// skip is the length of what a text begins with: a comment, a string, a directive, a name or else one
// byte. What is not closed ends with its line or, where it may have several, with the text.
func skip(text string) int {
	switch c := text[0]; {
	case strings.HasPrefix(text, "//"), c == '#':
		return lineEnd(text)
	case strings.HasPrefix(text, "/*"):
		return until(text, "*/", 2)
	case c == '\'':
		return quoted(text, '\'')
	case c == '"' || (c == '@' || c == '$') && len(text) > 1:
		return str(text)
	}
	return max(1, nameLen(text))
}

// str is the length of a string literal of any sort, 1 where none begins.
func str(text string) int {
	prefix := len(text) - len(strings.TrimLeft(text, "@$"))
	body := text[prefix:]
	if !strings.HasPrefix(body, `"`) {
		return 1
	}
	verbatim, holes := strings.Contains(text[:prefix], "@"), strings.Contains(text[:prefix], "$")
	if marks := len(body) - len(strings.TrimLeft(body, `"`)); marks >= 3 {
		return prefix + until(body, body[:marks], marks)
	}
	if !verbatim && !holes {
		return prefix + quoted(body, '"')
	}
	for i := 1; i < len(body); {
		switch c := body[i]; {
		case c == '"' && verbatim && strings.HasPrefix(body[i:], `""`), c == '{' && holes && strings.HasPrefix(body[i:], "{{"):
			i += 2
		case c == '"':
			return prefix + i + 1
		case c == '\\' && !verbatim:
			i += 2
		case c == '\n' && !verbatim:
			return prefix + i
		case c == '{' && holes:
			i += block(body[i:])
		default:
			i++
		}
	}
	return len(text)
}

// block is the length of a text from its opening bracket to the one that closes it. Where none does, it
// ends before the next line that begins with an access modifier: no statement does.
func block(text string) int {
	depth := 0
	for i := 0; i < len(text); i += skip(text[i:]) {
		switch text[i] {
		case '{', '(', '[':
			depth++
		case '}', ')', ']':
			if depth--; depth == 0 {
				return i + 1
			}
		case '\n':
			if declares(text[i+1:]) {
				return i + 1
			}
		}
	}
	return len(text)
}

// declares reports whether a line begins with an access modifier, but not that of a property's accessor.
func declares(line string) bool {
	for line = strings.TrimLeft(line, " \t"); ; {
		n := nameLen(line)
		switch line[:n] {
		case "public", "private", "protected", "internal":
			line = strings.TrimLeft(line[n:], " \t")
			n = nameLen(line)
			switch line[:n] {
			case "get", "set", "init":
				return n < len(line) && strings.IndexByte(";{=", strings.TrimLeft(line[n:]+";", " \t\r\n")[0]) < 0
			case "protected", "internal", "private":
				continue
			}
			return true
		}
		return false
	}
}

func lineEnd(text string) int {
	if i := strings.IndexByte(text, '\n'); i >= 0 {
		return i
	}
	return len(text)
}

func until(text, end string, from int) int {
	if i := strings.Index(text[from:], end); i >= 0 {
		return from + i + len(end)
	}
	return len(text)
}

// quoted is the length of a string on one line.
func quoted(text string, mark byte) int {
	for i := 1; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case mark:
			return i + 1
		case '\n':
			return i
		}
	}
	return len(text)
}

// nameLen is the length of the name or keyword that a text begins with.
func nameLen(text string) int {
	n := strings.IndexFunc(text, func(c rune) bool { return c != '_' && !unicode.IsLetter(c) && !unicode.IsDigit(c) })
	if n < 0 {
		return len(text)
	}
	return n
}
