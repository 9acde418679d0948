package swift

import (
	"strings"

	"github.com/contextls/contextls/analysis"
)

// declared is the name at an offset: a word, one in backticks, or an operator.
func (r *reader) declared(at int) string {
	text := r.text[at:]
	if strings.HasPrefix(text, "`") {
		return strings.Trim(text[:r.skip(at)], "`")
	}
	if n := nameLen(text); n > 0 {
		return text[:n]
	}
	n := strings.IndexFunc(text, func(c rune) bool { return !strings.ContainsRune("+-*/<>=!&|^~%?.", c) && c < 0x80 })
	return text[:max(n, 0)]
}

// extended is the type whose extension's name begins at an offset: A.B, or [T] for Array.
func (r *reader) extended(at int) string {
	if strings.HasPrefix(r.text[at:], "[") {
		if strings.Contains(r.text[at:r.block(at)], ":") {
			return "Dictionary"
		}
		return "Array"
	}
	end := at
	for end < len(r.text) && (r.text[end] == '.' || nameLen(r.text[end:]) > 0) {
		end += max(1, nameLen(r.text[end:]))
	}
	return r.text[at:end]
}

// header is where a header that begins at an offset ends: at its body's brace, or behind it.
func (r *reader) header(at int) int {
	for at < len(r.text) {
		switch c := r.text[at]; {
		case c == '{' || c == '}' || c == ';':
			return at
		case c == '(' || c == '[':
			at = r.block(at)
		case c == '\n' && !r.continues(at):
			return at
		default:
			at += r.skip(at)
		}
	}
	return at
}

// continues reports whether what stands before a line break goes on behind it.
func (r *reader) continues(at int) bool {
	before := strings.TrimRight(r.text[:at], " \t\r")
	if before == "" {
		return false
	}
	if strings.IndexByte(",:&=|+*<-(.", before[len(before)-1]) >= 0 || strings.HasSuffix(before, "->") || strings.HasSuffix(before, " where") {
		return true
	}
	next := r.blank(at)
	if next == len(r.text) {
		return false
	}
	switch word := r.text[next : next+nameLen(r.text[next:])]; word {
	case "where", "throws", "rethrows", "async", "else", "as", "is", "reasync":
		return true
	case "":
	default:
		return false
	}
	if strings.HasPrefix(r.text[next:], "->") || strings.HasPrefix(r.text[next:], "{") {
		return true
	}
	return strings.IndexByte(".?:&|+*<>=/%,!", r.text[next]) >= 0
}

// value is where a type or a value that begins at an offset ends: behind its line, or at a comma outside
// of brackets. In a type < and > are brackets, too, and a brace or a = ends it.
func (r *reader) value(at int, isType bool) int {
	angles := 0
	for at < len(r.text) {
		switch c := r.text[at]; {
		case c == '}' || c == ')' || c == ']' || c == ';' || c == ',' && angles <= 0:
			return at
		case isType && angles <= 0 && c == '{':
			return at
		case c == '{' || c == '(' || c == '[':
			at = r.block(at)
		case isType && c == '<':
			angles++
			at++
		case isType && c == '>':
			if r.text[at-1] != '-' {
				angles--
			}
			at++
		case c == '<' && r.generic(at) > 0:
			at = r.generic(at)
		case c == '\n' && !(r.continues(at) && !strings.HasPrefix(r.text[r.blank(at):], "{")):
			return at
		default:
			at += r.skip(at)
		}
	}
	return at
}

// generic is the offset behind the type arguments that begin at an offset of a value, 0 where < compares.
func (r *reader) generic(at int) int {
	before := r.text[:at]
	if before == "" || strings.TrimRight(before, " \t\n") != before {
		return 0
	}
	n := strings.IndexFunc(r.text[at:], func(c rune) bool {
		return !strings.ContainsRune("<,. :?[]&", c) && nameLen(string(c)) == 0
	})
	if n < 0 || r.text[at+n] != '>' {
		return 0
	}
	for at += n; at < len(r.text) && r.text[at] == '>'; at++ {
	}
	return at
}

