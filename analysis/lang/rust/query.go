package rust

// query finds definitions wherever they stand; Finish drops those inside functions. Rooting them in
// the source file instead would lose all that a syntax error encloses. Fields and variants count inside
// a type only, so they are asked for there.
const query = `
[(line_comment) (block_comment)] @comment
[(string_literal) (raw_string_literal) (char_literal) (lifetime)] @opaque
[(use_declaration) (extern_crate_declaration)] @opaque
(attribute_item) @attribute

(function_item name: (identifier) @name body: (block) @body) @definition.fn
(function_signature_item name: (identifier) @name) @definition.fn
(struct_item name: (type_identifier) @name body: (field_declaration_list)? @body) @definition.struct
(union_item name: (type_identifier) @name body: (field_declaration_list) @body) @definition.struct
(enum_item name: (type_identifier) @name body: (enum_variant_list) @body) @definition.enum
(trait_item name: (type_identifier) @name body: (declaration_list) @body) @definition.trait
(type_item name: (type_identifier) @name) @definition.type
(associated_type name: (type_identifier) @name) @definition.type
(const_item name: (identifier) @name value: (_)? @value) @definition.const
(static_item (mutable_specifier)? @mutable name: (identifier) @name value: (_)? @value) @definition.static
(macro_definition name: (identifier) @name) @definition.macro
(mod_item name: (identifier) @name body: (declaration_list) @body) @definition.mod
(mod_item name: (identifier) @name !body) @module
(enum_variant name: (identifier) @name) @definition.variant
(struct_item body: (field_declaration_list (field_declaration name: (field_identifier) @name) @definition.field))
(union_item body: (field_declaration_list (field_declaration name: (field_identifier) @name) @definition.field))

[(function_item) (closure_expression) (match_arm)] @local.scope
[(parameter pattern: (identifier) @local.definition)
 (closure_parameters (identifier) @local.definition)
 (let_declaration pattern: (identifier) @local.definition)
 (let_condition pattern: (identifier) @local.definition)
 (for_expression pattern: (identifier) @local.definition)
 (match_pattern . (identifier) @local.definition)
 (tuple_pattern (identifier) @local.definition)
 (tuple_struct_pattern (identifier) @local.definition)
 (slice_pattern (identifier) @local.definition)
 (or_pattern (identifier) @local.definition)
 (mut_pattern (identifier) @local.definition)
 (ref_pattern (identifier) @local.definition)
 (reference_pattern (identifier) @local.definition)
 (captured_pattern . (identifier) @local.definition)
 (field_pattern pattern: (identifier) @local.definition)
 (field_pattern name: (shorthand_field_identifier) @local.definition)]
[(shorthand_field_initializer (identifier) @reference)
 (field_pattern name: (shorthand_field_identifier) @reference)]

(impl_item trait: (_)? @trait type: (_) @type body: (declaration_list)) @impl
`
