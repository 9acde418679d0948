package python

import (
	"strings"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/analysis/syntax"
)

// functions are those that were read.
type functions struct {
	last analysis.Span   // the body of the outermost one that was read last; empty before the first
	long map[uint32]bool // where those start that may have local functions
	deep bool            // the last one is one of them
}

func newFunctions(*syntax.Builder) *functions { return &functions{long: map[uint32]bool{}} }

// read adds what a match says; finish sorts out what is left of what does not count. Matches come in
// the order in which their last captures begin, so that those inside a function come after it.
func read(b *syntax.Builder, f *functions, m syntax.Match) {
	kind, span, _ := m.First("")
	if f.last.Contains(span) && kind != "import" && kind != "importer" && !(f.deep && (kind == "definition" || kind == "decorated")) {
		return
	}
	switch kind {
	case "import":
		for _, imp := range Imports(b.Signature(span.Start, span.End), b.Line(span.Start)) {
			b.Import(imp)
		}
	case "importer":
		readImporter(b, m, span)
	case "extended":
		items, _ := m.Span("items")
		by, call := m.Span("by")
		// The query is not anchored to the module: what begins there comes before all else, and the names would be out of order.
		ofModule := span.Start == 0 || b.Src()[span.Start-1] == '\n'
		if b.Text(span) == "__all__" && (!call || ofModule && (b.Text(by) == "extend" || b.Text(by) == "append")) {
			readExports(b, items)
		}
	case "alias":
		name, _ := m.Span("name")
		b.Add(analysis.Symbol{Name: b.Text(name), Kind: analysis.TypeAlias, Signature: b.Signature(span.Start, span.End),
			Range: span, Line: b.Line(name.Start)})
	case "assignment":
		readAssignment(b, m, span)
	default:
		readDefinition(b, f, m)
	}
}

func readDefinition(b *syntax.Builder, f *functions, m syntax.Match) {
	head, _ := m.Span("definition")
	whole, decorated := m.Span("decorated")
	if !decorated {
		whole = head
	}
	name, _ := m.Span("name")
	body, _ := m.Span("body")
	head.End = body.Start
	s := definition(b, whole, head, name)
	literal, code := cutDocstring(b.Src()[body.Start:body.End])
	s.Doc = documentation(literal)
	b.Add(s)
	if s.Kind == analysis.Class || len(b.Facts().Problems) > 0 { // the body may go on too far
		return
	}
	f.long[whole.Start] = syntax.Lines(code) >= syntax.LongFunction
	if !f.last.Contains(body) {
		f.last, f.deep = body, f.long[whole.Start]
	}
}

// definition is a function or class; its head follows the decorators, if any, that the whole begins
// with.
func definition(b *syntax.Builder, whole, head, name analysis.Span) analysis.Symbol {
	s := analysis.Symbol{Name: b.Text(name), Kind: analysis.Function, Range: whole, Line: b.Line(name.Start)}
	s.Signature = strings.TrimRight(b.Signature(head.Start, head.End), ": ")
	switch {
	case strings.HasPrefix(s.Signature, "class "):
		s.Kind = analysis.Class
	case strings.HasPrefix(s.Signature, "async "):
		s.Kind = analysis.AsyncFunction
	}
	if whole.Start < head.Start {
		s.Signature = elide(b.Signature(whole.Start, head.Start), maxValue) + " " + s.Signature
	}
	return s
}

