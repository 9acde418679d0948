package ecmascript

import (
	"bytes"
	"strings"

	"github.com/contextls/contextls/analysis"
)

// whiteSpace is what may stand between tokens, comments aside.
const whiteSpace = " \t\r\n\f\v"

func identByte(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '_' || c == '$' || c >= 0x80
}

// identifier is the identifier that a text begins with, "" where it begins with none.
func identifier(text string) string {
	n := 0
	for n < len(text) && identByte(text[n]) {
		n++
	}
	if n > 0 && '0' <= text[0] && text[0] <= '9' {
		return ""
	}
	return text[:n]
}

func unquote(s string) string {
	if len(s) > 1 && strings.IndexByte("'\"`", s[0]) >= 0 && s[len(s)-1] == s[0] {
		return s[1 : len(s)-1]
	}
	return s
}

// afterWord is what follows a word that a text begins with, without white space before it; or the text.
func afterWord(text, word string) string {
	rest, ok := strings.CutPrefix(text, word)
	if !ok || rest != "" && identByte(rest[0]) {
		return text
	}
	return strings.TrimLeft(rest, whiteSpace)
}

// line is a span on one line.
func (r *reader) line(s analysis.Span) string { return r.b.Signature(s.Start, s.End) }

// backOver is where the words begin that stand right before an offset; the offset where there are none.
func (r *reader) backOver(offset uint32, words ...string) uint32 {
	for start := offset; ; offset = start {
		before := bytes.TrimRight(r.b.Src()[:start], whiteSpace)
		for _, w := range words {
			if rest, ok := bytes.CutSuffix(before, []byte(w)); ok && !endsStatement(rest) {
				start = uint32(len(rest))
				break
			}
		}
		if start == offset {
			return offset
		}
	}
}

// endsStatement reports whether what stands before a keyword makes it the end of a statement, or of a name, and no
// beginning: x.default, {} as const.
func endsStatement(before []byte) bool {
	if len(before) == 0 {
		return false
	}
	if last := before[len(before)-1]; last == '.' || identByte(last) {
		return true
	}
	rest, as := bytes.CutSuffix(bytes.TrimRight(before, whiteSpace), []byte("as"))
	return as && (len(rest) == 0 || !identByte(rest[len(rest)-1]))
}

// pattern reads the names that a destructuring pattern binds. Name is the outermost property that a
// name comes from, "" in arrays and for what is left over.
func pattern(text string) []analysis.Binding {
	p := &patternReader{text: text}
	p.read("")
	return p.out
}

type patternReader struct {
	text string
	at   int
	out  []analysis.Binding
}

// read reads a name or a pattern that takes its value from a property.
func (p *patternReader) read(from string) {
	p.skip(whiteSpace)
	if p.at >= len(p.text) {
		return
	}
	switch open := p.text[p.at]; open {
	case '{', '[':
		p.at++
		for {
			p.skip(whiteSpace + ",")
			if p.at >= len(p.text) {
				return
			}
			if c := p.text[p.at]; c == '}' || c == ']' {
				p.at++
				return
			}
			before := p.at
			if open == '{' {
				p.property(from)
			} else {
				p.rest()
				p.read(from)
			}
			p.value()
			p.at = max(p.at, before+1)
		}
	default:
		if name := identifier(p.text[p.at:]); name != "" {
			p.at += len(name)
			p.out = append(p.out, analysis.Binding{Name: from, Local: name})
		}
	}
}

// property reads one property of an object pattern.
func (p *patternReader) property(from string) {
	if p.rest() {
		p.read("")
		return
	}
	key := identifier(p.text[p.at:])
	p.at += len(key)
	shorthand := key != ""
	if !shorthand { // a string, a number or a computed key
		start := p.at
		p.until(":,}")
		key = unquote(strings.TrimSpace(p.text[start:p.at]))
	}
	outer := from
	if outer == "" {
		outer = key
	}
	p.skip(whiteSpace)
	if p.at < len(p.text) && p.text[p.at] == ':' {
		p.at++
		p.read(outer)
	} else if shorthand {
		p.out = append(p.out, analysis.Binding{Name: outer, Local: key})
	}
}

func (p *patternReader) rest() bool {
	rest := strings.HasPrefix(p.text[p.at:], "...")
	if rest {
		p.at += 3
	}
	return rest
}

// value passes over a default value.
func (p *patternReader) value() {
	p.skip(whiteSpace)
	if p.at < len(p.text) && p.text[p.at] == '=' {
		p.until(",}]")
	}
}

func (p *patternReader) skip(chars string) {
	p.at = len(p.text) - len(strings.TrimLeft(p.text[p.at:], chars))
}

// until goes to the next of some characters that is in no bracket and no string.
func (p *patternReader) until(chars string) {
	depth := 0
	for ; p.at < len(p.text); p.at++ {
		switch c := p.text[p.at]; {
		case depth == 0 && strings.IndexByte(chars, c) >= 0:
			return
		case strings.IndexByte("([{", c) >= 0:
			depth++
		case strings.IndexByte(")]}", c) >= 0:
			depth--
		case strings.IndexByte("'\"`", c) >= 0:
			if i := strings.IndexByte(p.text[p.at+1:], c); i >= 0 {
				p.at += 1 + i
			}
		}
	}
}
