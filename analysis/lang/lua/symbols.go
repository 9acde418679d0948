package lua

import (
	"bytes"
	"strings"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/analysis/syntax"
)

// maxValue is how long a value can be, in bytes, to be shown whole.
const maxValue = 60

// readFunction reads "function a.b:c(…)" and "local function f(…)".
func readFunction(b *syntax.Builder, m syntax.Match, whole analysis.Span) {
	name, _ := m.Span("target")
	parameters, _ := m.Span("parameters")
	s := target(b, name, whole)
	s.Kind = analysis.Function
	if strings.Contains(b.Text(name), ":") {
		s.Kind = analysis.Method
	}
	s.Signature = b.Signature(whole.Start, parameters.End)
	s.Exported = s.Exported && !strings.HasPrefix(s.Signature, "local ")
	b.Add(s)
}

// target is the symbol of what a function or an assignment gives a name to: a.b.c is c in a.b.
func target(b *syntax.Builder, at, whole analysis.Span) analysis.Symbol {
	name := strings.ReplaceAll(b.Signature(at.Start, at.End), ":", ".")
	s := analysis.Symbol{Name: name, Range: whole, Doc: doc(b, whole.Start), Line: b.Line(at.Start)}
	if i := strings.LastIndexByte(name, '.'); i >= 0 {
		s.Container, s.Name = name[:i], name[i+1:]
	}
	s.Exported = !strings.HasPrefix(s.Name, "_")
	return s
}

// readField reads a field of a table that has a name.
func readField(b *syntax.Builder, m syntax.Match, whole analysis.Span) {
	name, _ := m.Span("name")
	value, _ := m.Span("value")
	b.Add(field(b, whole, name, value))
}

func field(b *syntax.Builder, whole, name, value analysis.Span) analysis.Symbol {
	s := analysis.Symbol{Name: b.Text(name), Kind: analysis.Field, Range: whole, Doc: doc(b, whole.Start), Line: b.Line(name.Start)}
	s.Exported = !strings.HasPrefix(s.Name, "_")
	head, isFunction := functionHead(b, value)
	if isFunction {
		s.Kind = analysis.Function
	}
	s.Signature = s.Name + " = " + head
	return s
}

// readOffered reads a field of the table that the chunk returns.
func readOffered(b *syntax.Builder, o *outline, m syntax.Match, whole analysis.Span) {
	name, _ := m.Span("name")
	value, _ := m.Span("value")
	if s := field(b, whole, name, value); s.Kind == analysis.Function {
		b.Add(s)
		return
	}
	if text := b.Text(value); nameLen(text) == len(text) {
		o.offered = append(o.offered, analysis.Export{Name: b.Text(name), Local: text})
	}
}

// functionHead is a value as a signature shows it, and whether it is a function.
func functionHead(b *syntax.Builder, value analysis.Span) (string, bool) {
	text := b.Text(value)
	if strings.HasPrefix(text, "function") && nameLen(text) == len("function") {
		if i := strings.IndexByte(text, ')'); i >= 0 {
			return b.Signature(value.Start, value.Start+uint32(i)+1), true
		}
	}
	if strings.HasPrefix(text, "{") && len(text) > 2 {
		return "{…}", false
	}
	if len(text) > 4*maxValue {
		return elide(text[:4*maxValue], maxValue), false
	}
	return elide(b.Signature(value.Start, value.End), maxValue), false
}

func elide(text string, limit int) string {
	text = strings.Join(strings.Fields(strings.ToValidUTF8(text, "")), " ")
	if len(text) <= limit {
		return text
	}
	return strings.TrimRight(strings.ToValidUTF8(text[:limit], ""), " ") + "…"
}

