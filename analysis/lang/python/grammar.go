package python

import (
	"strings"

	sitter "github.com/smacker/go-tree-sitter"
	tspython "github.com/tree-sitter/tree-sitter-python/bindings/go"

	"github.com/contextls/contextls/analysis/syntax"
)

func grammar() *syntax.Grammar[functions] {
	return &syntax.Grammar[functions]{
		ID:         "python",
		Language:   func() *sitter.Language { return sitter.NewLanguage(tspython.Language()) },
		Query:      query,
		Separators: []string{"."},
		Places:     true,
		Keywords: strings.Fields(`False None True and as assert async await break class continue def del elif else except
			finally for from global if import in is lambda nonlocal not or pass raise return try while with yield`),
		Self:   []string{"self", "cls"},
		State:  newFunctions,
		Read:   read,
		Finish: finish,
	}
}

// query finds what Facts are made of, in functions too, where it does not count: to ask for all that is
// outside them costs more. A decorated definition matches twice, with and without its decorators.
const query = `
	(comment) @comment
	(string) @opaque
	(interpolation) @code
	(format_specifier) @opaque
	(format_expression) @code
	(type_conversion) @opaque

	[(import_statement) (import_from_statement) (future_import_statement)] @import
	(call function: [(identifier) (attribute)] @importer arguments: (argument_list . (string) @specifier))

	[(function_definition name: (identifier) @name body: (block) @body)
	 (class_definition name: (identifier) @name body: (block) @body)] @definition
	(decorated_definition definition: [
		(function_definition name: (identifier) @name body: (block) @body)
		(class_definition name: (identifier) @name body: (block) @body)] @definition) @decorated

	(expression_statement (assignment left: [
		(identifier) @name (pattern_list (identifier) @name) (tuple_pattern (identifier) @name)]) @assignment)
	(type_alias_statement left: (type [(identifier) @name (generic_type . (identifier) @name)])) @alias

	(expression_statement (call function: (attribute object: (identifier) @extended attribute: (identifier) @by)
		arguments: (_) @items))
	(expression_statement (augmented_assignment left: (identifier) @extended right: (_) @items))
`
