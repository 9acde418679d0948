package c

import (
	"bytes"
	"slices"

	"github.com/contextls/contextls/analysis"
)

// lexer cuts the source into tokens and comments, and follows the preprocessor's lines.
type lexer struct {
	*reader
	pos    int
	line   uint32
	indent int
	fresh  bool // nothing but white space was read of this line
	apart  bool

	start      int // where the directive that is being read begins, -1 outside
	from       int // its first token
	branches   []branch
	off        int    // how many branches around are "#if 0"
	hide       int    // how many do not count for the structure
	depth      int    // of brackets
	last       byte   // the last sign outside directives; 0 for other tokens
	counted    int    // how many tokens outside directives were read
	directives int    // how many directives
	guard      string // the name that the file's first line asks for
}

func (r *reader) lex() {
	l := &lexer{reader: r, fresh: true, start: -1}
	r.tokens = slices.Grow(r.tokens, len(r.src)/4)
	for l.pos < len(r.src) {
		l.next()
	}
	if l.start >= 0 {
		l.endDirective()
	}
	r.facts.Lines = l.line
	if n := len(r.src); n > 0 && r.src[n-1] != '\n' {
		r.facts.Lines++
	}
	r.code = make([]int32, 0, len(r.tokens))
	for i := range r.tokens {
		if t := &r.tokens[i]; !t.directive && !t.hidden {
			r.code = append(r.code, int32(i))
		}
	}
}

// next reads one token, comment, piece of white space or beginning of a directive.
func (l *lexer) next() {
	c := l.src[l.pos]
	switch {
	case c == '\n':
		if l.start >= 0 {
			l.endDirective()
		}
		l.newline()
	case c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v':
		if l.fresh {
			l.indent++
		}
		l.pos++
		l.apart = true
	case c == '\\' && l.continues():
	case c == '/' && l.peek(1) == '/':
		l.lineComment()
	case c == '/' && l.peek(1) == '*':
		l.blockComment()
	case c == '#' && l.fresh && l.start < 0:
		l.fresh = false
		l.beginDirective()
	case c == '@' && l.fresh && l.start < 0:
		l.objective()
	case c == '"':
		l.quoted(l.pos, '"')
	case c == '\'':
		l.quoted(l.pos, '\'')
	case isDigit(c) || c == '.' && isDigit(l.peek(1)):
		l.number()
	case wordStart(c):
		l.word()
	default:
		l.signAt()
	}
}

func (l *lexer) peek(n int) byte {
	if l.pos+n < len(l.src) {
		return l.src[l.pos+n]
	}
	return 0
}

func (l *lexer) newline() {
	l.pos++
	l.line++
	l.indent, l.fresh, l.apart = 0, true, true
}

// continues steps over a backslash that continues a line.
func (l *lexer) continues() bool {
	n := 1
	if l.peek(1) == '\r' {
		n = 2
	}
	if l.peek(n) != '\n' {
		return false
	}
	l.pos += n
	l.newline()
	return true
}

// objective steps over what only Objective-C has in a header, which says nothing to C: @class A; and
// @interface A … @end.
func (l *lexer) objective() {
	rest := l.src[l.pos+1:]
	line, _, _ := bytes.Cut(rest, []byte("\n"))
	end := 0
	switch name, _, _ := bytes.Cut(line, []byte(" ")); string(name) {
	case "class", "import", "compatibility_alias":
		end = bytes.IndexByte(rest, ';') + 1
	case "protocol", "interface", "implementation":
		if end = bytes.IndexByte(line, ';') + 1; end == 0 {
			if end = bytes.Index(rest, []byte("\n@end")); end >= 0 {
				end += len("\n@end")
			}
		}
	}
	if end <= 0 { // not ended yet
		end = len(line)
	}
	l.line += uint32(bytes.Count(rest[:end], []byte("\n")))
	l.pos += 1 + end
}

func (l *lexer) lineComment() {
	end := len(l.src)
	if n := bytes.IndexByte(l.src[l.pos:], '\n'); n >= 0 {
		end = l.pos + n
	}
	start := l.pos
	l.pos, l.apart = end, true
	c := comment{analysis.Span{Start: uint32(start), End: uint32(end)}, l.line, l.line, l.fresh}
	if n := len(l.comments); n > 0 && c.leads {
		if above := &l.comments[n-1]; above.leads && above.last+1 == c.line && l.src[above.Start+1] == '/' &&
			isTrailing(string(l.src[above.Start:min(above.Start+4, above.End)])) == isTrailing(string(l.src[start:min(start+4, end)])) {
			above.End, above.last = c.End, c.line
			return
		}
	}
	l.comments = append(l.comments, c)
}