// readAssignments adds what assignments at the top level define: locals and globals, and the fields of
// tables. A local that merely stands for a module or a part of something else is none.
func readAssignments(b *syntax.Builder, o *outline, required map[uint32]bool) {
	type name struct{ container, name string }
	seen := map[name]bool{}
	for _, a := range o.assignments {
		targets, values := split(b, a.targets), split(b, a.values)
		for i, at := range targets {
			text := b.Text(at)
			if strings.ContainsAny(text, "[(") || strings.HasPrefix(text, "self.") ||
				i < len(values) && required[values[i].Start] && text != o.returned {
				continue
			}
			if cut := strings.IndexByte(text, '<'); cut >= 0 {
				at.End = at.Start + uint32(len(strings.TrimRight(text[:cut], " ")))
			}
			s := target(b, at, a.whole)
			local := isLocal(b.Src(), a.whole.Start)
			if local {
				s.Range.Start, s.Exported = uint32(bytes.LastIndex(b.Src()[:a.whole.Start], []byte("local"))), false
				s.Doc = doc(b, s.Range.Start)
			}
			head, isFunction := "", false
			if i < len(values) {
				head, isFunction = functionHead(b, values[i])
				if local && isChain(head) && s.Name != o.returned {
					continue // local api = vim.api
				}
			}
			switch {
			case isFunction:
				s.Kind = analysis.Function
			case s.Container != "":
				s.Kind = analysis.Field
			case strings.ToUpper(s.Name) == s.Name && len(s.Name) > 1 && strings.Trim(s.Name, "_") != "":
				s.Kind = analysis.Constant
			default:
				s.Kind = analysis.Variable
			}
			s.Signature = b.Signature(at.Start, at.End)
			if head != "" {
				s.Signature += " = " + head
			}
			if local {
				s.Signature = "local " + s.Signature
			}
			if id := (name{s.Container, s.Name}); !seen[id] {
				seen[id] = true
				b.Add(s)
			}
		}
	}
}

// isChain reports whether a value is a part of something that has a name: a.b.c.
func isChain(text string) bool {
	first, rest, ok := strings.Cut(text, ".")
	return ok && first != "" && nameLen(first) == len(first) && nameLen(strings.ReplaceAll(rest, ".", "")) == len(rest)-strings.Count(rest, ".")
}

func isLocal(src []byte, at uint32) bool {
	before := bytes.TrimRight(src[:at], " \t\r\n")
	return bytes.HasSuffix(before, []byte("local")) && len(before) < int(at)
}

// split cuts a list at its commas outside brackets, strings and functions.
func split(b *syntax.Builder, list analysis.Span) []analysis.Span {
	text := b.Text(list)
	var out []analysis.Span
	depth, start := 0, 0
	add := func(end int) {
		piece := text[start:end]
		from := list.Start + uint32(start+len(piece)-len(strings.TrimLeft(piece, " \t\r\n")))
		if piece = strings.TrimSpace(piece); piece != "" {
			out = append(out, analysis.Span{Start: from, End: from + uint32(len(piece))})
		}
	}
	for i := 0; i < len(text); i++ {
		switch c := text[i]; c {
		case '(', '{', '[':
			depth++
		case ')', '}', ']':
			depth--
		case '"', '\'':
			for i++; i < len(text) && text[i] != c; i++ {
				if text[i] == '\\' {
					i++
				}
			}
		case ',':
			if depth == 0 {
				add(i)
				start = i + 1
			}
		case 'f': // what follows a function as a value can wait: it has commas of its own
			if strings.HasPrefix(text[i:], "function") && (i == 0 || nameLen(text[i-1:i]) == 0) {
				i = len(text)
			}
		}
	}
	add(len(text))
	return out
}

// doc is the first sentence of the comment above a definition, be it of lines or a block.
func doc(b *syntax.Builder, at uint32) string {
	before := bytes.TrimRight(b.Src()[:at], " \t")
	above, ok := bytes.CutSuffix(bytes.TrimSuffix(bytes.TrimSuffix(before, []byte("\n")), []byte("\r")), []byte("]]"))
	if !ok {
		return strings.TrimSpace(strings.TrimPrefix(b.Doc(at), "- "))
	}
	start := bytes.LastIndex(above, []byte("--[["))
	if start < 0 {
		return ""
	}
	lines := strings.Split(string(above[start+len("--[["):]), "\n")
	for i, line := range lines {
		lines[i] = strings.Trim(line, " \t\r-*")
	}
	return syntax.Sentence(lines)
}
