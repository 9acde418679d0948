package ruby

import (
	"strings"

	sitter "github.com/smacker/go-tree-sitter"
	tsruby "github.com/tree-sitter/tree-sitter-ruby/bindings/go"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/analysis/syntax"
)

func grammar() *syntax.Grammar[draft] {
	return &syntax.Grammar[draft]{
		ID:         "ruby",
		Language:   func() *sitter.Language { return sitter.NewLanguage(tsruby.Language()) },
		Query:      query,
		Separators: []string{"::", "&.", "."},
		NameEnd:    "?!",
		Keywords: strings.Fields(`BEGIN END __ENCODING__ __END__ __FILE__ __LINE__ __dir__ __method__ alias and begin break case class def
			defined do else elsif end ensure false for if in module next nil not or redo rescue retry return self super
			then true undef unless until when while yield
			require require_relative load autoload include extend prepend private protected public module_function private_constant
			private_class_method attr_reader attr_writer attr_accessor define_method alias_method raise puts lambda proc loop`),
		Self:   []string{"self"},
		State:  newDraft,
		Read:   read,
		Finish: finish,
	}
}

// query finds definitions and constants wherever they stand, calls without a receiver for what Ruby
// leaves to methods (attr_reader, private, require), and what says which methods are private.
const query = `
	(comment) @comment
	[(string) (heredoc_beginning) (heredoc_body) (regex) (subshell) (simple_symbol) (delimited_symbol) (string_array)
	 (symbol_array) (character) (hash_key_symbol) (uninterpreted) (instance_variable) (class_variable) (global_variable)] @opaque
	(interpolation) @code

	(module name: (_) @name body: (_)? @body) @definition.module
	(class name: (_) @name superclass: (_)? @super body: (_)? @body) @definition.class
	(singleton_class body: (_) @body) @singleton
	(method name: (_) @name parameters: (_)? @params) @definition.method
	(singleton_method object: (_) @object name: (_) @name parameters: (_)? @params) @definition.method
	(alias name: (_) @name) @definition.alias

	[(assignment left: [(constant) (scope_resolution)] @name right: (_) @value)
	 (operator_assignment left: [(constant) (scope_resolution)] @name right: (_) @value)] @definition.constant
	(assignment left: (left_assignment_list (constant) @name)) @definition.constant

	(call !receiver method: (identifier) @callee arguments: (argument_list) @arguments) @call
	(body_statement (identifier) @section)

	[(constant) (scope_resolution)] @constant
`

// scope is the body of a class, a module or a singleton class, or a method, with what stands in it.
type scope struct {
	analysis.Span               // the whole of it
	body          analysis.Span // empty where there is nothing in it
	name          string        // of a class or module, as written: A::B
	method        bool
}

// draft is what Read leaves for Finish.
type draft struct {
	scopes    []scope
	symbols   []definition
	sections  []section
	constants []analysis.Span // uses and definitions
	defined   map[uint32]bool // where the names of definitions start
}

// definition is a symbol with what its container and its visibility follow from.
type definition struct {
	analysis.Symbol
	constant  bool   // its name is a constant's path, as written
	absolute  bool   // the path begins with ::
	on        string // def on.name: the object
	singleton bool
}

// section is a call of private, public, …: without arguments it is about what follows in its body.
type section struct {
	analysis.Span
	word  string
	names []string // the symbols among its arguments
	bare  bool
}

func newDraft(*syntax.Builder) *draft { return &draft{defined: map[uint32]bool{}} }

func read(b *syntax.Builder, d *draft, m syntax.Match) {
	if s, ok := m.Span("constant"); ok {
		d.constants = append(d.constants, s)
		return
	}
	if s, ok := m.Span("section"); ok {
		if word := b.Text(s); isVisibility(word) {
			d.sections = append(d.sections, section{Span: s, word: word, bare: true})
		}
		return
	}
	if s, ok := m.Span("singleton"); ok {
		body, _ := m.Span("body")
		d.scopes = append(d.scopes, scope{Span: s, body: body})
		return
	}
	if whole, ok := m.Span("call"); ok {
		readCall(b, d, m, whole)
		return
	}
	kind, whole, _ := m.First("definition.")
	name, _ := m.Span("name")
	switch kind {
	case "module", "class":
		readModule(b, d, m, kind, whole, name)
	case "method":
		readMethod(b, d, m, whole, name)
	case "alias":
		d.add(b, name, definition{Symbol: analysis.Symbol{Kind: analysis.Method, Range: whole, Signature: b.Signature(whole.Start, whole.End)}})
	case "constant":
		readConstants(b, d, m, whole)
	}
}

// add adds a definition under the name that stands at a span.
func (d *draft) add(b *syntax.Builder, name analysis.Span, def definition) {
	if name.Start == name.End { // the parser made it up
		return
	}
	def.Name, def.Line, def.Exported = strings.TrimLeft(b.Text(name), ":"), b.Line(name.Start), true
	def.Doc, def.absolute = doc(b, def.Range.Start), b.Src()[name.Start] == ':'
	d.symbols = append(d.symbols, def)
}

