package groovy

import (
	"bytes"
	"strings"

	"github.com/contextls/contextls/analysis/lang/scan"
)

func lexis() *scan.Lexis {
	return &scan.Lexis{
		LineComments:  []string{"//", "#!"},
		BlockComments: [][2]string{{"/*", "*/"}},
		Quotes:        "'",
		Letters:       "$",
		Raw:           text,
	}
}

// text is the length of a string that is more than a pair of quotes: one of many lines, with code in it, or
// between slashes.
func text(src []byte, at int) int {
	rest := src[at:]
	switch {
	case bytes.HasPrefix(rest, []byte(`"""`)):
		return until(rest, 3, `"""`, true, true)
	case bytes.HasPrefix(rest, []byte(`'''`)):
		return until(rest, 3, `'''`, false, true)
	case bytes.HasPrefix(rest, []byte(`$/`)):
		return until(rest, 2, `/$`, true, true)
	case rest[0] == '"':
		return until(rest, 1, `"`, true, false)
	case rest[0] == '/' && expects(src[:at]):
		n := until(rest, 1, `/`, true, false)
		if n > 1 && rest[n-1] == '/' {
			return n
		}
	}
	return 0
}

// until is the length of a string up to and with its end, which does not count where it is escaped or, with
// code, inside ${…}. Where it never ends it is the line or, if it may have many, all.
func until(s []byte, from int, end string, code, lines bool) int {
	for i := from; i < len(s); i++ {
		switch {
		case bytes.HasPrefix(s[i:], []byte(end)):
			return i + len(end)
		case s[i] == '\\':
			i++
		case s[i] == '\n' && !lines:
			return i
		case code && s[i] == '$' && i+1 < len(s) && s[i+1] == '{':
			i += embedded(s[i+1:])
		}
	}
	return len(s)
}

// maxEmbedded is how long the code in a string may be, so that braces that do not close cost little.
const maxEmbedded = 512

// embedded is the length of a piece of code in braces inside a string. One that does not end is only its
// brace.
func embedded(s []byte) int {
	s = s[:min(len(s), maxEmbedded)]
	depth := 0
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return i + 1
			}
		case '\n':
			return 1
		case '\'', '"':
			i += max(until(s[i:], 1, string(s[i:i+1]), false, false)-1, 0)
		}
	}
	return 1
}

// expects reports whether an operand comes next, so that a slash begins one and divides nothing.
func expects(before []byte) bool {
	before = bytes.TrimRight(before, " \t")
	if len(before) == 0 {
		return true
	}
	return strings.IndexByte("=(,[!~:?&|{};<>\n", before[len(before)-1]) >= 0
}
