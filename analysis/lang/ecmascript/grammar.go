package ecmascript

import (
	"strings"

	sitter "github.com/smacker/go-tree-sitter"
	tsjavascript "github.com/tree-sitter/tree-sitter-javascript/bindings/go"
	tstypescript "github.com/tree-sitter/tree-sitter-typescript/bindings/go"

	"github.com/contextls/contextls/analysis/syntax"
)

func grammar(id string, language func() *sitter.Language, queries ...string) *syntax.Grammar[reader] {
	return &syntax.Grammar[reader]{
		ID:         id,
		Language:   language,
		Query:      strings.Join(queries, "\n"),
		Separators: []string{".", "?.", "!."},
		NameStart:  "#",
		LineEnds:   true,
		Places:     true,
		Keywords:   keywords(),
		Self:       []string{"this", "super"},
		State:      newReader,
		Read:       read,
		Finish:     finish,
	}
}

func typescriptGrammar() *syntax.Grammar[reader] {
	return grammar("typescript", func() *sitter.Language { return sitter.NewLanguage(tstypescript.LanguageTypescript()) },
		commonQuery, typescriptQuery)
}

func tsxGrammar() *syntax.Grammar[reader] {
	return grammar("typescriptreact", func() *sitter.Language { return sitter.NewLanguage(tstypescript.LanguageTSX()) },
		commonQuery, typescriptQuery, jsxQuery)
}

// javascriptGrammar is for .js and .jsx alike: JSX stands in both.
func javascriptGrammar(id string) *syntax.Grammar[reader] {
	return grammar(id, func() *sitter.Language { return sitter.NewLanguage(tsjavascript.Language()) },
		commonQuery, javascriptQuery, jsxQuery)
}

// flowGrammar is for JavaScript with Flow's types: TypeScript's grammar knows most of them.
func flowGrammar() *syntax.Grammar[reader] {
	g := tsxGrammar()
	g.ID = "javascript"
	return g
}

// Patterns are not anchored to the program, for three reasons: what a parse error leaves under another
// root is still found, a pattern that begins at the program stays open through the whole file and
// slows every node down, and which blocks a definition stands in is told by the blocks (see reader).
//
//	@def.KIND   a definition; with @name, and where it has them @body, @value, and @in: the body that
//	            it is a member of; with @key, whose name is a use, too: of the member that its object's type has
//	@block      what hides the definitions in it; @namespace is a block that does not
//	@lambda     a function or class as a value
//	@wrapper    the body of a function that is called where it stands, or that a @wraps is given last (in JavaScript)
const commonQuery = `
[(comment) (html_comment)] @comment
(hash_bang_line) @opaque
[(string) (regex)] @opaque
(template_string) @opaque @template
(template_substitution (_) @code)

[(statement_block) (for_statement)] @block
(decorator) @decorator
(import_statement source: (string) @source) @import
(export_statement value: (_)? @value source: (string)? @source) @export
(call_expression function: [(identifier) (import)] @callee arguments: (arguments . (comment)? . [(string) (template_string)] @source)) @call
(call_expression function: (_) @callee
  arguments: (arguments . [(string) (template_string)] @title . (object)? . [(arrow_function) (function_expression)])) @titled

[(arrow_function body: (_) @body)
 (function_expression body: (_) @body)
 (generator_function body: (_) @body)
 (class body: (_) @body)] @lambda

(call_expression function: [
	(function_expression body: (_) @wrapper)
	(parenthesized_expression [(function_expression body: (_) @wrapper) (arrow_function body: (statement_block) @wrapper)])
	(member_expression object: (parenthesized_expression (function_expression body: (_) @wrapper)))])

[(function_declaration name: (_) @name body: (_) @body)
 (generator_function_declaration name: (_) @name body: (_) @body)] @def.function
(class_declaration name: (_) @name body: (_) @body) @def.class
(class_body (method_definition name: (_) @name body: (_) @body) @def.method) @in
(variable_declarator name: (_) @name value: (_)? @value) @def.variable
(object [
	(method_definition name: (_) @key body: (_) @body)
	(pair key: (_) @key value: [(arrow_function) (function_expression)] @value)] @def.key)

(assignment_expression left: (member_expression) @target right: (_) @value) @def.assignment
(assignment_expression left: (member_expression) @target right: (object [
	(shorthand_property_identifier) @key @value
	(pair key: [(property_identifier) (string)] @key value: (_) @value)
	(method_definition name: (property_identifier) @key)])) @entry
`

const javascriptQuery = `
(class_body (field_definition property: (_) @name value: (_)? @value) @def.field) @in
(call_expression function: (_) @wraps arguments: (arguments [(function_expression body: (_) @wrapper) (arrow_function body: (statement_block) @wrapper)] .))
`

const typescriptQuery = `
(import_statement (import_require_clause source: (string) @source)) @import
(function_signature name: (_) @name) @def.function
(abstract_class_declaration name: (_) @name body: (_) @body) @def.class
(class_body (public_field_definition name: (_) @name value: (_)? @value) @def.field) @in
(class_body [(method_signature name: (_) @name) (abstract_method_signature name: (_) @name)] @def.method) @in
(interface_declaration name: (_) @name body: (_) @body) @def.interface
(interface_body (method_signature name: (_) @name) @def.method) @in
(interface_body (property_signature name: (_) @name) @def.field) @in
(type_alias_declaration name: (_) @name value: (_) @value) @def.type
(object_type (method_signature name: (_) @name) @def.method) @in
(object_type (property_signature name: (_) @name) @def.field) @in
(enum_declaration name: (_) @name body: (_) @body) @def.enum
(enum_body [(property_identifier) (string)] @name @def.constant) @in
(enum_body (enum_assignment name: (_) @name value: (_) @value) @def.constant) @in
[(internal_module name: (_) @name body: (_)? @namespace)
 (module name: (_) @name body: (_)? @namespace)
 (ambient_declaration "global" @name (statement_block) @namespace)] @def.module
`

const jsxQuery = `
[(jsx_text) (html_character_reference) (jsx_closing_element)] @opaque
`

// keywords are the reserved words, the built-in types, and of the words that are only reserved in some
// places those that hardly anybody takes for a name.
func keywords() []string {
	return strings.Fields(`
		abstract any as asserts async await bigint boolean break case catch class const continue debugger
		declare default delete do else enum export extends false finally for from function if implements import
		in infer instanceof interface is keyof let namespace never new null number object of override package
		private protected public readonly require return satisfies static string super switch symbol this throw
		true try type typeof undefined unique unknown var void while with yield`)
}
