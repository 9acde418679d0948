package kotlin

import (
	"cmp"
	"strings"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/analysis/lang/outline"
	"github.com/contextls/contextls/analysis/syntax"
)

// found is what the matches leave for finish.
type found struct {
	outline.File
	values  map[uint32]analysis.Span // what properties are set or delegated to, by where they begin
	tests   []syntax.Titled
	misread bool              // a declaration was taken for an expression
	builds  []analysis.Import // what a build script takes from other scripts, projects and plugins
}

func newFound(*syntax.Builder) *found { return &found{values: map[uint32]analysis.Span{}} }

// read turns one match of the query into facts, or into what finish makes them of.
func read(b *syntax.Builder, f *found, m syntax.Match) {
	if t, ok := syntax.TitledIn(m); ok {
		f.tests = append(f.tests, t)
		return
	}
	switch kind, span, _ := m.First(""); kind {
	case "package":
		b.SetPackage(unquoted(b.Signature(span.Start, span.End)))
	case "import":
		readImport(b, span)
	case "file":
		annotation, _ := m.Span("annotation")
		facade, _ := m.Span("facade")
		if b.Text(annotation) == "JvmName" { // the class that Java sees the file's functions in
			f.Definitions = append(f.Definitions, outline.Definition{Kind: "facade", Whole: span, Name: facade, Head: span})
		}
	case "hidden":
		f.Definitions = append(f.Definitions, outline.Definition{Kind: outline.Hidden, Whole: span})
	case "annotation":
		f.Annotations = append(f.Annotations, span)
	case "property":
		f.values[span.Start], _ = m.Span("value")
	case "left": // const val A, class A or open class A, which the grammar takes for infix calls behind an annotation
		operator, _ := m.Span("operator")
		right, _ := m.Span("right")
		f.misread = f.misread || isKeyword(b.Text(span)) || isKeyword(b.Text(operator)) || isKeyword(b.Text(right))
	case "call":
		argument, _ := m.Span("argument")
		f.readBuild(b, b.Text(span), argument)
	case "block":
		id, _ := m.Span("id")
		plugin, _ := m.Span("plugin")
		if b.Text(span) == "plugins" {
			f.readBuild(b, b.Text(id), plugin)
		}
	default:
		readDefinition(b, f, m)
	}
}

// isKeyword reports whether a word can be no name.
func isKeyword(word string) bool {
	switch word {
	case "as", "break", "class", "continue", "do", "else", "false", "for", "fun", "if", "in", "interface", "is", "null",
		"object", "package", "return", "super", "this", "throw", "true", "try", "typealias", "val", "var", "when", "while":
		return true
	}
	return false
}

// readBuild reads a call by which a Gradle script takes something from elsewhere.
func (f *found) readBuild(b *syntax.Builder, call string, argument analysis.Span) {
	imp := analysis.Import{Specifier: b.Text(argument), Line: b.Line(argument.Start)}
	switch call {
	case "project", "include":
		if !strings.HasPrefix(imp.Specifier, ":") {
			return
		}
	case "apply":
		if !strings.HasSuffix(imp.Specifier, ".gradle.kts") && !strings.HasSuffix(imp.Specifier, ".gradle") {
			return
		}
	case "id":
		imp.Specifier = "plugin:" + imp.Specifier
	default:
		return
	}
	f.builds = append(f.builds, imp)
}

func readDefinition(b *syntax.Builder, f *found, m syntax.Match) {
	kind, whole, ok := m.First("def.")
	if !ok {
		return
	}
	d := outline.Definition{Kind: kind, Whole: whole, Head: whole}
	d.Name, ok = m.Span("name")
	if !ok {
		d.Name, ok = m.Span("companion")
	}
	if !ok || d.Name.Start == d.Name.End || isKeyword(b.Text(d.Name)) { // the parser made it up
		return
	}
	if body, ok := m.Span("body"); ok {
		d.Head.End = body.Start
	}
	for _, last := range []string{"parameters", "variable"} {
		if last, ok := m.Span(last); ok {
			d.Head.End = last.End
		}
	}
	f.Definitions = append(f.Definitions, d)
}

// readImport reads an import off its text: a.b.C, a.b.C as D or a.b.*.
func readImport(b *syntax.Builder, span analysis.Span) {
	text := strings.TrimPrefix(b.Signature(span.Start, span.End), "import")
	text, alias, _ := strings.Cut(strings.TrimRight(text, "; "), " as ")
	name := unquoted(text)
	if name == "" {
		return
	}
	imp := analysis.Import{Line: b.Line(span.Start)}
	if from, star := strings.CutSuffix(name, ".*"); star {
		imp.Specifier, imp.Star = from, true
	} else {
		dot := strings.LastIndexByte(name, '.')
		taken := name[dot+1:]
		imp.Specifier = name[:max(dot, 0)]
		imp.Names = []analysis.Binding{{Name: taken, Local: cmp.Or(unquoted(alias), taken)}}
	}
	b.Import(imp)
}

// unquoted is a name, dotted or not, without the backticks around what would not be a name otherwise.
func unquoted(name string) string {
	return strings.TrimSpace(strings.ReplaceAll(name, "`", ""))
}
