package java

import (
	"strings"
	"sync"

	sitter "github.com/smacker/go-tree-sitter"
	tsjava "github.com/tree-sitter/tree-sitter-java/bindings/go"

	"github.com/contextls/contextls/analysis/syntax"
)

func grammar() *syntax.Grammar[closed] {
	heads := sync.OnceValue(newOutliner)
	return &syntax.Grammar[closed]{
		ID:         id,
		Language:   func() *sitter.Language { return sitter.NewLanguage(tsjava.Language()) },
		Query:      query,
		Separators: []string{".", "::"},
		// Of the words that are keywords in some places only, those stay references that are names as well.
		Keywords: strings.Fields(`abstract assert boolean break byte case catch char class const continue default do double
			else enum extends false final finally float for goto if implements import instanceof int interface long
			native new non null package permits private protected public return sealed short static strictfp super
			switch synchronized this throw throws transient true try var void volatile while _`),
		StarTypes: true,
		Places:    true,
		Self:      []string{"this", "super"},
		Read:      read,
		Finish:    func(b *syntax.Builder, c *closed) { finish(b, c, heads) },
	}
}

// query finds definitions wherever they stand, so that those inside what a syntax error broke are found as
// well; finish drops the ones that do not count.
const query = `
[(line_comment) (block_comment)] @comment
[(string_literal) (character_literal)] @opaque
(string_interpolation) @code

(package_declaration [(identifier) (scoped_identifier)] @package @opaque)
(import_declaration) @import @opaque
(module_declaration name: (_) @module @opaque body: (_) @opaque)
(requires_module_directive module: (_) @requires)
(uses_module_directive type: (_) @service)
(provides_module_directive ["provides" "," "with"] . (_) @service)

(class_declaration (modifiers)? @modifiers "class" @keyword name: (_) @name body: (_) @body) @definition.class
(record_declaration (modifiers)? @modifiers "record" @keyword name: (_) @name body: (_) @body) @definition.class
(interface_declaration (modifiers)? @modifiers "interface" @keyword name: (_) @name body: (_) @body) @definition.interface
(annotation_type_declaration (modifiers)? @modifiers "@interface" @keyword name: (_) @name body: (_) @body) @definition.interface
(enum_declaration (modifiers)? @modifiers "enum" @keyword name: (_) @name body: (_) @body) @definition.enum

(method_declaration (modifiers)? @modifiers name: (_) @name body: (_)? @body) @definition.method
(constructor_declaration (modifiers)? @modifiers name: (_) @name body: (_) @body) @definition.method
(compact_constructor_declaration (modifiers)? @modifiers name: (_) @name body: (_) @body) @definition.method
(annotation_type_element_declaration (modifiers)? @modifiers name: (_) @name) @definition.method

(field_declaration (modifiers)? @modifiers type: (_) @type
  declarator: (variable_declarator name: (_) @name dimensions: (_)? @dimensions value: (_)? @value)) @definition.field
(constant_declaration (modifiers)? @modifiers type: (_) @type
  declarator: (variable_declarator name: (_) @name dimensions: (_)? @dimensions value: (_)? @value)) @definition.constant
(enum_constant (modifiers)? @modifiers name: (_) @name arguments: (_)? @arguments) @definition.member
(record_declaration parameters: (formal_parameters
  (formal_parameter (modifiers)? @modifiers type: (_) @type name: (_) @name) @definition.component))

[(static_initializer) (lambda_expression)] @closed
(class_body (block) @closed)
(object_creation_expression (class_body) @closed)
`
