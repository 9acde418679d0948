package csharp

import (
	"bytes"
	"strings"

	sitter "github.com/smacker/go-tree-sitter"
	tscsharp "github.com/tree-sitter/tree-sitter-c-sharp/bindings/go"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/analysis/syntax"
)

func grammar() *syntax.Grammar[outline] {
	return &syntax.Grammar[outline]{
		ID:         id,
		Language:   func() *sitter.Language { return sitter.NewLanguage(tscsharp.Language()) },
		Query:      query,
		Separators: []string{"?.", "::", "->", "."},
		Keywords: strings.Fields(`abstract as base bool break byte case catch char checked class const continue decimal
			default delegate do double else enum event explicit extern false finally fixed float for foreach goto if
			implicit in int interface internal is lock long namespace new null object operator out override params
			private protected public readonly ref return sbyte sealed short sizeof stackalloc static string struct
			switch this throw true try typeof uint ulong unchecked unsafe ushort using virtual void volatile while
			and async await dynamic get global init let nameof nint not nuint or partial record required scoped set
			unmanaged value var when where with yield _ __ allows_ref_struct`),
		Self:   []string{"this", "base"},
		State:  newOutline,
		Read:   read,
		Finish: finish,
	}
}

// outline is what a file says of the namespaces it is in and uses, gathered until all of it is known.
type outline struct {
	scopes     []scope         // block namespaces
	file       string          // the file-scoped namespace
	global     []string        // namespaces used globally
	positional map[uint32]bool // where the parameters of records start: they are public properties
}

// scope is a namespace with a body.
type scope struct {
	name string
	span analysis.Span
}

func newOutline(*syntax.Builder) *outline { return &outline{positional: map[uint32]bool{}} }

func kindOf(declared string) analysis.Kind {
	switch declared {
	case "class", "record":
		return analysis.Class
	case "struct":
		return analysis.Struct
	case "interface":
		return analysis.Interface
	case "enum":
		return analysis.Enum
	case "delegate":
		return analysis.TypeAlias
	case "member":
		return analysis.Constant
	case "local":
		return analysis.Function
	case "method", "constructor", "operator":
		return analysis.Method
	}
	return analysis.Field
}

// read turns one match of the query into facts.
func read(b *syntax.Builder, o *outline, m syntax.Match) {
	if s, ok := m.Span("using"); ok {
		readUsing(b, o, s)
		return
	}
	if s, ok := m.Span("namespace"); ok {
		name := compact(b.Text(s))
		if whole, ok := m.Span("scope"); ok {
			o.scopes = append(o.scopes, scope{name, whole})
		} else {
			o.file = name
		}
		return
	}
	if s, ok := m.Span("member"); ok {
		readMember(b, m, s)
		return
	}
	declared, whole, _ := m.First("definition.")
	s := analysis.Symbol{Kind: kindOf(declared), Range: whole, Doc: doc(b, whole.Start)}
	from := whole.Start
	for _, a := range m.All("attribute") {
		from = max(from, a.End)
	}
	if declared == "field" { // of a type without a body before it the parser makes a part of the field
		if i := bytes.LastIndexByte(b.Src()[from:m.All("type")[0].Start], ';'); i >= 0 {
			from += uint32(i) + 1
			from += uint32(len(b.Src()[from:]) - len(bytes.TrimLeft(b.Src()[from:], " \t\r\n")))
			s.Range.Start = from
		}
	}
	to := whole.End
	if body, ok := m.Span("body"); ok {
		to = body.Start
	}
	name, named := m.Span("name")
	switch declared {
	case "record":
		if head := b.Signature(from, name.Start); strings.HasSuffix(head, "struct") {
			s.Kind = analysis.Struct
		}
	case "constructor":
		parameters, _ := m.Span("parameters")
		to = parameters.End
	case "operator":
		name, _ = m.Span("operator")
		s.Name = "operator " + b.Signature(name.Start, name.End)
	case "indexer":
		s.Name = "this[]"
		name, _ = m.Span("parameters")
		to = name.End
	case "positional":
		o.positional[whole.Start] = true
	case "property":
		to = name.End
	}
	if named {
		s.Name = strings.TrimPrefix(b.Text(name), "@")
	}
	s.Line = b.Line(name.Start)
	switch declared {
	case "field":
		s.Kind, s.Signature = readField(b, m, from, name)
	case "event":
		s.Signature = b.Signature(from, name.End)
	default:
		s.Signature = strings.TrimRight(b.Signature(from, to), "; ")
		if accessors, ok := m.Span("accessors"); ok {
			s.Signature += accessorsText(b, accessors)
		}
	}
	if _, explicit := m.Span("explicit"); !explicit {
		s.Exported = true // as far as its modifiers allow; see finish
	}
	b.Add(s)
}

// readMember reads a member that is set where a value is made: of the type that stands before the braces, if one does.
func readMember(b *syntax.Builder, m syntax.Match, at analysis.Span) {
	receiver := analysis.UnknownQualifier
	if made, ok := m.Span("made"); ok {
		receiver, _, _ = strings.Cut(compact(b.Text(made)), "<")
	}
	b.Receiver(at.Start, receiver)
}

// readField tells constants from variables and shows one declarator of several; a constant with its value.
func readField(b *syntax.Builder, m syntax.Match, from uint32, name analysis.Span) (analysis.Kind, string) {
	typ, _ := m.Span("type")
	declarator, _ := m.Span("declarator")
	head := b.Signature(from, typ.End) + " "
	if !hasModifier(head, "const") {
		return analysis.Field, head + b.Text(name)
	}
	return analysis.Constant, head + short(b.Signature(declarator.Start, declarator.End))
}

// accessorsText is what stands between the braces of a property, when it is its interface: { get; init; }.
func accessorsText(b *syntax.Builder, s analysis.Span) string {
	text := b.Signature(s.Start, s.End)
	if strings.Contains(text, "=>") || strings.Count(text, "{") > 1 || !strings.HasSuffix(text, "}") {
		return ""
	}
	return " " + text
}

// short is a line cut to what a reader looks at.
func short(line string) string {
	const longest = 80
	if runes := []rune(line); len(runes) > longest {
		return strings.TrimSpace(string(runes[:longest])) + "…"
	}
	return line
}

// compact is a name without the white space that may stand around its dots.
func compact(name string) string { return strings.Join(strings.Fields(name), "") }
