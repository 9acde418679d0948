package scala

import (
	"strings"

	sitter "github.com/smacker/go-tree-sitter"
	tsscala "github.com/tree-sitter/tree-sitter-scala/bindings/go"

	"github.com/contextls/contextls/analysis/syntax"
)

func grammar() *syntax.Grammar[found] {
	return &syntax.Grammar[found]{
		ID:         id,
		Language:   func() *sitter.Language { return sitter.NewLanguage(tsscala.Language()) },
		Query:      query,
		Separators: []string{".", "#"},
		Keywords: strings.Fields(`abstract case catch class def derives do else enum export extends extension false final
			finally for given if implicit import inline lazy macro match new null object opaque override package private
			protected return sealed super then this throw trait transparent true try type using val var while with
			yield _ $`),
		Builtins: strings.Fields(`Any AnyRef AnyVal Nothing Null Unit Boolean Byte Short Int Long Float Double Char String Array
			List Map Set Seq Option Iterable Iterator`),
		Self:   []string{"this", "super"},
		State:  newFound,
		Read:   read,
		Finish: finish,
	}
}

// query finds declarations wherever they stand; finish drops those that are hidden. The names of
// declarations are opaque, since those in backticks may hold anything.
const query = `
[(comment) (block_comment)] @comment
[(string) (character_literal) (interpolated_string)] @opaque
(interpolation [(identifier) (block)] @code)

(package_clause name: (package_identifier) @package @opaque body: (template_body)? @body) @clause
(package_object name: (_) @name @opaque body: (template_body)? @body) @def.package
(import_declaration) @import @opaque
(export_declaration) @export @opaque

(class_definition name: (_) @name @opaque body: (template_body)? @body) @def.class
(trait_definition name: (_) @name @opaque body: (template_body)? @body) @def.trait
(object_definition name: (_) @name @opaque body: (template_body)? @body) @def.object
(enum_definition name: (_) @name @opaque body: (enum_body) @body) @def.enum
(enum_case_definitions [
	(simple_enum_case name: (_) @name @opaque)
	(full_enum_case name: (_) @name @opaque)
] @case) @def.case
(class_parameter name: (_) @name @opaque) @def.parameter
(type_definition name: (_) @name @opaque) @def.type
(function_definition name: (_) @name @opaque body: (_) @body) @def.function
(function_declaration name: (_) @name @opaque) @def.function
[(val_definition pattern: [
	(identifier) @name @opaque
	(identifiers (identifier) @name @opaque)
	(tuple_pattern (identifier) @name @opaque)
	(case_class_pattern pattern: (identifier) @name @opaque)
] value: (_) @value)
(var_definition pattern: [
	(identifier) @name @opaque
	(identifiers (identifier) @name @opaque)
	(tuple_pattern (identifier) @name @opaque)
] value: (_) @value)
(val_declaration name: (_) @name @opaque)
(var_declaration name: (_) @name @opaque)] @def.value
(given_definition name: (_)? @name @opaque return_type: (_) @type body: (_)? @body) @def.given
(extension_definition parameters: (parameters) @parameters) @extension

(parameter name: (identifier) @local)
(call_expression function: (call_expression function: (identifier) @callee arguments: (arguments . (string) @title)) arguments: (block)) @titled
(infix_expression left: (string) @title operator: (_) @callee right: (block)) @titled

[(function_definition) (lambda_expression) (case_clause) (for_expression)] @local.scope
[(parameter name: (identifier) @local.definition)
 (val_definition pattern: (identifier) @local.definition)
 (val_definition pattern: (tuple_pattern (identifier) @local.definition))
 (val_definition pattern: (case_class_pattern pattern: (identifier) @local.definition))
 (var_definition pattern: (identifier) @local.definition)
 (var_definition pattern: (tuple_pattern (identifier) @local.definition))
 (lambda_expression parameters: (identifier) @local.definition)
 (binding name: (identifier) @local.definition)
 (enumerator . (identifier) @local.definition)
 (enumerator . (tuple_pattern (identifier) @local.definition))
 (case_clause pattern: (identifier) @local.definition)
 (case_clause pattern: (typed_pattern pattern: (identifier) @local.definition))
 (case_clause pattern: (case_class_pattern pattern: (identifier) @local.definition))
 (case_clause pattern: (tuple_pattern (identifier) @local.definition))
 (case_class_pattern pattern: (typed_pattern pattern: (identifier) @local.definition))
 (capture_pattern name: (identifier) @local.definition)]
(arguments (assignment_expression left: (identifier) @reference))

[(block) (indented_block) (case_block) (indented_cases) (instance_expression)] @hidden
(annotation) @annotation
`
