package golang

import (
	"bytes"
	"cmp"
	"strings"
	"unicode"
	"unicode/utf8"

	sitter "github.com/smacker/go-tree-sitter"
	tsgo "github.com/tree-sitter/tree-sitter-go/bindings/go"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/analysis/syntax"
)

func grammar() *syntax.Grammar[tree] {
	return &syntax.Grammar[tree]{
		ID:         id,
		Language:   func() *sitter.Language { return sitter.NewLanguage(tsgo.Language()) },
		Query:      query,
		OwnName:    true,
		Places:     true,
		Separators: []string{"."},
		// The predeclared names that packages do define for themselves (min, max, clear, …) stay references.
		Keywords: strings.Fields(`break case chan const continue default defer else fallthrough for func go goto if
			import interface map package range return select struct switch type var
			any append bool byte cap comparable complex64 complex128 error false float32 float64 int int8 int16 int32
			int64 iota len make nil panic recover rune string true uint uint8 uint16 uint32 uint64 uintptr _`),
		Alone:  readAlone,
		Read:   read,
		Finish: finish,
	}
}

// read turns one match of the query into facts.
func read(b *syntax.Builder, _ *tree, m syntax.Match) {
	if name, ok := m.Span("package"); ok {
		b.SetPackage(b.Text(name))
		return
	}
	if p, ok := m.Span("path"); ok {
		readImport(b, m, p)
		return
	}
	kind, whole, _ := m.First("definition.")
	switch kind {
	case "func":
		readFunc(b, m, whole)
	case "type":
		readType(b, m, whole)
	case "field":
		readField(b, m, whole)
	case "method":
		name, _ := m.Span("name")
		add(b, name, analysis.Symbol{Kind: analysis.Method, Range: whole,
			Signature: b.Signature(whole.Start, whole.End), Doc: doc(b, whole, whole)})
	default:
		readValue(b, m, kind, whole)
	}
}

func readImport(b *syntax.Builder, m syntax.Match, p analysis.Span) {
	imp := analysis.Import{Specifier: strings.Trim(b.Text(p), "\"`"), Line: b.Line(p.Start)}
	if local, ok := m.Span("local"); ok {
		if imp.Local = b.Text(local); imp.Local == "." {
			imp.Local, imp.Star = "", true
		}
	}
	b.Import(imp)
}

func readFunc(b *syntax.Builder, m syntax.Match, whole analysis.Span) {
	if damaged(b) && !startsLine(b.Src(), whole.Start) {
		return
	}
	s := analysis.Symbol{Kind: analysis.Function, Range: whole, Doc: b.Doc(whole.Start)}
	end := whole.End
	if body, ok := m.Span("body"); ok {
		end = body.Start
	}
	s.Signature = b.Signature(whole.Start, end)
	if receiver, ok := m.Span("receiver"); ok {
		s.Kind, s.Container = analysis.Method, baseType(b.Text(receiver))
	}
	name, _ := m.Span("name")
	add(b, name, s)
}

func readType(b *syntax.Builder, m syntax.Match, spec analysis.Span) {
	name, _ := m.Span("name")
	typ, _ := m.Span("type")
	s := analysis.Symbol{Kind: analysis.TypeAlias}
	head, text := b.Signature(spec.Start, typ.Start), b.Src()[typ.Start:typ.End]
	alias := strings.HasSuffix(head, "=")
	switch {
	case !alias && bytes.HasPrefix(text, []byte("struct")):
		s.Kind, s.Signature = analysis.Struct, "type "+head+" struct"
	case !alias && bytes.HasPrefix(text, []byte("interface")) && !isConstraint(text):
		s.Kind, s.Signature = analysis.Interface, "type "+head+" interface"
	default:
		if bytes.HasPrefix(text, []byte("interface")) && !alias {
			s.Kind = analysis.Interface
		}
		s.Signature = "type " + head + " " + elide(b, typ)
	}
	declare(b, m, spec, name, s)
}

// isConstraint reports whether an interface has a type set and no methods: then its body is what a reader
// needs to know.
func isConstraint(text []byte) bool {
	return bytes.ContainsAny(text, "|~") && !bytes.ContainsRune(text, '(')
}