func (l *lexer) blockComment() {
	end := len(l.src)
	if n := bytes.Index(l.src[l.pos+2:], []byte("*/")); n >= 0 {
		end = l.pos + 2 + n + 2
	}
	c := comment{analysis.Span{Start: uint32(l.pos), End: uint32(end)}, l.line, l.line, l.fresh}
	l.line += uint32(bytes.Count(l.src[l.pos:end], []byte("\n")))
	c.last, l.pos, l.apart = l.line, end, true
	l.comments = append(l.comments, c)
}

// quoted reads a string or a character, which ends with its line at the latest.
func (l *lexer) quoted(start int, quote byte) {
	l.pos++
	line := l.line
	for l.pos < len(l.src) {
		switch l.src[l.pos] {
		case '\\':
			if l.peek(1) == '\r' {
				l.pos++
			}
			if l.peek(1) == '\n' {
				l.line++
			}
			l.pos = min(l.pos+2, len(l.src))
			continue
		case '\n':
			l.emit(start, literal, line)
			return
		case quote:
			l.pos++
			l.emit(start, literal, line)
			return
		}
		l.pos++
	}
	l.emit(start, literal, line)
}

// raw reads R"delimiter(…)delimiter".
func (l *lexer) raw(start int) {
	line := l.line
	head := l.src[l.pos+1 : min(l.pos+18, len(l.src))]
	open := bytes.IndexByte(head, '(')
	if open < 0 || bytes.ContainsAny(head[:open], " \t\n\r\\)") {
		l.quoted(start, '"')
		return
	}
	end := append(append([]byte(")"), head[:open]...), '"')
	if n := bytes.Index(l.src[l.pos:], end); n >= 0 {
		l.line += uint32(bytes.Count(l.src[l.pos:l.pos+n], []byte("\n")))
		l.pos += n + len(end)
	} else {
		l.line += uint32(bytes.Count(l.src[l.pos:], []byte("\n")))
		l.pos = len(l.src)
	}
	l.emit(start, literal, line)
}

func (l *lexer) number() {
	start := l.pos
	for l.pos < len(l.src) {
		c := l.src[l.pos]
		exponent := (c == '+' || c == '-') && bytes.IndexByte([]byte("eEpP"), l.src[l.pos-1]) >= 0
		if !wordByte(c) && c != '.' && !exponent && (c != '\'' || !wordByte(l.peek(1))) {
			break
		}
		l.pos++
	}
	l.emit(start, number, l.line)
}

func (l *lexer) word() {
	start := l.pos
	for l.pos < len(l.src) && wordByte(l.src[l.pos]) {
		l.pos++
	}
	if c := l.peek(0); c == '"' || c == '\'' {
		switch string(l.src[start:l.pos]) {
		case "R", "u8R", "uR", "UR", "LR":
			if c == '"' {
				l.raw(start)
				return
			}
		case "u8", "u", "U", "L":
			l.quoted(start, c)
			return
		}
	}
	if t := l.emit(start, word, l.line); t != nil {
		t.keyword = l.words[string(l.src[start:l.pos])]
	}
}

func (l *lexer) signAt() {
	start := l.pos
	c, width := l.src[l.pos], 1
	two := string(l.src[l.pos:min(l.pos+2, len(l.src))])
	switch two {
	case "::":
		c, width = scopeSign, 2
	case "->":
		c, width = arrowSign, 2
	case "==", "!=", "<=":
		c, width = compareSign, 2
		if two == "<=" && l.peek(2) == '>' {
			width = 3
		}
	case "&&", "||":
		c, width = andSign, 2
	case "..":
		if l.peek(2) == '.' {
			c, width = ellipsisSign, 3
		}
	}
	l.pos += width
	if t := l.emit(start, sign, l.line); t != nil {
		t.sign = c
		if !t.directive {
			l.nest(c)
		}
	}
}

// emit adds the token that ends here; none below "#if 0".
func (l *lexer) emit(start int, k kind, line uint32) *token {
	first := l.fresh
	apart := l.apart
	l.fresh, l.apart = false, false
	if l.off > 0 && l.start < 0 {
		return nil
	}
	if l.start < 0 {
		l.last = 0
		l.counted++
	}
	l.tokens = append(l.tokens, token{start: uint32(start), end: uint32(l.pos), line: line, indent: uint16(min(l.indent, 1<<16-1)),
		kind: k, first: first, apart: apart, directive: l.start >= 0, hidden: l.hide > 0})
	return &l.tokens[len(l.tokens)-1]
}

// nest follows the brackets, so that it can be told of a branch of an #if whether it is whole.
func (l *lexer) nest(c byte) {
	l.last = c
	switch c {
	case '(', '[', '{':
		l.depth++
	case ')', ']', '}':
		l.depth--
		if n := len(l.branches); n > 0 {
			l.branches[n-1].lowest = min(l.branches[n-1].lowest, l.depth)
		}
	}
}
