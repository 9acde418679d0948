package ruby

import (
	"strings"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/analysis/syntax"
)

// add adds a definition under the name that stands at a span.
func (d *draft) add(b *syntax.Builder, name analysis.Span, def definition) {
	if name.Start == name.End { // the parser made it up
		return
	}
	def.Name, def.Line, def.Exported = strings.TrimLeft(b.Text(name), ":"), b.Line(name.Start), true
	def.Doc, def.absolute = doc(b, def.Range.Start), b.Src()[name.Start] == ':'
	d.symbols = append(d.symbols, def)
}

func readModule(b *syntax.Builder, d *draft, m syntax.Match, keyword string, whole, name analysis.Span) {
	if !isConstantPath(b.Text(name)) { // the parser made some of it up
		return
	}
	s := analysis.Symbol{Kind: analysis.Module, Range: whole}
	end := name.End
	if keyword == "class" {
		s.Kind = analysis.Class
		if super, ok := m.Span("super"); ok {
			end = super.End
		}
	}
	s.Signature = b.Signature(whole.Start, end)
	body, _ := m.Span("body")
	d.scopes = append(d.scopes, scope{Span: whole, body: body, name: b.Text(name)})
	d.defined[name.Start] = true
	d.add(b, name, definition{Symbol: s, constant: true})
}

func readMethod(b *syntax.Builder, d *draft, m syntax.Match, whole, name analysis.Span) {
	end := name.End
	if params, ok := m.Span("params"); ok {
		end = params.End
	}
	def := definition{Symbol: analysis.Symbol{Kind: analysis.Method, Range: whole, Signature: b.Signature(whole.Start, end)}}
	if object, ok := m.Span("object"); ok {
		def.on, def.singleton = b.Text(object), true
	}
	d.scopes = append(d.scopes, scope{Span: whole, method: true})
	d.add(b, name, def)
}

// longValue is how much of a constant's value a signature shows.
const longValue = 80

// readConstants reads `A = value` and `A, B = values`.
func readConstants(b *syntax.Builder, d *draft, m syntax.Match, whole analysis.Span) {
	value, single := m.Span("value")
	text := ""
	if single {
		text = b.Text(value)
	}
	for _, name := range m.All("name") {
		if !isConstantPath(b.Text(name)) {
			continue
		}
		def := definition{Symbol: analysis.Symbol{Kind: analysis.Constant, Range: whole}, constant: true}
		switch {
		case strings.HasPrefix(text, "Struct.new"), strings.HasPrefix(text, "Data.define"):
			def.Kind = analysis.Struct
			readMembers(b, d, value, strings.TrimLeft(b.Text(name), ":"))
		case strings.HasPrefix(text, "Class.new"):
			def.Kind = analysis.Class
		case strings.HasPrefix(text, "Module.new"):
			def.Kind = analysis.Module
		}
		end := whole.End
		if def.Kind != analysis.Constant {
			end = value.Start + uint32(headLen(text))
			d.scopes = append(d.scopes, scope{Span: whole, body: value, name: b.Text(name)})
		}
		def.Signature = shorten(b.Signature(whole.Start, end))
		d.defined[name.Start] = true
		d.add(b, name, def)
	}
}

// readMembers adds the members of Name = Struct.new(:a, :b).
func readMembers(b *syntax.Builder, d *draft, value analysis.Span, struc string) {
	text := b.Text(value)
	head := text[:headLen(text)]
	open := strings.IndexAny(head, "( ")
	if open < 0 {
		return
	}
	for _, s := range symbolArguments(head[open:]) {
		at := analysis.Span{Start: value.Start + uint32(open+s.Start), End: value.Start + uint32(open+s.End)}
		d.add(b, at, definition{Symbol: analysis.Symbol{Kind: analysis.Field, Range: at, Signature: struc + "#" + b.Text(at)}})
	}
}

// headLen is the length of a call without the block that it is given.
func headLen(text string) int {
	depth := 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '(', '[':
			depth++
		case ')', ']':
			if depth--; depth == 0 && text[i] == ')' {
				return i + 1
			}
		case '\n':
			if depth == 0 {
				return len(strings.TrimSuffix(strings.TrimRight(text[:i], " \t\r"), " do"))
			}
		case '{':
			if depth == 0 {
				return len(strings.TrimRight(text[:i], " "))
			}
		}
	}
	return len(text)
}

// shorten cuts a signature that shows a long value.
func shorten(s string) string {
	head, value, found := strings.Cut(s, "=")
	if !found || len(value) <= longValue {
		return s
	}
	cut := longValue
	for cut > 0 && value[cut]&0xC0 == 0x80 { // inside a character
		cut--
	}
	return head + "=" + strings.TrimRight(value[:cut], " ") + "…"
}

// doc is the comment above the line that a definition begins on, where only words stand before it
// (private def a), and unless the comment speaks to a tool.
func doc(b *syntax.Builder, start uint32) string {
	src := b.Src()
	at := start
	for at > 0 && src[at-1] != '\n' {
		at--
	}
	for at < start && (src[at] == ' ' || src[at] == '\t') {
		at++
	}
	for _, c := range src[at:start] {
		if c != ' ' && c != '_' && (c < 'a' || c > 'z') {
			return ""
		}
	}
	text := b.Doc(at)
	for _, tool := range []string{"frozen_string_literal:", "encoding:", "coding:", "typed:", "rubocop:", "-*-", ":nodoc:", "/usr/bin", "@!", "steep:"} {
		if strings.HasPrefix(text, tool) || strings.HasPrefix(text, "/") {
			return ""
		}
	}
	return text
}
