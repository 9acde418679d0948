package bash

import (
	"bytes"
	"cmp"
	"errors"
	"slices"

	tsbash "github.com/smacker/go-tree-sitter/bash"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/analysis/syntax"
)

// grammar finds the references by its query: names of shells hold signs that are operators elsewhere
// (my-func, lib::f), and begin with a $ where they are variables.
func grammar() *syntax.Grammar[outline] {
	return &syntax.Grammar[outline]{ID: id, Language: tsbash.GetLanguage, Query: query, Refers: true, Read: read, Finish: finish}
}

// errNUL says that a file is no text: to this grammar NULs are quadratic.
var errNUL = errors.New("NUL bytes")

func extract(g *syntax.Grammar[outline], src []byte) (*analysis.Facts, error) {
	if bytes.IndexByte(src, 0) >= 0 {
		return nil, errNUL
	}
	return g.Extract(src)
}

const query = `
(comment) @comment

(function_definition name: (word) @name body: (_) @body) @function
(variable_assignment name: (variable_name) @name value: (_)? @value) @assignment
(declaration_command) @declaration
(command (variable_assignment) @environment name: (_) @program)
(command name: (command_name) @command argument: (_)* @argument) @call
(variable_name) @variable
`

// outline is what read leaves for finish: ranges that say what something further in is.
type outline struct {
	bodies       []analysis.Span // of functions
	declarations []analysis.Span // readonly, export, declare and what follows
	environments []analysis.Span // NAME=value before a command
	assignments  []assignment
	variables    []analysis.Span
}

type assignment struct{ whole, name, value analysis.Span }

func read(b *syntax.Builder, o *outline, m syntax.Match) {
	switch kind, span, _ := m.First(""); kind {
	case "function":
		name, _ := m.Span("name")
		body, _ := m.Span("body")
		o.bodies = append(o.bodies, body)
		b.Add(function(b, span, name))
	case "assignment":
		name, _ := m.Span("name")
		value, _ := m.Span("value")
		o.assignments = append(o.assignments, assignment{span, name, value})
	case "declaration":
		o.declarations = append(o.declarations, span)
	case "environment":
		program, _ := m.Span("program")
		if between := b.Src()[span.End:program.Start]; !bytes.Contains(bytes.ReplaceAll(between, []byte("\\\n"), nil), []byte("\n")) {
			o.environments = append(o.environments, span) // else two assignments on one line confused the parser
		}
	case "variable":
		o.variables = append(o.variables, span)
	case "call":
		command, _ := m.Span("command")
		readCommand(b, command, m.All("argument"))
	}
}

// function is a function's symbol; whatever form it was written in, it is shown as name().
func function(b *syntax.Builder, whole, name analysis.Span) analysis.Symbol {
	s := analysis.Symbol{Name: b.Text(name), Kind: analysis.Function, Range: whole, Line: b.Line(name.Start)}
	s.Signature, s.Doc, s.Exported = s.Name+"()", doc(b.Src(), whole.Start), true
	return s
}

func finish(b *syntax.Builder, o *outline) {
	f := b.Facts()
	if len(f.Problems) > 0 {
		mend(b, o)
	}
	inside := syntax.Within(o.bodies)
	f.Symbols = slices.DeleteFunc(f.Symbols, func(s analysis.Symbol) bool { return inside(s.Range) })
	readVariables(b, o, inside)
	slices.SortStableFunc(f.Symbols, func(x, y analysis.Symbol) int { return cmp.Compare(x.Range.Start, y.Range.Start) })
	slices.SortStableFunc(f.Imports, func(x, y analysis.Import) int { return cmp.Compare(x.Line, y.Line) })
	assigned := map[uint32]bool{}
	for _, a := range o.assignments {
		assigned[a.name.Start] = true
	}
	for _, v := range o.variables {
		if name := b.Text(v); !assigned[v.Start] && isName(name) {
			b.Refer("", name)
		}
	}
}
