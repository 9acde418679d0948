package python

import "strings"

// lexeme is one token of a file: its kind is 'n' for a name, '0' for a number, '"' for a string, '\n' for the end of a
// logical line, else the first sign of an operator.
type lexeme struct {
	kind       byte
	start, end int
	close      int // of an opening bracket: where among the lexemes the closing one is
}

const operators = ":= == != <= >= -> ** // << >> += -= *= /= %= &= |= ^= @= ..."

// lexemes reads the tokens of a range. Line ends inside brackets are left out, and so are comments.
func lexemes(text string, from, to int) []lexeme {
	var out []lexeme
	var open []int
	end := func() {
		if n := len(out); n > 0 && out[n-1].kind != '\n' && len(open) == 0 {
			out = append(out, lexeme{kind: '\n', start: from, end: from})
		}
	}
	for from < to {
		c := text[from]
		switch {
		case c == ' ' || c == '\t' || c == '\r' || c == '\f':
			from++
			continue
		case c == '\n':
			if len(open) > 0 && startsStatement(text[from+1:to]) { // a bracket that was never closed
				open = nil
			}
			end()
			from++
			continue
		case c == '#' || c == '\\':
			n, _ := token(text[from:to])
			from += n
			continue
		case isLetter(c):
			n := wordLen(text[from:to])
			l := lexeme{kind: 'n', start: from, end: from + max(n, 1)}
			if l.end < to && n <= 2 && (text[l.end] == '"' || text[l.end] == '\'') {
				size, _ := token(text[l.end:to]) // its prefix
				l.kind, l.end = '"', l.end+size
			}
			out = append(out, l)
			from = l.end
			continue
		case c == '"' || c == '\'':
			n, _ := token(text[from:to])
			out = append(out, lexeme{kind: '"', start: from, end: from + n})
			from += n
			continue
		case '0' <= c && c <= '9':
			n := from
			for n < to && (isLetter(text[n]) || '0' <= text[n] && text[n] <= '9' || text[n] == '.') {
				n++
			}
			out = append(out, lexeme{kind: '0', start: from, end: n})
			from = n
			continue
		}
		l := lexeme{kind: c, start: from, end: from + 1}
		for _, n := range []int{3, 2} {
			if from+n <= to && strings.Contains(operators, text[from:from+n]) && !strings.Contains(text[from:from+n], " ") {
				l.end = from + n
				break
			}
		}
		switch c {
		case '(', '[', '{':
			open = append(open, len(out))
		case ')', ']', '}':
			if n := len(open); n > 0 {
				out[open[n-1]].close = len(out)
				open = open[:n-1]
			}
		}
		out = append(out, l)
		from = l.end
	}
	open = nil
	end()
	return out
}

func isLetter(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '_' || c >= 0x80
}

// startsStatement reports whether a line begins at the left with what no expression begins with.
func startsStatement(line string) bool {
	for _, word := range []string{"def ", "class ", "import ", "from ", "@"} {
		if strings.HasPrefix(line, word) {
			return true
		}
	}
	return false
}
