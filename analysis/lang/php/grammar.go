package php

import (
	"cmp"
	"strings"

	sitter "github.com/smacker/go-tree-sitter"
	tsphp "github.com/tree-sitter/tree-sitter-php/bindings/go"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/analysis/syntax"
)

func grammar() *syntax.Grammar[draft] {
	return &syntax.Grammar[draft]{
		ID:         "php",
		Language:   func() *sitter.Language { return sitter.NewLanguage(tsphp.LanguagePHP()) },
		Query:      query,
		Separators: []string{"?->", "->", "::", "\\"},
		Keywords: strings.Fields(`abstract and array as bool break callable case catch class clone const continue declare default do
			echo else elseif empty enddeclare endfor endforeach endif endswitch endwhile enum exit extends false final finally float
			fn for foreach from function global goto if implements include include_once instanceof insteadof int interface isset
			iterable list match mixed namespace never new null object or print private protected public readonly require
			require_once return static string switch throw trait true try unset use var void while xor yield
			__CLASS__ __DIR__ __FILE__ __FUNCTION__ __LINE__ __METHOD__ __NAMESPACE__ __TRAIT__ define`),
		Places: true,
		Self:   []string{"$this", "self", "static", "parent"},
		State:  newDraft,
		Read:   read,
		Finish: finish,
	}
}

// query finds definitions wherever they stand: those in functions are dropped in the end.
const query = `
	(comment) @comment
	[(string) (string_content) (escape_sequence) (nowdoc) (heredoc_start) (heredoc_end) (text) (php_tag) (declare_directive)] @opaque

	(namespace_definition name: (namespace_name)? @opaque @space body: (_)? @body) @namespace
	(namespace_use_declaration) @opaque @use
	[(qualified_name) (relative_name)] @opaque @qualified
	(function_call_expression function: (qualified_name) @called)

	(class_declaration name: (name) @name body: (_) @body) @definition.class
	(interface_declaration name: (name) @name body: (_) @body) @definition.interface
	(trait_declaration name: (name) @name body: (_) @body) @definition.trait
	(enum_declaration name: (name) @name body: (_) @body) @definition.enum
	(anonymous_class body: (_) @body) @definition.anonymous
	(function_definition name: (name) @name body: (_) @body) @definition.function
	(method_declaration name: (name) @name body: (_)? @body) @definition.method
	(property_declaration (property_element name: (variable_name (name) @name)) @element) @definition.property
	(property_promotion_parameter name: [(variable_name (name) @name) (by_ref (variable_name (name) @name))]) @definition.promoted
	(const_declaration (const_element . (name) @name) @element) @definition.const
	(enum_case name: (name) @name) @definition.case

	(function_call_expression function: (name) @callee arguments: (arguments . (argument (string (string_content) @name)))) @definition.call
	(function_call_expression function: (name) @callee
		arguments: (arguments . (argument [(string) (encapsed_string)] @title) . (argument [(anonymous_function) (arrow_function)]))) @titled
	[(include_expression (_) @path) (include_once_expression (_) @path) (require_expression (_) @path) (require_once_expression (_) @path)] @include
`

// draft is what Read leaves for Finish.
type draft struct {
	symbols   []definition
	spaces    []space
	uses      []analysis.Span
	qualified []analysis.Span
	tests     []syntax.Titled
	called    map[uint32]bool // where the names of called functions start

	local map[uint32]string // what the file calls what is written with its namespace, by where that starts
	full  map[string]string // by alias in lower case, the full name
}

// definition is a symbol with the text of its modifiers.
type definition struct {
	analysis.Symbol
	promoted  bool
	anonymous bool
}

// space is a namespace with the range that it holds for.
type space struct {
	analysis.Span
	name string
}

func newDraft(*syntax.Builder) *draft {
	return &draft{called: map[uint32]bool{}, local: map[uint32]string{}, full: map[string]string{}}
}