// readValue reads one line of constants or variables. Where each name has a value of its own, each is
// shown with that; else all are shown together.
func readValue(b *syntax.Builder, m syntax.Match, keyword string, spec analysis.Span) {
	names, values := m.All("name"), m.All("value")
	typ, typed := m.Span("type")
	kind := analysis.Variable
	if keyword == "const" {
		kind = analysis.Constant
	}
	suffix := ""
	switch {
	case typed:
		suffix = " " + elide(b, typ)
	case len(values) == 0 && kind == analysis.Constant:
		suffix = impliedType(b)
	}
	for i, name := range names {
		s := analysis.Symbol{Kind: kind, Signature: keyword + " " + b.Text(name) + suffix}
		switch {
		case len(values) == len(names):
			s.Signature += " = " + elide(b, values[i])
		case len(values) > 0:
			s.Signature = keyword + " " + b.Signature(names[0].Start, names[len(names)-1].End) + suffix + " = " + elide(b, values[0])
		}
		declare(b, m, spec, name, s)
	}
}

// impliedType is the type that a constant without a value has from the one before it in its group.
func impliedType(b *syntax.Builder) string {
	symbols := b.Facts().Symbols
	if len(symbols) == 0 || symbols[len(symbols)-1].Kind != analysis.Constant {
		return ""
	}
	previous := symbols[len(symbols)-1]
	declared, _, _ := strings.Cut(strings.TrimPrefix(previous.Signature, "const "+previous.Name), " = ")
	if strings.ContainsRune(declared, ',') {
		return ""
	}
	return declared
}

func readField(b *syntax.Builder, m syntax.Match, whole analysis.Span) {
	s := analysis.Symbol{Kind: analysis.Field, Range: whole, Doc: doc(b, whole, whole)}
	if embedded, ok := m.Span("embedded"); ok {
		s.Name, s.Line = baseType(b.Text(embedded)), b.Line(embedded.Start)
		s.Signature, s.Exported = b.Signature(whole.Start, embedded.End), isExported(s.Name)
		b.Add(s)
		return
	}
	typ, _ := m.Span("type")
	for _, name := range m.All("name") {
		s.Signature = b.Text(name) + " " + elide(b, typ)
		add(b, name, s)
	}
}

// declare adds a symbol of a const, var or type declaration. One of a group ranges over its own line,
// and without a comment of its own has the group's.
func declare(b *syntax.Builder, m syntax.Match, spec, name analysis.Span, s analysis.Symbol) {
	declaration, _ := m.Span("declaration")
	if damaged(b) && !startsLine(b.Src(), declaration.Start) {
		return
	}
	s.Range = declaration
	if bytes.IndexByte(b.Src()[declaration.Start:spec.Start], '(') >= 0 {
		s.Range = spec
	}
	s.Doc = doc(b, spec, declaration)
	add(b, name, s)
}

// add adds a symbol under the name that stands at a span. The blank one is dropped in the end: until then
// it tells what is inside it.
func add(b *syntax.Builder, name analysis.Span, s analysis.Symbol) {
	s.Name, s.Line = b.Text(name), b.Line(name.Start)
	s.Exported = isExported(s.Name)
	s.Signature = strings.TrimSpace(s.Signature) // a type or a value may be missing
	b.Add(s)
}

// doc is the comment above a definition or, failing this, the one behind it on its line or the one
// above its whole declaration.
func doc(b *syntax.Builder, spec, declaration analysis.Span) string {
	return cmp.Or(b.Doc(spec.Start), trailing(b.Src(), spec.End), b.Doc(declaration.Start))
}

// trailing is the text of a comment that follows an offset on the same line. Without a space after the
// slashes it speaks to a tool (nolint:…).
func trailing(src []byte, offset uint32) string {
	line, _, _ := bytes.Cut(src[offset:], []byte("\n"))
	text, found := bytes.CutPrefix(bytes.TrimLeft(line, " \t,;"), []byte("// "))
	if !found {
		return ""
	}
	return string(bytes.TrimSpace(text))
}

// baseType is the name of a type in a receiver or an embedded field: *pkg.List[T] is List.
func baseType(text string) string {
	text, _, _ = strings.Cut(text, "[")
	text = strings.Trim(text, "*() \t")
	return strings.TrimSpace(text[strings.LastIndexByte(text, '.')+1:])
}

func isExported(name string) bool {
	r, _ := utf8.DecodeRuneInString(name)
	return unicode.IsUpper(r)
}
