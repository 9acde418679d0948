package syntax

import (
	"bytes"
	"sort"
	"strings"
)

// Signature is the source from one offset to another as one line: comments dropped, white space
// folded, no space inside brackets, no comma before a closing one. Strings on one line stay as they
// are; a lone carriage return ends a line, too. With Grammar.LineEnds, a semicolon stands for the end of a line that
// separates two members.
func (b *Builder) Signature(from, to uint32) string {
	line := oneLine{lineEnds: b.lineEnds}
	r := sort.Search(len(b.opaque), func(i int) bool { return b.opaque[i].Start >= from })
	for at := from; at < to; {
		for r < len(b.opaque) && (b.opaque[r].Start < at || b.opaque[r].Code) {
			r++
		}
		end := at + 1
		switch c := b.src[at]; {
		case r < len(b.opaque) && b.opaque[r].Start == at:
			end = max(end, min(b.opaque[r].End, to))
			if text := b.src[at:end]; b.isComment(at) {
				line.space, line.ended = true, line.ended || bytes.IndexByte(text, '\n') >= 0
			} else {
				line.put([]byte(folded(string(text))))
			}
		case strings.IndexByte(" \t\n\r\f\v", c) >= 0:
			line.space, line.ended = true, line.ended || c == '\n'
		case c == '\\' && end < to && (b.src[end] == '\n' || b.src[end] == '\r'): // a line continued
			line.space = true
		case strings.IndexByte("()[]", c) >= 0:
			line.put(b.src[at:end])
		default:
			for end < to && strings.IndexByte(" \t\n\r\f\v\\()[]", b.src[end]) < 0 &&
				(r == len(b.opaque) || end < b.opaque[r].Start) {
				end++
			}
			line.put(b.src[at:end])
		}
		at = end
	}
	return string(line.text)
}

// folded is a text with the white space folded that ends a line in it, if any does.
func folded(text string) string {
	if !strings.ContainsAny(text, "\r\n") {
		return text
	}
	return strings.Join(strings.Fields(text), " ")
}

// oneLine joins pieces of source into one line.
type oneLine struct {
	text  []byte
	space bool // white space came before the next piece

	lineEnds bool
	ended    bool   // a line ended before the next piece
	open     []byte // the brackets that are open
}

func (l *oneLine) put(piece []byte) {
	if len(piece) == 0 {
		return
	}
	broken := l.ended && l.lineEnds
	if broken && len(l.open) > 0 && l.open[len(l.open)-1] == '{' && SeparatesMembers(l.text, piece) {
		l.text = append(l.text, ';')
	}
	closing := piece[0] == ')' || piece[0] == ']' || broken && piece[0] == '>'
	if closing {
		l.text = bytes.TrimSuffix(l.text, []byte(","))
	}
	if n := len(l.text); n > 0 && l.space && !closing && piece[0] != ',' && l.text[n-1] != '(' && l.text[n-1] != '[' &&
		!(broken && l.text[n-1] == '<' && n > 1 && l.text[n-2] != ' ') { // type parameters on lines of their own
		l.text = append(l.text, ' ')
	}
	l.text, l.space, l.ended = append(l.text, piece...), false, false
	l.open = Brackets(l.open, piece)
}

// Brackets are the brackets that are open after a piece of source without strings, given those that were before it.
func Brackets(open, piece []byte) []byte {
	for _, c := range piece {
		switch c {
		case '(', '[', '{':
			open = append(open, c)
		case ')', ']', '}':
			open = open[:max(len(open)-1, 0)]
		}
	}
	return open
}

// SeparatesMembers reports whether the end of a line between two pieces of source in braces separates two members, as a
// semicolon would: neither piece says that the line goes on.
func SeparatesMembers(before, after []byte) bool {
	before, after = bytes.TrimSpace(before), bytes.TrimSpace(after)
	if len(before) == 0 || len(after) == 0 || strings.IndexByte("{([<,;:|&=?.+-*/", before[len(before)-1]) >= 0 || bytes.HasSuffix(before, []byte("=>")) {
		return false
	}
	for _, word := range []string{"extends", "keyof", "typeof", "infer", "is", "new"} {
		if bytes.HasSuffix(before, []byte(" "+word)) || bytes.Equal(after, []byte(word)) && word == "extends" {
			return false
		}
	}
	return strings.IndexByte("})]>,;:|&=?.", after[0]) < 0
}
