package csharp

import (
	"slices"
	"strings"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/analysis/syntax"
)

// mend reads the types of a file with syntax errors anew, by their keywords and braces, and adds the
// members that the parser did not find. One construct that it does not know can make it lose the type
// around it, and all the members after it lie in the wrong place.
func mend(b *syntax.Builder) {
	o := &header{b: b, text: string(b.Src())}
	for at := 0; at < len(o.text); {
		at = o.read(at, "")
	}
	f := b.Facts()
	type position struct {
		name string
		line uint32
	}
	scanned := map[position]bool{}
	for _, s := range o.types {
		scanned[position{s.Name, s.Line}] = true
	}
	f.Symbols = slices.DeleteFunc(f.Symbols, func(s analysis.Symbol) bool {
		return scanned[position{s.Name, s.Line}] && s.Kind != analysis.Method
	})
	ends := map[position]uint32{}
	for _, s := range o.members {
		ends[position{s.Name, s.Line}] = s.Range.End
	}
	found := map[position]bool{}
	for i := range f.Symbols {
		s := &f.Symbols[i]
		at := position{s.Name, s.Line}
		found[at] = true
		if end := ends[at]; end > s.Range.Start {
			s.Range.End = min(s.Range.End, end)
		}
	}
	f.Symbols = append(f.Symbols, o.types...)
	for _, s := range o.members {
		if !found[position{s.Name, s.Line}] {
			f.Symbols = append(f.Symbols, s)
		}
	}
}

// header reads the beginnings of declarations.
type header struct {
	b       *syntax.Builder
	text    string
	types   []analysis.Symbol
	members []analysis.Symbol
}

// read reads the declarations from an offset to the brace that ends what they are in, and returns the
// offset behind it. around is the type that they are in; "" at the top level and in namespaces.
func (o *header) read(at int, around string) int {
	start := -1 // of the declaration, -1 between two
	for at < len(o.text) {
		c := o.text[at]
		switch {
		case start < 0 && c == '}':
			return at + 1
		case start < 0 && strings.IndexByte(" \t\r\n;", c) >= 0:
			at++
			continue
		case start < 0 && c == '[': // attributes
			at += block(o.text[at:])
			continue
		case start < 0 && nameLen(o.text[at:]) > 0:
			start = at
		}
		switch {
		case c == '(' || c == '[':
			at += block(o.text[at:])
		case start >= 0 && c == '}':
			start = -1
		case c == ';' || c == '{' || c == '=' && !o.operator(start, at):
			at, start = o.declare(start, at, around), -1
		default:
			at += skip(o.text[at:])
		}
	}
	return at
}

// operator reports whether a = belongs to the name of an operator.
func (o *header) operator(start, at int) bool {
	if start < 0 {
		return false
	}
	_, name, found := strings.Cut(o.text[start:at], " operator")
	return found && !strings.Contains(name, "(")
}

// declare adds what a header from start to stop declares, and returns the offset behind it.
func (o *header) declare(start, stop int, around string) int {
	if start < 0 {
		return o.pass(stop)
	}
	head := o.text[start:stop]
	s := analysis.Symbol{Exported: true, Doc: doc(o.b, uint32(start)),
		Signature: strings.TrimSpace(o.b.Signature(uint32(start), uint32(stop)))}
	kind, name, nameAt := typeHeader(head)
	if kind == "namespace" {
		if o.text[stop] == '{' {
			return o.read(stop+1, "")
		}
		return stop + 1
	}
	var after int
	if kind != "" && kind != "enum" && o.text[stop] == '{' {
		after = o.read(stop+1, name)
	} else {
		after = o.pass(stop)
	}
	s.Range = analysis.Span{Start: uint32(start), End: uint32(len(strings.TrimRight(o.text[:after], " \t\r\n")))}
	if kind != "" {
		s.Kind, s.Name, s.Line = kindOf(kind), name, o.b.Line(uint32(start+nameAt))
		if strings.Contains(s.Signature, "record struct ") {
			s.Kind = analysis.Struct
		}
		o.types = append(o.types, s)
	} else if around != "" && !strings.Contains(s.Signature, " operator ") {
		var ok bool
		if s.Kind, s.Name, nameAt, ok = memberHeader(head); ok {
			s.Line = o.b.Line(uint32(start + nameAt))
			o.members = append(o.members, s)
		}
	}
	return after
}

// pass returns the offset behind a body or a value that begins at an offset.
func (o *header) pass(at int) int {
	switch o.text[at] {
	case ';':
		return at + 1
	case '{':
		at += block(o.text[at:])
		if rest := strings.TrimLeft(o.text[at:], " \t\r\n"); !strings.HasPrefix(rest, "=") { // { get; } = value;
			return at
		}
	}
	for at < len(o.text) {
		switch c := o.text[at]; {
		case c == ';':
			return at + 1
		case c == '{' || c == '(' || c == '[':
			at += block(o.text[at:])
		case c == '}', c == '\n' && declares(o.text[at+1:]): // a semicolon is missing
			return at
		default:
			at += skip(o.text[at:])
		}
	}
	return at
}

// typeHeader tells what sort of type, or namespace, a header begins.
func typeHeader(head string) (kind, name string, at int) {
	for at < len(head) {
		n := nameLen(head[at:])
		switch word := head[at : at+n]; word {
		case "":
			if strings.IndexByte(" \t\r\n", head[at]) < 0 {
				return "", "", 0
			}
			n = 1
		case "class", "struct", "interface", "enum", "namespace":
			kind = word
		case "record":
			kind = "record"
		default:
			if kind != "" {
				return kind, word, at
			}
			if !isModifier(word) {
				return "", "", 0
			}
		}
		at += n
	}
	return "", "", 0
}

// memberHeader tells what sort of member a header begins: a method when parentheses end it, else a field
// or a property. A modifier begins it, or else it may be anything that is being typed.
func memberHeader(head string) (kind analysis.Kind, name string, at int, ok bool) {
	text, _, _ := strings.Cut(head, " where ")
	text, _, _ = strings.Cut(text, " : ")
	text = strings.TrimRight(text, " \t\r\n")
	kind = analysis.Field
	if strings.HasSuffix(text, ")") {
		kind, text = analysis.Method, withoutBrackets(text)
		if strings.HasSuffix(text, ">") { // type parameters
			text = withoutBrackets(text)
		}
	}
	at = strings.LastIndexFunc(text, func(c rune) bool { return nameLen(string(c)) == 0 }) + 1
	name = text[at:]
	words := strings.Fields(text[:at])
	if name == "" || len(words) == 0 || isModifier(name) || !isModifier(words[0]) {
		return kind, "", 0, false
	}
	return kind, name, at, true
}

// withoutBrackets is a text without the brackets that end it.
func withoutBrackets(text string) string {
	depth := 0
	for i := len(text) - 1; i >= 0; i-- {
		switch text[i] {
		case ')', '>', ']':
			depth++
		case '(', '<', '[':
			depth--
		}
		if depth == 0 {
			return strings.TrimRight(text[:i], " \t\r\n")
		}
	}
	return ""
}
