package java

import (
	"bytes"
	"strings"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/analysis/lang/jvm"
	"github.com/contextls/contextls/analysis/syntax"
)

// maxValue is how long a constant's value may be to be shown, in bytes.
const maxValue = 60

// closed are the ranges whose definitions do not count.
type closed []analysis.Span

// read turns one match of the query into facts.
func read(b *syntax.Builder, c *closed, m syntax.Match) {
	what, span, _ := m.First("")
	kind, _, isDefinition := m.First("definition.")
	switch {
	case isDefinition:
		define(b, m, kind)
	case what == "package" || what == "module":
		b.SetPackage(dense(b.Signature(span.Start, span.End)))
	case what == "import":
		readImport(b, span)
	case what == "requires":
		b.Import(analysis.Import{Specifier: dense(b.Signature(span.Start, span.End)), Line: b.Line(span.Start)})
	case what == "service":
		b.Import(taken(dense(b.Signature(span.Start, span.End)), b.Line(span.Start)))
	case what == "closed":
		*c = append(*c, span)
	}
}

// readImport reads an import declaration.
func readImport(b *syntax.Builder, span analysis.Span) {
	text := strings.TrimSpace(strings.TrimPrefix(b.Signature(span.Start, span.End), "import"))
	text = strings.TrimSpace(strings.TrimSuffix(text, ";"))
	line := b.Line(span.Start)
	if name, ok := strings.CutPrefix(text, "module "); ok {
		b.Import(analysis.Import{Specifier: dense(name), Line: line})
		return
	}
	name := dense(strings.TrimPrefix(text, "static "))
	if all, ok := strings.CutSuffix(name, ".*"); ok {
		b.Import(analysis.Import{Specifier: all, Star: true, Line: line})
	} else if strings.Contains(name, ".") {
		b.Import(taken(name, line))
	}
}

// taken is the import of one name out of a package or a type.
func taken(name string, line uint32) analysis.Import {
	cut := max(strings.LastIndexByte(name, '.'), 0)
	last := strings.TrimPrefix(name[cut:], ".")
	return analysis.Import{Specifier: name[:cut], Names: []analysis.Binding{{Name: last, Local: last}}, Line: line}
}

// dense is a dotted name without the space that may stand in it.
func dense(name string) string { return strings.Join(strings.Fields(name), "") }

// define adds the definition that a match is about.
func define(b *syntax.Builder, m syntax.Match, kind string) {
	_, whole, _ := m.First("definition.")
	name, _ := m.Span("name")
	if name.Start == name.End { // the parser made it up
		return
	}
	s := analysis.Symbol{Name: b.Text(name), Range: whole, Line: b.Line(name.Start), Doc: jvm.Doc(b.Src(), whole.Start)}
	modifiers, start := head(b, m, whole)
	s.Exported = !has(modifiers, "private")
	switch kind {
	case "class", "interface", "enum":
		s.Kind = map[string]analysis.Kind{"class": analysis.Class, "interface": analysis.Interface, "enum": analysis.Enum}[kind]
		s.Signature = modifiers + b.Signature(start, bodyStart(m, whole))
	case "method":
		s.Kind = analysis.Method
		s.Signature = modifiers + b.Signature(start, bodyStart(m, whole))
	case "component":
		s.Kind, s.Signature = analysis.Field, b.Signature(start, whole.End)
	case "member":
		s.Kind, s.Signature = analysis.Constant, s.Name
		if arguments, ok := m.Span("arguments"); ok {
			s.Signature += short(b, arguments)
		}
	default: // one variable of a field
		s.Kind = analysis.Field
		constant := kind == "constant" || has(modifiers, "static") && has(modifiers, "final")
		typ, _ := m.Span("type")
		end := name.End
		if dimensions, ok := m.Span("dimensions"); ok {
			end = dimensions.End
		}
		s.Signature = modifiers + b.Signature(typ.Start, typ.End) + " " + b.Signature(name.Start, end)
		if value, ok := m.Span("value"); ok && constant {
			if text := short(b, value); text != "" {
				s.Signature += " = " + text
			}
		}
		if constant {
			s.Kind = analysis.Constant
		}
	}
	s.Signature = strings.TrimSpace(strings.TrimSuffix(s.Signature, ";"))
	b.Add(s)
}

// bodyStart is where the head of a definition ends.
func bodyStart(m syntax.Match, whole analysis.Span) uint32 {
	if body, ok := m.Span("body"); ok {
		return body.Start
	}
	return whole.End
}

// short is the source of a value that fits beside a name; "" where it does not.
func short(b *syntax.Builder, value analysis.Span) string {
	if value.End-value.Start > maxValue || bytes.IndexByte(b.Src()[value.Start:value.End], '\n') >= 0 {
		return ""
	}
	return b.Signature(value.Start, value.End)
}

// head is the modifiers of a definition that are keywords, each with a space behind it, and where what
// follows the modifiers begins. Annotations tell a tool more than a reader.
func head(b *syntax.Builder, m syntax.Match, whole analysis.Span) (modifiers string, start uint32) {
	span, ok := m.Span("modifiers")
	if !ok {
		return "", whole.Start
	}
	var out strings.Builder
	for _, word := range strings.Fields(withoutAnnotations(b.Signature(span.Start, span.End))) {
		out.WriteString(word + " ")
	}
	return out.String(), span.End
}

// withoutAnnotations drops the annotations of a list of modifiers.
func withoutAnnotations(text string) string {
	var out strings.Builder
	for i := 0; i < len(text); {
		if text[i] != '@' {
			out.WriteByte(text[i])
			i++
			continue
		}
		i += annotation(text[i:])
	}
	return out.String()
}

// annotation is the length of the annotation that a text begins with.
func annotation(text string) int {
	n := 1
	for n < len(text) && strings.IndexByte(" \t\r\n(", text[n]) < 0 {
		n++
	}
	if rest := strings.TrimLeft(text[n:], " "); strings.HasPrefix(rest, "(") {
		n = len(text) - len(rest) + jvm.Bracketed(rest)
	}
	return n
}

// has reports whether a keyword is among the modifiers.
func has(modifiers, keyword string) bool {
	return strings.HasPrefix(modifiers, keyword+" ") || strings.Contains(modifiers, " "+keyword+" ")
}
