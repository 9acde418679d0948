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
	(call receiver: (constant) @framework method: (identifier) @callee arguments: (argument_list) @arguments block: (_)) @call
	(body_statement (identifier) @section)

	[(constant) (scope_resolution)] @constant

	[(method) (singleton_method)] @local.scope.closed
	[(lambda) (block) (do_block)] @local.scope
	[(method_parameters (identifier) @local.definition)
	 (block_parameters (identifier) @local.definition)
	 (lambda_parameters (identifier) @local.definition)
	 (destructured_parameter (identifier) @local.definition)
	 (splat_parameter (identifier) @local.definition)
	 (hash_splat_parameter (identifier) @local.definition)
	 (block_parameter (identifier) @local.definition)
	 (keyword_parameter name: (identifier) @local.definition)
	 (optional_parameter name: (identifier) @local.definition)
	 (exception_variable (identifier) @local.definition)
	 (assignment left: (identifier) @local.definition)
	 (operator_assignment left: (identifier) @local.definition)
	 (left_assignment_list (identifier) @local.definition)
	 (destructured_left_assignment (identifier) @local.definition)
	 (rest_assignment (identifier) @local.definition)]
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
	mixins    []analysis.Span // what include, prepend and extend are given
	defined   map[uint32]bool // where the names of definitions start
	tests     []titled
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
