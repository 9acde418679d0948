package python

import "strings"

// lexeme is one token of a file: its kind is 'n' for a name, '0' for a number, '"' for a string, '\n' for the end of a
// logical line, else the first sign of an operator.
type lexeme struct {
	kind       byte
	mark       mark
	start, end int
	close      int // of an opening bracket: where among the lexemes the closing one is
}

// mark is a word or a sign that parts of statements are found by; a set of them where one of several is looked for. Others are 0.
type mark uint32

const (
	commaSign mark = 1 << iota
	colonSign
	semicolonSign
	equalSign
	walrusSign
	bangSign
	barSign
	lambdaWord
	ifWord
	elseWord
	forWord
	inWord
	orWord
	andWord
	notWord
	asWord
	fromWord
	awaitWord
	yieldWord
	isWord
)

func markOf(text string) mark {
	switch text {
	case ",":
		return commaSign
	case ":":
		return colonSign
	case ";":
		return semicolonSign
	case "=":
		return equalSign
	case ":=":
		return walrusSign
	case "!":
		return bangSign
	case "|":
		return barSign
	case "lambda":
		return lambdaWord
	case "if":
		return ifWord
	case "else":
		return elseWord
	case "for":
		return forWord
	case "in":
		return inWord
	case "or":
		return orWord
	case "and":
		return andWord
	case "not":
		return notWord
	case "as":
		return asWord
	case "from":
		return fromWord
	case "await":
		return awaitWord
	case "yield":
		return yieldWord
	case "is":
		return isWord
	}
	return 0
}

// lexemes reads the tokens of a range. Line ends inside brackets are left out, and so are comments.
func lexemes(text string, from, to int) []lexeme {
	out := make([]lexeme, 0, 8+(to-from)/8) // few files have fewer
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
			if l.kind == 'n' {
				l.mark = markOf(text[l.start:l.end])
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
		l := lexeme{kind: c, start: from}
		l.end = from + operatorLen(text[from:to])
		l.mark = markOf(text[from:l.end])
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

// operatorLen is the length of the operator, or of the other sign, that a text begins with.
func operatorLen(text string) int {
	if len(text) < 2 {
		return 1
	}
	switch c, next := text[0], text[1]; {
	case next == '=' && strings.IndexByte(":=!<>+-*/%&|^@", c) >= 0, c == next && strings.IndexByte("*/<>", c) >= 0, c == '-' && next == '>':
		return 2
	case c == '.' && next == '.':
		if strings.HasPrefix(text[2:], ".") {
			return 3
		}
		return 2
	}
	return 1
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
