package walk

import (
	"strings"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/analysis/syntax"
)

// Token is one token of a file. Its kind is 'n' for a name, '0' for a number, '"' for a string or a regular expression,
// '`' for a template, '$' and '%' for the ends of an interpolation in one, else the first sign of an operator.
type Token struct {
	Kind    byte
	NewLine bool // it is the first of its line
	analysis.Span
	Close int32 // of an opening bracket: where among the tokens the closing one is
}

// lexer reads the tokens of a file, of which it is known what is no code.
type lexer struct {
	text     string
	operator func(string) uint32
	names    []analysis.Span // those to come
	regions  []syntax.Region // those to come
	out      []Token
	open     []int32
	newLine  bool
}

// Over is a walk over a file from its beginning. operator is the length of the operator that a text of four bytes at most
// begins with. Each of the ranges in names, by start, is a name, though it may be no code otherwise.
func Over(b *syntax.Builder, operator func(text string) uint32, names ...analysis.Span) Walk {
	l := &lexer{text: string(b.Src()), operator: operator, names: names, regions: b.Regions(), out: make([]Token, 0, len(b.Src())/5), newLine: true}
	l.code(0, uint32(len(l.text)))
	return Walk{Text: l.text, Tokens: l.out, End: len(l.out)}
}

// code reads a range of code.
func (l *lexer) code(at, end uint32) {
	for at < end {
		for len(l.regions) > 0 && l.regions[0].Start < at {
			l.regions = l.regions[1:]
		}
		if len(l.regions) > 0 && l.regions[0].Start == at && !l.regions[0].Code {
			at = l.opaque(min(l.regions[0].End, end))
			continue
		}
		switch c := l.text[at]; {
		case c == '\n':
			l.newLine = true
			at++
		case c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v':
			at++
		case '0' <= c && c <= '9':
			n := at
			for n < end && (identByte(l.text[n]) || l.text[n] == '.') {
				n++
			}
			at = l.add('0', at, n)
		case identByte(c) || c == '#' && at+1 < end && identByte(l.text[at+1]):
			n := at + 1
			for n < end && identByte(l.text[n]) {
				n++
			}
			at = l.add('n', at, n)
		default:
			at = l.sign(at, end)
		}
	}
}

func (l *lexer) add(kind byte, start, end uint32) uint32 {
	l.out = append(l.out, Token{Kind: kind, NewLine: l.newLine, Span: analysis.Span{Start: start, End: end}})
	l.newLine = false
	return end
}

// opaque reads what is no code, up to its end.
func (l *lexer) opaque(end uint32) uint32 {
	start := l.regions[0].Start
	l.regions = l.regions[1:]
	for len(l.names) > 0 && l.names[0].Start < start {
		l.names = l.names[1:]
	}
	switch c := l.text[start]; {
	case len(l.names) > 0 && l.names[0] == analysis.Span{Start: start, End: end}:
		l.add('n', start, end)
	case c == '"' || c == '\'' || c == '/' && start+1 < end && l.text[start+1] != '/' && l.text[start+1] != '*':
		l.add('"', start, end)
	case c == '`':
		l.add('`', start, end)
		for len(l.regions) > 0 && l.regions[0].Start < end {
			r := l.regions[0]
			l.regions = l.regions[1:]
			if r.Code {
				open := len(l.out)
				l.add('$', r.Start, r.Start)
				l.code(r.Start, min(r.End, end))
				l.out[open].Close = int32(len(l.out))
				l.add('%', r.End, r.End)
			}
		}
	default: // a comment, a text
		l.newLine = l.newLine || strings.Contains(l.text[start:end], "\n")
	}
	for len(l.regions) > 0 && l.regions[0].Start < end {
		l.regions = l.regions[1:]
	}
	return end
}

// sign reads an operator or a bracket.
func (l *lexer) sign(at, end uint32) uint32 {
	c := l.text[at]
	switch c {
	case '(', '[', '{':
		l.open = append(l.open, int32(len(l.out)))
	case ')', ']', '}':
		for i := len(l.open) - 1; i >= 0; i-- {
			if o := &l.out[l.open[i]]; o.Kind == c-1 || o.Kind == c-2 {
				o.Close = int32(len(l.out))
				l.open = l.open[:i]
				break
			}
		}
	}
	return l.add(c, at, at+l.operator(l.text[at:min(at+4, end)]))
}

func identByte(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '_' || c == '$' || c >= 0x80
}