func readAssignment(b *syntax.Builder, m syntax.Match, span analysis.Span) {
	name, _ := m.Span("name")
	s := analysis.Symbol{Name: b.Text(name), Kind: analysis.Variable, Range: span, Line: b.Line(name.Start)}
	if s.Name == "__all__" {
		readExports(b, span)
		return
	}
	text := b.Text(span)
	if len(text) <= 4*maxValue { // else it is shortened anyway, and tables can be huge
		text = b.Signature(span.Start, span.End)
	}
	target, annotation, value := splitAssignment(text)
	switch {
	case isTypeAlias(annotation):
		s.Kind = analysis.TypeAlias
	case isConstant(s.Name) || strings.HasPrefix(annotation, "Final"):
		s.Kind = analysis.Constant
	}
	if doc, ok := strings.CutPrefix(b.Doc(span.Start), ":"); ok { // "#: …" is how Sphinx has them documented
		s.Doc = strings.TrimSpace(doc)
	}
	names := []string{s.Name}
	for { // a = b = c = value
		name, annotated, rest := splitAssignment(value)
		if rest == "" || wordLen(name) < len(name) || annotated != "" {
			break
		}
		names, value = append(names, name), rest
	}
	for i, name := range names {
		s.Name, s.Signature = name, name
		if i == 0 && len(target) <= maxValue {
			s.Signature = target
		} else if i == 0 && target != name { // one of very many
			s.Signature = "…, " + name + ", …"
		}
		if annotation != "" {
			s.Signature += ": " + annotation
		}
		if value != "" {
			s.Signature += " = " + showValue(name, value)
		}
		b.Add(s)
	}
}

// isConstant reports whether a name is in upper case.
func isConstant(name string) bool {
	return strings.ToUpper(name) == name && strings.ToLower(name) != name
}

// Imports reads an import statement off its text on one line.
func Imports(text string, line uint32) []analysis.Import {
	rest, from := strings.CutPrefix(text, "from")
	module, items := cutImport(rest)
	imp := analysis.Import{Specifier: strings.ReplaceAll(module, " ", ""), Line: line}
	var out []analysis.Import
	for item := range strings.SplitSeq(strings.Trim(items, " ()"), ",") {
		words := strings.Fields(item)
		if len(words) == 0 {
			continue
		}
		name, local := words[0], words[len(words)-1]
		switch {
		case !from: // without an alias the module goes by its whole dotted name
			out = append(out, analysis.Import{Specifier: name, Local: local, Line: line})
		case name == "*":
			imp.Star = true
		default:
			imp.Names = append(imp.Names, analysis.Binding{Name: name, Local: local})
		}
	}
	if imp.Specifier != "" && (imp.Star || imp.Names != nil) {
		out = append(out, imp)
	}
	return out
}

// cutImport splits a text at the keyword import, which stands after a space or a dot (from .import a).
func cutImport(text string) (before, after string) {
	const keyword = "import"
	for at := 0; ; {
		i := strings.Index(text[at:], keyword)
		if i < 0 {
			return text, ""
		}
		at += i
		before, after = text[:at], text[at+len(keyword):]
		if wordLen(after) == 0 && (before == "" || before[at-1] == ' ' || before[at-1] == '.') {
			return before, after
		}
		at++
	}
}

// readImporter reads a call that imports a module by its name in a string. What the module is called
// here is not known; under its own name it takes nothing from other names.
func readImporter(b *syntax.Builder, m syntax.Match, callee analysis.Span) {
	switch string(b.Src()[callee.Start:callee.End]) {
	case "importlib.import_module", "import_module", "__import__":
	default:
		return
	}
	specifier, _ := m.Span("specifier")
	names := literals(b.Src()[specifier.Start:specifier.End])
	if len(names) != 1 || !isDotted(names[0]) {
		return
	}
	if names[0][0] == '.' { // relative to what the next argument says, which should be this file's package
		_, anchor, _ := strings.Cut(b.Signature(specifier.End, min(specifier.End+64, uint32(len(b.Src())))), ",")
		anchor = strings.TrimPrefix(strings.TrimSpace(anchor), "package=")
		if !strings.HasPrefix(anchor, "__package__") && !strings.HasPrefix(anchor, "__name__") {
			return
		}
	}
	b.Import(analysis.Import{Specifier: names[0], Local: strings.TrimLeft(names[0], "."), Line: b.Line(callee.Start)})
}

// readExports adds the names in the strings of a span to __all__.
func readExports(b *syntax.Builder, span analysis.Span) {
	for _, name := range literals(b.Src()[span.Start:span.End]) {
		if name != "" {
			b.Export(analysis.Export{Name: name, Local: name})
		}
	}
}