func readModule(b *syntax.Builder, d *draft, m syntax.Match, keyword string, whole, name analysis.Span) {
	if !isConstantPath(b.Text(name)) { // the parser made some of it up
		return
	}
	s := analysis.Symbol{Kind: analysis.Module, Range: whole}
	end := name.End
	if keyword == "class" {
		s.Kind = analysis.Class
		if super, ok := m.Span("super"); ok {
			end = super.End
		}
	}
	s.Signature = b.Signature(whole.Start, end)
	body, _ := m.Span("body")
	d.scopes = append(d.scopes, scope{Span: whole, body: body, name: b.Text(name)})
	d.defined[name.Start] = true
	d.add(b, name, definition{Symbol: s, constant: true})
}

func readMethod(b *syntax.Builder, d *draft, m syntax.Match, whole, name analysis.Span) {
	end := name.End
	if params, ok := m.Span("params"); ok {
		end = params.End
	}
	def := definition{Symbol: analysis.Symbol{Kind: analysis.Method, Range: whole, Signature: b.Signature(whole.Start, end)}}
	if object, ok := m.Span("object"); ok {
		def.on, def.singleton = b.Text(object), true
	}
	d.scopes = append(d.scopes, scope{Span: whole, method: true})
	d.add(b, name, def)
}

// longValue is how much of a constant's value a signature shows.
const longValue = 80

// readConstants reads `A = value` and `A, B = values`.
func readConstants(b *syntax.Builder, d *draft, m syntax.Match, whole analysis.Span) {
	value, single := m.Span("value")
	text := ""
	if single {
		text = b.Text(value)
	}
	for _, name := range m.All("name") {
		if !isConstantPath(b.Text(name)) {
			continue
		}
		def := definition{Symbol: analysis.Symbol{Kind: analysis.Constant, Range: whole}, constant: true}
		switch {
		case strings.HasPrefix(text, "Struct.new"), strings.HasPrefix(text, "Data.define"):
			def.Kind = analysis.Struct
			readMembers(b, d, value, strings.TrimLeft(b.Text(name), ":"))
		case strings.HasPrefix(text, "Class.new"):
			def.Kind = analysis.Class
		case strings.HasPrefix(text, "Module.new"):
			def.Kind = analysis.Module
		}
		end := whole.End
		if def.Kind != analysis.Constant {
			end = value.Start + uint32(headLen(text))
			d.scopes = append(d.scopes, scope{Span: whole, body: value, name: b.Text(name)})
		}
		def.Signature = shorten(b.Signature(whole.Start, end))
		d.defined[name.Start] = true
		d.add(b, name, def)
	}
}

// readMembers adds the members of Name = Struct.new(:a, :b).
func readMembers(b *syntax.Builder, d *draft, value analysis.Span, struc string) {
	text := b.Text(value)
	head := text[:headLen(text)]
	open := strings.IndexAny(head, "( ")
	if open < 0 {
		return
	}
	for _, s := range symbolArguments(head[open:]) {
		at := analysis.Span{Start: value.Start + uint32(open+s.Start), End: value.Start + uint32(open+s.End)}
		d.add(b, at, definition{Symbol: analysis.Symbol{Kind: analysis.Field, Range: at, Signature: struc + "#" + b.Text(at)}})
	}
}

// headLen is the length of a call without the block that it is given.
func headLen(text string) int {
	depth := 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '(', '[':
			depth++
		case ')', ']':
			if depth--; depth == 0 && text[i] == ')' {
				return i + 1
			}
		case '\n':
			if depth == 0 {
				return len(strings.TrimSuffix(strings.TrimRight(text[:i], " \t\r"), " do"))
			}
		case '{':
			if depth == 0 {
				return len(strings.TrimRight(text[:i], " "))
			}
		}
	}
	return len(text)
}

// shorten cuts a signature that shows a long value.
func shorten(s string) string {
	head, value, found := strings.Cut(s, "=")
	if !found || len(value) <= longValue {
		return s
	}
	cut := longValue
	for cut > 0 && value[cut]&0xC0 == 0x80 { // inside a character
		cut--
	}
	return head + "=" + strings.TrimRight(value[:cut], " ") + "…"
}

// doc is the comment above the line that a definition begins on, where only words stand before it
// (private def a), and unless the comment speaks to a tool.
func doc(b *syntax.Builder, start uint32) string {
	src := b.Src()
	at := start
	for at > 0 && src[at-1] != '\n' {
		at--
	}
	for at < start && (src[at] == ' ' || src[at] == '\t') {
		at++
	}
	for _, c := range src[at:start] {
		if c != ' ' && c != '_' && (c < 'a' || c > 'z') {
			return ""
		}
	}
	text := b.Doc(at)
	for _, tool := range []string{"frozen_string_literal:", "encoding:", "coding:", "typed:", "rubocop:", "-*-", ":nodoc:", "/usr/bin", "@!", "steep:"} {
		if strings.HasPrefix(text, tool) || strings.HasPrefix(text, "/") {
			return ""
		}
	}
	return text
}
