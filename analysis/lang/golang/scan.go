package golang

import (
	"bytes"
	"strings"
)

// declarations are the offsets of the lines that begin with the keyword of a declaration, outside of
// comments and strings.
func declarations(src []byte) []uint32 {
	var out []uint32
	for at := 0; at < len(src); {
		if startsLine(src, uint32(at)) {
			for _, keyword := range []string{"func", "type", "var", "const", "import"} {
				if rest, found := bytes.CutPrefix(src[at:], []byte(keyword)); found && len(rest) > 0 && strings.IndexByte(" \t(", rest[0]) >= 0 {
					out = append(out, uint32(at))
				}
			}
		}
		at += skip(src[at:])
	}
	return out
}

// skip is the length of what text begins with: a comment, a string, or else one byte. What is not
// closed ends where Go says it must: strings with the line, the rest with the file.
func skip(text []byte) int {
	until := func(end string, from int) int {
		if i := bytes.Index(text[from:], []byte(end)); i >= 0 {
			return from + i + len(end)
		}
		return len(text)
	}
	switch {
	case bytes.HasPrefix(text, []byte("//")):
		if i := bytes.IndexByte(text, '\n'); i >= 0 {
			return i
		}
		return len(text)
	case bytes.HasPrefix(text, []byte("/*")):
		return until("*/", 2)
	case text[0] == '`':
		return until("`", 1)
	case text[0] == '"' || text[0] == '\'':
		for i := 1; i < len(text); i++ {
			switch text[i] {
			case '\\':
				i++
			case text[0]:
				return i + 1
			case '\n':
				return i
			}
		}
		return len(text)
	}
	return 1
}

// headerOf is what text that begins with a function has before its body: all up to a brace or the end
// of a line outside of brackets. Where brackets do not close it is the first line.
func headerOf(text []byte) []byte {
	depth := 0
	for at := 0; at < len(text); at += skip(text[at:]) {
		switch head := bytes.TrimRight(text[:at], " \t\r"); text[at] {
		case '(', '[':
			depth++
		case ')', ']':
			depth--
		case '{':
			if depth == 0 && !bytes.HasSuffix(head, []byte("interface")) && !bytes.HasSuffix(head, []byte("struct")) {
				return head
			}
		case '\n':
			if depth == 0 {
				return head
			}
		}
	}
	line, _, _ := bytes.Cut(text, []byte("\n"))
	return bytes.TrimRight(line, " \t\r{")
}
