package rust

import (
	"bytes"
	"slices"
	"strings"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/analysis/syntax"
)

// maxValue is how long a constant's value may be to be shown.
const maxValue = 60

// found is what the query finds besides definitions.
type found struct {
	attributes []analysis.Span
	impls      []impl
}

// impl is a block of a type's members.
type impl struct {
	analysis.Span
	typ   string
	trait bool
}

// read turns one match of the query into a symbol, or keeps it for finish.
func read(b *syntax.Builder, f *found, m syntax.Match) {
	if a, ok := m.Span("attribute"); ok {
		f.attributes = append(f.attributes, a)
	} else if whole, ok := m.Span("impl"); ok {
		typ, _ := m.Span("type")
		_, trait := m.Span("trait")
		f.impls = append(f.impls, impl{whole, baseType(b.Text(typ)), trait})
	} else if kind, whole, ok := m.First("definition."); ok {
		b.Add(symbol(b, m, kind, whole))
	}
}

func symbol(b *syntax.Builder, m syntax.Match, kind string, whole analysis.Span) analysis.Symbol {
	name, _ := m.Span("name")
	text := strings.TrimPrefix(b.Text(name), "r#")
	s := analysis.Symbol{Name: text, Range: whole, Line: b.Line(name.Start), Kind: kindOf(kind)}
	end := whole.End
	if body, ok := m.Span("body"); ok {
		end = body.Start
	}
	switch kind {
	case "fn":
		if slices.Contains(strings.Fields(string(b.Src()[whole.Start:name.Start])), "async") {
			s.Kind = analysis.AsyncFunction
		}
	case "static":
		if _, mutable := m.Span("mutable"); !mutable {
			s.Kind = analysis.Constant
		}
	case "macro":
		end = name.End
	}
	if value, ok := m.Span("value"); ok && (value.End-value.Start > maxValue || bytes.IndexByte(b.Src()[value.Start:value.End], '\n') >= 0) {
		end = value.Start
	}
	s.Signature = strings.TrimRight(b.Signature(whole.Start, end), "=;, \t")
	head, _, _ := strings.Cut(s.Signature, " ")
	s.Exported = strings.HasPrefix(head, "pub") && !strings.HasPrefix(head, "pub(self)")
	return s
}

func kindOf(definition string) analysis.Kind {
	switch definition {
	case "struct":
		return analysis.Struct
	case "enum":
		return analysis.Enum
	case "trait":
		return analysis.Trait
	case "type":
		return analysis.TypeAlias
	case "const", "variant":
		return analysis.Constant
	case "static":
		return analysis.Variable
	case "macro":
		return analysis.Macro
	case "mod":
		return analysis.Module
	case "field":
		return analysis.Field
	}
	return analysis.Function
}

// baseType is the name of the type that an impl is for: &'a mut path::Foo<T> is Foo.
func baseType(text string) string {
	text = strings.TrimSpace(strings.TrimLeft(text, "&*([ "))
	for {
		head, rest, found := strings.Cut(text, " ")
		if !found || head != "dyn" && head != "mut" && head != "const" && head[0] != '\'' {
			break
		}
		text = strings.TrimSpace(rest)
	}
	if i := strings.IndexAny(text, "<([;, \n+)]"); i > 0 {
		text = text[:i]
	}
	return strings.TrimPrefix(text[strings.LastIndexByte(text, ':')+1:], "r#")
}

// finish nests the symbols, drops what is inside functions, and reads what needs no tree.
func finish(b *syntax.Builder, f *found) {
	nest(b, f)
	defined := map[string]bool{}
	for _, s := range b.Facts().Symbols {
		if s.Container == "" || s.Kind == analysis.Module {
			defined[s.Name] = true
		}
	}
	t := readTies(string(b.Src()))
	for _, imp := range newImporter(t, b.Line).imports(defined) {
		b.Import(imp)
	}
	b.SetPackage(writeDeclarations(t.declarations))
}
