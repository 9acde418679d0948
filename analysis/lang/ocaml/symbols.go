package ocaml

import (
	"bytes"
	"strings"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/analysis/syntax"
)

// How long signatures can be, in bytes: of a value, of a type or a specification.
const (
	maxValue = 60
	maxType  = 160
)

// readBinding reads one binding of a let. What lies inside its body is dropped by finish.
func readBinding(b *syntax.Builder, o *outline, m syntax.Match) {
	whole, _ := m.Span("let")
	binding, _ := m.Span("binding")
	pattern, _ := m.Span("pattern")
	body, _ := m.Span("body")
	o.bindings = append(o.bindings, binding)
	s := analysis.Symbol{Kind: analysis.Variable, Range: binding, Line: b.Line(pattern.Start)}
	if before := bytes.TrimSpace(b.Src()[whole.Start:binding.Start]); !bytes.Contains(before, []byte("\n")) && len(before) < len("let%expect_test rec nonrec") {
		s.Range.Start = whole.Start // the first of its let, perhaps with others after "and"
	}
	text := b.Src()[body.Start:body.End]
	between := bytes.TrimSpace(b.Src()[pattern.End:body.Start]) // parameters, a type, the sign
	function := len(between) > 0 && between[0] != '=' && between[0] != ':' || isWord(text, "fun") || isWord(text, "function")
	head := strings.TrimRight(b.Signature(binding.Start, body.Start), " =:>")
	if function {
		s.Kind, s.Signature = analysis.Function, "let "+head
	} else {
		s.Signature = "let " + head + " = " + short(b, body, maxValue)
	}
	for _, name := range patternNames(b.Text(pattern)) {
		s.Name, s.Exported = name, !strings.HasPrefix(name, "_")
		b.Add(s)
	}
}

func isWord(text []byte, word string) bool {
	return bytes.HasPrefix(text, []byte(word)) && len(text) > len(word) && strings.IndexByte(" \t\r\n(|", text[len(word)]) >= 0
}

// patternNames are the names that a pattern of the top level binds: a name, an operator, a tuple.
func patternNames(text string) []string {
	text = strings.TrimSpace(text)
	inner, bracketed := strings.CutPrefix(text, "(")
	inner = strings.TrimSpace(strings.TrimSuffix(inner, ")"))
	if bracketed && inner != "" && strings.IndexByte("!$%&*+-./:<=>?@^|~#", inner[0]) >= 0 || strings.HasPrefix(inner, "let") && strings.ContainsAny(inner, "*+&|") {
		return []string{inner}
	}
	var out []string
	for part := range strings.SplitSeq(inner, ",") {
		part, _, _ = strings.Cut(part, ":")
		if part = strings.TrimSpace(part); isValueName(part) && part != "_" {
			out = append(out, part)
		}
	}
	return out
}

func isValueName(s string) bool {
	for i := range len(s) {
		c := s[i]
		if c != '_' && c < 0x80 && (c|0x20 < 'a' || c|0x20 > 'z') && (i == 0 || c != '\'' && (c < '0' || c > '9')) {
			return false
		}
	}
	return s != "" && (s[0] < 'A' || s[0] > 'Z')
}

var kinds = map[string]analysis.Kind{"val": analysis.Variable, "external": analysis.Function, "exception": analysis.Class,
	"constructor": analysis.Constant, "field": analysis.Field, "module": analysis.Module, "signature": analysis.Interface,
	"class": analysis.Class, "method": analysis.Method}

func readDefinition(b *syntax.Builder, o *outline, m syntax.Match, what string, whole analysis.Span) {
	name, _ := m.Span("name")
	body, _ := m.Span("body")
	text := b.Text(name)
	s := analysis.Symbol{Name: strings.Trim(text, "() "), Kind: kinds[what], Range: whole, Line: b.Line(name.Start),
		Exported: !strings.HasPrefix(text, "_"), Signature: short(b, whole, maxType)}
	switch what {
	case "val":
		if strings.Contains(s.Signature, "->") {
			s.Kind = analysis.Function
		}
	case "type":
		s.Kind = typeKind(b.Src()[body.Start:body.End])
		s.Signature = "type " + s.Signature
		s.Range = extend(b.Src(), whole, "type")
	case "class":
		s.Signature = "class " + cutBody(s.Signature)
		s.Range = extend(b.Src(), whole, "class")
	case "module":
		s.Signature = "module " + cutBody(short(b, whole, 8*maxType)) // signatures in brackets can be long
		if len(s.Signature) > maxType {
			s.Signature = strings.ToValidUTF8(s.Signature[:maxType], "") + "…"
		}
		s.Range = extend(b.Src(), whole, "module")
		o.aliases = append(o.aliases, alias{s.Name, whole, name, body})
	case "signature":
		s.Signature = cutBody(s.Signature)
	case "field":
		s.Signature = strings.TrimRight(s.Signature, "; ")
	}
	b.Add(s)
}

// extend lets a definition begin with its keyword, where it is the first after that.
func extend(src []byte, whole analysis.Span, keyword string) analysis.Span {
	line := bytes.LastIndexByte(src[:whole.Start], '\n') + 1
	if i := bytes.LastIndex(src[line:whole.Start], []byte(keyword)); i >= 0 {
		whole.Start = uint32(line + i)
	}
	return whole
}

func typeKind(body []byte) analysis.Kind {
	switch {
	case bytes.HasPrefix(body, []byte("{")):
		return analysis.Struct
	case len(body) > 0 && (body[0] == '|' || body[0] >= 'A' && body[0] <= 'Z' && !bytes.Contains(bytes.SplitN(body, []byte("|"), 2)[0], []byte("."))):
		return analysis.Enum
	}
	return analysis.TypeAlias
}

// cutBody cuts off a structure, a signature or an object; of those in brackets, as the parameters of functors
// have them, nothing but the words is left.
func cutBody(signature string) string {
	var out strings.Builder
	depth, inside := 0, 0 // inside: the depth of a signature in brackets
	for i := range len(signature) {
		switch c := signature[i]; {
		case c == '(':
			depth++
		case c == ')':
			if depth--; inside > depth {
				out.WriteString(" … end")
				inside = 0
			}
		case inside > 0 || i == 0 || signature[i-1] != ' ' && signature[i-1] != '(':
		default:
			word := signature[i:]
			if end := strings.IndexAny(word, " (…"); end >= 0 {
				word = word[:end]
			}
			switch {
			case word != "struct" && word != "sig" && word != "object":
			case depth == 0:
				return strings.TrimRight(out.String(), " =:")
			default:
				out.WriteString(word)
				inside = depth
			}
		}
		if inside == 0 {
			out.WriteByte(signature[i])
		}
	}
	if inside > 0 { // too long to be read to its end
		out.WriteString(" …")
	}
	return strings.TrimRight(out.String(), " =:")
}

// short is a span as one line of limited length.
func short(b *syntax.Builder, s analysis.Span, limit int) string {
	end, cut := s.End, false
	if int(end-s.Start) > 4*limit {
		end, cut = s.Start+uint32(4*limit), true
	}
	text := strings.ToValidUTF8(b.Signature(s.Start, end), "")
	if len(text) > limit {
		text, cut = strings.ToValidUTF8(text[:limit], ""), true
	}
	if cut {
		return strings.TrimSpace(text) + "…"
	}
	return strings.TrimSpace(text)
}
