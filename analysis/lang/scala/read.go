package scala

import (
	"strings"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/analysis/lang/outline"
	"github.com/contextls/contextls/analysis/syntax"
)

// found is what the matches leave for finish. Imports are definitions of the kinds
// import and export; an extension is one that its methods are not members of.
type found struct {
	outline.File
	clauses []clause
	tests   []syntax.Titled
	own     map[string]bool // what the file defines anywhere that imports may begin with
}

// clause is a package clause; it reaches as far as its braces, or without them to the end of what it is in.
type clause struct {
	name   string
	whole  analysis.Span
	braces bool
}

func newFound(*syntax.Builder) *found { return &found{own: map[string]bool{}} }

// read turns one match of the query into imports, or into what finish makes symbols of.
func read(b *syntax.Builder, f *found, m syntax.Match) {
	if t, ok := syntax.TitledIn(m); ok {
		f.tests = append(f.tests, t)
		return
	}
	switch kind, span, _ := m.First(""); kind {
	case "clause":
		name, _ := m.Span("package")
		_, braces := m.Span("body")
		f.clauses = append(f.clauses, clause{unquoted(b.Signature(name.Start, name.End)), span, braces})
	case "import", "export":
		f.Definitions = append(f.Definitions, outline.Definition{Kind: kind, Whole: span})
	case "local":
		f.own[unquoted(b.Text(span))] = true
	case outline.Hidden:
		f.Definitions = append(f.Definitions, outline.Definition{Kind: kind, Whole: trim(b, span)})
	case "extension":
		parameters, _ := m.Span("parameters")
		f.Definitions = append(f.Definitions, outline.Definition{Kind: kind, Whole: trim(b, span), Head: analysis.Span{Start: span.Start, End: parameters.End}})
	case "annotation":
		f.Annotations = append(f.Annotations, span)
	default:
		readDefinition(b, f, m)
	}
}

func readDefinition(b *syntax.Builder, f *found, m syntax.Match) {
	kind, whole, ok := m.First("def.")
	if !ok {
		return
	}
	whole = trim(b, whole)
	d := outline.Definition{Kind: kind, Whole: whole, Head: whole}
	if name, ok := m.Span("name"); ok {
		d.Name = name
	} else if kind == "given" {
		d.Kind = "unnamed"
		d.Name, _ = m.Span("type")
	}
	if unquoted(b.Text(d.Name)) == "" || isKeyword(b.Text(d.Name)) { // the parser made it up
		return
	}
	if body, ok := m.Span("body"); ok {
		d.Head.End = body.Start
	}
	if value, ok := m.Span("value"); ok {
		d.Head.End, d.Value = value.Start, value
	}
	if kind == "case" {
		d.Head, _ = m.Span("case")
	}
	f.Definitions = append(f.Definitions, d)
}

// isKeyword reports whether a word begins a definition, and can be no name.
func isKeyword(word string) bool {
	switch word {
	case "case", "class", "def", "given", "import", "object", "trait", "type", "val", "var":
		return true
	}
	return false
}

// trim drops the white space at the end of a range: where indentation ends, the grammar goes on to the
// next line.
func trim(b *syntax.Builder, s analysis.Span) analysis.Span {
	s.End = s.Start + uint32(len(strings.TrimRight(b.Text(s), " \t\r\n")))
	return s
}

// unquoted is a name, dotted or not, without the backticks around what would not be a name otherwise.
func unquoted(name string) string {
	return strings.TrimSpace(strings.ReplaceAll(name, "`", ""))
}
