package ecmascript

import (
	"bytes"
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/contextls/contextls/analysis"
)

// How many bytes of a thing a signature shows at most.
const (
	maxValue     = 60
	maxType      = 120
	maxPrefix    = 40
	maxSignature = 400
)

// add adds a symbol whose name is at an offset; one without a name is the grammar's own invention in a
// place where it missed something.
func (r *reader) add(s analysis.Symbol, name uint32) {
	s.Signature = clip(strings.Trim(s.Signature, "; ,"), maxSignature)
	if s.Name == "" || s.Signature == "" || s.Range.Start >= s.Range.End {
		return
	}
	s.Doc = r.doc(s.Range.Start)
	s.Line = r.b.Line(name)
	r.b.Add(s)
}

// short is a value in few words: as it is when it fits, else what comes before its first bracket.
func (r *reader) short(value analysis.Span, most int) string {
	const slack = 4 // white space and comments make a source longer than its one line
	raw := r.b.Text(value)
	if raw == "" { // what is missing, the parser makes up
		return ""
	}
	fields := raw[0] == '{' && strings.Contains(raw, "\n") // one to a line, with nothing else between them
	if len(raw) <= slack*most && !fields && !r.hasBody(value) {
		if text := strings.TrimSuffix(r.b.Signature(value.Start, value.End), ";"); len(text) <= most {
			return text
		}
	}
	if most == maxType && raw[0] != '{' {
		return clip(strings.TrimPrefix(r.line(value), "| "), most)
	}
	open := strings.IndexAny(raw, "([{`'\"")
	if open < 0 {
		return clip(r.b.Signature(value.Start, value.End), most)
	}
	prefix := r.b.Signature(value.Start, value.Start+uint32(open))
	if len(prefix) > maxPrefix {
		return "…"
	}
	if strings.HasSuffix(prefix, "=>") || prefix != "" && strings.IndexByte("?:&|+-*/%=,", prefix[len(prefix)-1]) >= 0 {
		prefix += " " // an operator, and not what is called
	}
	switch raw[open] {
	case '(':
		return prefix + "(…)" + asType(raw)
	case '[':
		return prefix + "[…]" + asType(raw)
	case '{':
		return strings.TrimSpace(prefix+" {…}") + asType(raw)
	}
	return strings.TrimSpace(prefix + " …")
}

// constants are those of an enum's body: with their values where that is short, else their names.
func (r *reader) constants(body analysis.Span) string {
	text := strings.Trim(r.line(body), "{}, ")
	if len(text) > maxType {
		var names []string
		for _, part := range strings.Split(text, ", ") {
			name, _, _ := strings.Cut(part, "=")
			if name = strings.TrimSpace(name); name != "" && strings.IndexFunc(name, func(c rune) bool { return c < utf8.RuneSelf && !identByte(byte(c)) }) < 0 {
				names = append(names, name)
			}
		}
		text = clip(strings.Join(names, ", "), maxType)
	}
	return "{ " + text + " }"
}

// asType is what stands behind the last bracket of a value, where that says its type: " as Props".
func asType(value string) string {
	tail := strings.Join(strings.Fields(value[strings.LastIndexAny(value, ")]}`'\"")+1:]), " ")
	if len(tail) > maxType || !strings.HasPrefix(tail, "as ") && !strings.HasPrefix(tail, "satisfies ") {
		return ""
	}
	return " " + tail
}

// clip cuts a text that is longer than most bytes.
func clip(s string, most int) string {
	if len(s) <= most {
		return s
	}
	s = s[:most]
	for !utf8.ValidString(s) {
		s = s[:len(s)-1]
	}
	return strings.TrimSpace(s) + "…"
}

// secret reports whether a name is that of a thing whose value should not be shown.
func secret(name string) bool {
	name = strings.ReplaceAll(strings.ToLower(name), "_", "")
	for _, word := range []string{"secret", "password", "passwd", "token", "apikey", "privatekey", "credential"} {
		if strings.Contains(name, word) {
			return true
		}
	}
	return false
}

// doc is the first sentence of the documentation above an offset. A JSDoc comment may stand apart from what
// it documents, but not one that the file begins with, which is about the file.
func (r *reader) doc(at uint32) string {
	line := r.b.Doc(at)
	if before := bytes.TrimRight(r.b.Src()[:at], whiteSpace); line == "" && bytes.HasSuffix(before, []byte("*/")) {
		if bytes.LastIndex(before, []byte("/**")) > 0 {
			line = r.b.Doc(uint32(len(before)))
		}
	}
	for _, tool := range []string{"eslint", "prettier", "biome", "oxlint", "oxfmt", "tslint", "istanbul", "c8 ", "v8 ", "webpack", "region", "endregion", "global "} {
		if strings.HasPrefix(line, tool) {
			return ""
		}
	}
	return line
}

// decorated reads the decorators at an offset: where what they decorate begins, and themselves with
// long arguments left out.
func (r *reader) decorated(at uint32) (from uint32, text string) {
	for {
		src := r.b.Src()
		for at < uint32(len(src)) && strings.IndexByte(whiteSpace, src[at]) >= 0 {
			at++
		}
		d, ok := r.decorators[at]
		if !ok || d.Start != at {
			return at, text
		}
		text += r.short(d, maxPrefix) + " "
		at = d.End
	}
}

// begin is where a definition begins, with the words and decorators before it.
func (r *reader) begin(d definition, at place) uint32 {
	start := r.backOver(d.whole.Start, "export", "default", "declare", "const", "let", "var")
	if at.export.End > 0 && (d.kind != "variable" || start < d.whole.Start) {
		return at.export.Start
	}
	return start
}

// lambda is the function or class that a definition's value is, if it is one.
func (r *reader) lambda(d definition) (lambda, bool) {
	l, ok := r.lambdas[d.value.Start]
	return l, ok && d.value.End > 0 && l.whole == d.value
}

// name is a definition's name: a string without its quotes, anything else as it is written.
func (r *reader) name(s analysis.Span) string { return unquote(r.line(s)) }

// visible reports whether other files can see a definition of that name at a place.
func (r *reader) visible(name string, at place) bool {
	if at.space != nil {
		return at.space.visible && (at.space.ambient || at.export.End > 0)
	}
	return at.export.End > 0 || r.locals[name] || r.script && !at.inside
}

// hasBody reports whether a value holds a block, which is a function's.
func (r *reader) hasBody(value analysis.Span) bool {
	i, _ := slices.BinarySearchFunc(r.blocks, value.Start, func(b analysis.Span, at uint32) int { return cmp.Compare(b.Start, at) })
	return i < len(r.blocks) && r.blocks[i].Start < value.End
}