// values reads variables and constants: let a = 1, b: Int; var c: Int { … }; let (d, e) = f.
func (r *reader) values(d declaration) int {
	at := r.space(d.name)
	prefix := strings.TrimSpace(r.b.Signature(uint32(d.head), uint32(d.name))) + " "
	end := d.name
	for at < len(r.text) {
		var names []int
		if r.text[at] == '(' {
			end = r.block(at)
			for i := at; i < end; i += r.skip(i) {
				if nameLen(r.text[i:end]) > 0 {
					names = append(names, i)
				}
			}
		} else {
			names, end = []int{at}, at+r.skip(at)
		}
		head, stop := r.one(end)
		for _, name := range names {
			s := analysis.Symbol{Name: r.declared(name), Kind: analysis.Field}
			switch {
			case s.Name == "_" || nameLen(s.Name) == 0:
				continue
			case d.container != "":
			case d.keyword == "let":
				s.Kind = analysis.Constant
			default:
				s.Kind = analysis.Variable
			}
			s.Signature = prefix + r.shown(at, head, stop)
			r.add(d, s, name, head, stop)
		}
		end = stop
		if !strings.HasPrefix(r.text[end:], ",") {
			break
		}
		at = r.blank(end + 1)
		d.start = at
		if nameLen(r.text[at:]) == 0 || !r.another(at) {
			break
		}
	}
	return end
}

// one reads behind the name of a variable: where its type ends, and where all of it.
func (r *reader) one(at int) (head, stop int) {
	head = at
	if rest := r.space(at); strings.HasPrefix(r.text[rest:], ":") {
		head = r.typeEnd(rest + 1)
	}
	stop = head
	next := r.blank(head)
	if strings.HasPrefix(r.text[next:], "=") {
		stop = r.value(next+1, false)
		next = r.blank(stop)
	}
	if strings.HasPrefix(r.text[next:], "{") {
		stop = r.block(next)
	}
	return len(strings.TrimRight(r.text[:head], " \t\r\n")), stop
}

// typeEnd is where a type annotation ends: before its =, its accessors, or the end of the line.
func (r *reader) typeEnd(at int) int {
	end := r.value(at, true)
	for i := at; i < end; i += r.skip(i) {
		switch r.text[i] {
		case '(', '[':
			i = r.block(i) - 1
			if i >= end {
				return end
			}
		case '=':
			if !strings.HasPrefix(r.text[i:], "==") {
				return i
			}
			i++
		}
	}
	return end
}

// another reports whether a name after a comma declares one more variable.
func (r *reader) another(at int) bool {
	next := r.space(at + nameLen(r.text[at:]))
	return next < len(r.text) && (r.text[next] == ':' || r.text[next] == '=' && !strings.HasPrefix(r.text[next:], "=="))
}

// shown is what a signature says of a variable: name and type, else its value when that is short; and
// what a protocol asks for.
func (r *reader) shown(at, head, stop int) string {
	text := strings.TrimSpace(r.b.Signature(uint32(at), uint32(head)))
	if stop <= head {
		return text
	}
	rest := strings.TrimSpace(r.b.Signature(uint32(head), uint32(stop)))
	short := len(rest) <= 60 && strings.Count(r.text[head:stop], "\n") == 0
	switch {
	case strings.HasPrefix(rest, "{"):
		if accessors := strings.Trim(rest, "{} "); short && strings.Trim(accessors, "abcdefghijklmnopqrstuvwxyz ") == "" &&
			strings.HasSuffix(strings.Fields(accessors + " get")[0], "et") {
			return text + " { " + accessors + " }"
		}
	case short && !strings.Contains(rest, "{") && !strings.Contains(text, ":"):
		return text + " " + rest
	}
	return text
}