func read(b *syntax.Builder, d *draft, m syntax.Match) {
	kind, whole, ok := m.First("definition.")
	if ok {
		readDefinition(b, d, m, kind, whole)
		return
	}
	if s, ok := m.Span("use"); ok {
		d.uses = append(d.uses, s)
	} else if s, ok := m.Span("qualified"); ok {
		d.qualified = append(d.qualified, s)
	} else if s, ok := m.Span("called"); ok {
		d.called[s.Start] = true
	} else if t, ok := syntax.TitledIn(m); ok {
		d.tests = append(d.tests, t)
	} else if s, ok := m.Span("include"); ok {
		readInclude(b, m, s)
	} else if s, ok := m.Span("namespace"); ok {
		name, _ := m.Span("space")
		if body, ok := m.Span("body"); ok {
			s.End = body.End
		} else {
			s.End = uint32(len(b.Src()))
		}
		d.spaces = append(d.spaces, space{s, b.Signature(name.Start, name.End)})
	}
}

func readDefinition(b *syntax.Builder, d *draft, m syntax.Match, kind string, whole analysis.Span) {
	name, named := m.Span("name")
	body, hasBody := m.Span("body")
	head := analysis.Span{Start: pastAttributes(b.Src(), whole), End: whole.End}
	if hasBody {
		head.End = body.Start
	}
	def := definition{Symbol: analysis.Symbol{Range: whole, Exported: true}}
	switch kind {
	case "class":
		def.Kind = analysis.Class
	case "anonymous":
		def.Kind, def.anonymous, name, named = analysis.Class, true, analysis.Span{Start: whole.Start, End: whole.Start}, true
	case "interface":
		def.Kind = analysis.Interface
	case "trait":
		def.Kind = analysis.Trait
	case "enum":
		def.Kind = analysis.Enum
	case "function":
		def.Kind = analysis.Function
	case "method":
		def.Kind = analysis.Method
	case "promoted":
		def.Kind, def.promoted = analysis.Field, true
	case "property", "const":
		element, _ := m.Span("element")
		def.Kind = analysis.Field
		if kind == "const" {
			def.Kind = analysis.Constant
		}
		def.Signature = modifiers(b, head, kind) + value(b, element)
	case "case":
		def.Kind = analysis.Constant
	case "call":
		callee, _ := m.Span("callee")
		if b.Text(callee) != "define" {
			return
		}
		def.Kind = analysis.Constant
	}
	if !named || name.Start == name.End && !def.anonymous { // the parser made it up
		return
	}
	def.Name, def.Line = b.Text(name), b.Line(name.Start)
	if def.anonymous {
		def.Name = "class@anonymous"
	}
	if def.Signature == "" {
		def.Signature = cmp.Or(strings.TrimRight(value(b, head), "; "), def.Name)
	}
	def.Doc = docOf(b, whole.Start)
	d.symbols = append(d.symbols, def)
}

// docOf is the comment above a definition; the first line of one that only says types is none.
func docOf(b *syntax.Builder, start uint32) string {
	doc := b.Doc(start)
	if strings.HasPrefix(doc, "{") || strings.HasPrefix(doc, "}") || strings.HasPrefix(doc, "?>") {
		return ""
	}
	return doc
}

// longValue is how much of a value a signature shows.
const longValue = 80

// value is a definition with its value, which is cut when it is long.
func value(b *syntax.Builder, s analysis.Span) string {
	text := b.Signature(s.Start, s.End)
	head, value, found := strings.Cut(text, " = ")
	if !found || len(value) <= longValue || strings.HasSuffix(head, "(") || strings.Contains(head, "function ") {
		return text
	}
	cut := longValue
	for cut > 0 && value[cut]&0xC0 == 0x80 { // inside a character
		cut--
	}
	return head + " = " + strings.TrimRight(value[:cut], " ") + "…"
}

// modifiers are the words before the names of a property or constant declaration: what its elements share.
func modifiers(b *syntax.Builder, head analysis.Span, kind string) string {
	text := b.Signature(head.Start, head.End)
	end := strings.IndexByte(text, '$')
	if kind == "const" {
		if end = strings.IndexByte(text, '='); end >= 0 {
			end = strings.LastIndexByte(strings.TrimRight(text[:end], " "), ' ') + 1
		}
	}
	return text[:max(end, 0)]
}

// pastAttributes is where a definition begins after its attributes.
func pastAttributes(src []byte, s analysis.Span) uint32 {
	at := s.Start
	for at+1 < s.End && src[at] == '#' && src[at+1] == '[' {
		at = skipBrackets(src, at+1, s.End)
		for at < s.End && strings.IndexByte(" \t\r\n", src[at]) >= 0 {
			at++
		}
	}
	return at
}
