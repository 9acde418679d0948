package lua

import (
	"strings"

	sitter "github.com/smacker/go-tree-sitter"
	tslua "github.com/tree-sitter-grammars/tree-sitter-lua/bindings/go"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/analysis/syntax"
)

func grammar() *syntax.Grammar[outline] {
	return &syntax.Grammar[outline]{
		ID:         id,
		Language:   func() *sitter.Language { return sitter.NewLanguage(tslua.Language()) },
		Query:      query,
		Separators: []string{".", ":"},
		Keywords: strings.Fields(`and break do else elseif end false for function goto if in local nil not or repeat return
			then true until while require _`),
		Self:   []string{"self"},
		Read:   read,
		Finish: finish,
	}
}

const query = `
(comment content: (comment_content)? @annotation) @comment
(string) @opaque

(function_declaration name: [
	(identifier) @name
	(dot_index_expression field: (identifier) @name)
	(method_index_expression method: (identifier) @name)
] @target parameters: (_) @parameters) @function
[(function_declaration body: (block) @body) (function_definition body: (block) @body)]

(assignment_statement (variable_list) @targets (expression_list) @values) @assignment
(assignment_statement (variable_list . name: (_)) (expression_list . value: (table_constructor
	(field name: (identifier) @name value: (_) @value) @field)))
(chunk (return_statement (expression_list . (_) @returned)))
(chunk (return_statement (expression_list . (table_constructor (field name: (identifier) @name value: (_) @value) @offered))))

(function_call name: (identifier) @callee arguments: (arguments . (string) @specifier)) @call
(function_call name: (identifier) @callee arguments: (arguments . (string) @title . (function_definition))) @titled
(function_call name: (identifier) @callee arguments: (arguments . (identifier) @first . (string) @specifier)) @call
`

// outline is what read leaves for finish.
type outline struct {
	bodies      []analysis.Span // of functions
	assignments []assignment
	requires    []require
	returned    string            // the name that the chunk returns
	offered     []analysis.Export // the fields of a table that it returns
	tests       []syntax.Titled
}

type assignment struct{ whole, targets, values analysis.Span }

// require is a call that loads a module.
type require struct {
	call      analysis.Span
	specifier string
	loader    string // the function that is called
	protected bool   // by pcall, whose first result is not the module
}

func read(b *syntax.Builder, o *outline, m syntax.Match) {
	if a, ok := m.Span("annotation"); ok {
		readAnnotation(b, a)
		return
	}
	if f, ok := m.Span("function"); ok {
		readFunction(b, m, f)
		return
	}
	if body, ok := m.Span("body"); ok {
		o.bodies = append(o.bodies, body)
		return
	}
	if a, ok := m.Span("assignment"); ok {
		targets, _ := m.Span("targets")
		values, _ := m.Span("values")
		o.assignments = append(o.assignments, assignment{a, targets, values})
		return
	}
	if f, ok := m.Span("field"); ok {
		readField(b, m, f)
		return
	}
	if f, ok := m.Span("offered"); ok {
		readOffered(b, o, m, f)
		return
	}
	if r, ok := m.Span("returned"); ok {
		o.returned = returnedName(b.Text(r))
		return
	}
	if t, ok := syntax.TitledIn(m); ok {
		o.tests = append(o.tests, t)
		return
	}
	if call, ok := m.Span("call"); ok {
		readCall(b, o, m, call)
	}
}

// returnedName is the name of the table that a chunk returns, perhaps with a metatable.
func returnedName(text string) string {
	text = strings.TrimPrefix(text, "setmetatable(")
	if n := nameLen(text); n == len(text) || n > 0 && strings.HasPrefix(strings.TrimSpace(text[n:]), ",") {
		return text[:n]
	}
	return ""
}

// readAnnotation reads the classes and aliases of LuaCATS: ---@class Name: Parent.
func readAnnotation(b *syntax.Builder, span analysis.Span) {
	text := b.Text(span)
	for prefix, kind := range map[string]analysis.Kind{"-@class": analysis.Class, "-@alias": analysis.TypeAlias, "-@enum": analysis.Enum} {
		rest, ok := strings.CutPrefix(text, prefix)
		if !ok {
			continue
		}
		rest = strings.TrimSpace(rest)
		if strings.HasPrefix(rest, "(") { // ---@class (exact) Name
			_, rest, _ = strings.Cut(rest, ")")
			rest = strings.TrimSpace(rest)
		}
		n := strings.IndexAny(rest, " :<,|\t")
		if n < 0 {
			n = len(rest)
		}
		if n == 0 {
			return
		}
		b.Add(analysis.Symbol{Name: rest[:n], Kind: kind, Signature: "---" + elide(strings.TrimSpace(strings.TrimPrefix(text, "-")), 2*maxValue),
			Exported: true, Range: span, Line: b.Line(span.Start)})
	}
}

func readCall(b *syntax.Builder, o *outline, m syntax.Match, call analysis.Span) {
	callee, _ := m.Span("callee")
	specifier, _ := m.Span("specifier")
	r := require{call: call, loader: b.Text(callee), specifier: literal(b.Text(specifier))}
	if first, ok := m.Span("first"); ok {
		if r.loader != "pcall" {
			return
		}
		r.loader, r.protected = b.Text(first), true
	}
	switch r.loader {
	case "require", "dofile", "loadfile", "prequire":
		if r.specifier != "" && !strings.ContainsAny(r.specifier, "\r\n") {
			o.requires = append(o.requires, r)
		}
	}
}

// literal is the text of a string; escapes have no place in names of modules.
func literal(text string) string {
	if strings.HasPrefix(text, "[") {
		return strings.Trim(text, "[]=")
	}
	return strings.Trim(text, `"'`)
}

func nameLen(text string) int {
	for i := range len(text) {
		c := text[i]
		if c != '_' && (c|0x20 < 'a' || c|0x20 > 'z') && (i == 0 || c < '0' || c > '9') {
			return i
		}
	}
	return len(text)
}
