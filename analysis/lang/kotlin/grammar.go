package kotlin

import (
	"strings"

	sitter "github.com/smacker/go-tree-sitter"
	tskotlin "github.com/tree-sitter-grammars/tree-sitter-kotlin/bindings/go"

	"github.com/contextls/contextls/analysis/syntax"
)

func grammar() *syntax.Grammar[found] {
	return &syntax.Grammar[found]{
		ID:         id,
		Language:   func() *sitter.Language { return sitter.NewLanguage(tskotlin.Language()) },
		Query:      query,
		Separators: []string{".", "?.", "!!.", "::"},
		// Of the words that are only reserved in some places, those that hardly anybody takes for a name.
		Keywords: strings.Fields(`as break by catch class companion const constructor continue crossinline do dynamic else
			enum false final finally for fun if import in infix inline inner interface internal is it lateinit noinline
			null object override package private protected public reified return sealed super suspend tailrec this
			throw true try typealias typeof val var vararg when where while _`),
		Builtins: strings.Fields(`Any Nothing Unit Boolean Byte Short Int Long Float Double Char String CharSequence Number Array
			List Map Set Collection Iterable Iterator MutableList MutableMap MutableSet`),
		Self:   []string{"this", "super"},
		State:  newFound,
		Read:   read,
		Finish: finish,
	}
}

// query finds declarations wherever they stand; finish drops those that are hidden. The names of
// declarations are opaque, since those in backticks read like sentences of other names.
const query = `
[(line_comment) (block_comment)] @comment
(shebang) @opaque
[(string_literal) (multiline_string_literal) (character_literal)] @opaque
(interpolation (_) @code)
(label) @opaque
(return_expression label: (identifier) @opaque)

(package_header (qualified_identifier) @package) @opaque
(import) @import @opaque
(file_annotation (constructor_invocation (user_type (identifier) @annotation)
	(value_arguments (value_argument (string_literal (string_content) @facade))))) @file

(class_declaration name: (identifier) @name @opaque [(class_body) (enum_class_body)]? @body) @def.class
(object_declaration name: (identifier) @name @opaque (class_body)? @body) @def.object
(companion_object "companion" @companion name: (identifier)? @name @opaque (class_body)? @body) @def.companion
(enum_entry (identifier) @name @opaque (class_body)? @body) @def.entry
(type_alias type: (identifier) @name @opaque) @def.alias
(function_declaration name: (identifier) @name @opaque (function_body)? @body) @def.function
(secondary_constructor "constructor" @name (function_value_parameters) @parameters) @def.constructor
(property_declaration [
	(variable_declaration (identifier) @name @opaque)
	(multi_variable_declaration (variable_declaration (identifier) @name @opaque))
] @variable) @def.property
(property_declaration "=" . (_) @value) @property
(property_declaration (property_delegate) @value) @property
(class_parameter ["val" "var"] . (identifier) @name @opaque) @def.parameter

(call_expression (identifier) @call (value_arguments (value_argument (string_literal (string_content) @argument))))
(call_expression (identifier) @block (annotated_lambda (lambda_literal [
	(call_expression (identifier) @id (value_arguments (value_argument (string_literal (string_content) @plugin))))
	(infix_expression . (call_expression (identifier) @id (value_arguments (value_argument (string_literal (string_content) @plugin)))))
	(infix_expression . (infix_expression . (call_expression (identifier) @id (value_arguments (value_argument (string_literal (string_content) @plugin))))))
])))

(call_expression (call_expression (identifier) @callee (value_arguments . (value_argument (string_literal) @title))) (annotated_lambda)) @titled
(infix_expression . (string_literal) @title . (identifier) @callee . (lambda_literal)) @titled

[(function_declaration) (secondary_constructor) (anonymous_function) (anonymous_initializer) (getter) (setter) (lambda_literal)] @local.scope
[(parameter (identifier) @local.definition)
 (variable_declaration (identifier) @local.definition)
 (catch_block (identifier) @local.definition)]
(value_argument . (identifier) @reference . "=")

(infix_expression . (identifier) @left . (identifier) @operator . (identifier)? @right)
[(block) (lambda_literal) (object_literal)] @hidden
(annotation) @annotation
`
