package csharp

// query finds declarations wherever they stand: a syntax error may put them below anything.
const query = `
(comment) @comment
[(string_literal) (verbatim_string_literal) (raw_string_literal) (character_literal)
 (interpolated_string_expression) (interpolation_format_clause)
 (shebang_directive) (extern_alias_directive) (preproc_define) (preproc_undef)] @opaque
(interpolation) @code

(using_directive) @using @opaque
(namespace_declaration name: (_) @namespace @opaque) @scope
(file_scoped_namespace_declaration name: (_) @namespace @opaque)

(class_declaration (attribute_list)* @attribute name: (identifier) @name body: (_)? @body) @definition.class
(struct_declaration (attribute_list)* @attribute name: (identifier) @name body: (_)? @body) @definition.struct
(record_declaration (attribute_list)* @attribute name: (identifier) @name body: (_)? @body) @definition.record
(interface_declaration (attribute_list)* @attribute name: (identifier) @name body: (_)? @body) @definition.interface
(enum_declaration (attribute_list)* @attribute name: (identifier) @name body: (_)? @body) @definition.enum
(delegate_declaration (attribute_list)* @attribute name: (identifier) @name) @definition.delegate

(record_declaration (parameter_list (parameter (attribute_list)* @attribute name: (identifier) @name) @definition.positional))
(enum_member_declaration (attribute_list)* @attribute name: (identifier) @name) @definition.member

(method_declaration (attribute_list)* @attribute (explicit_interface_specifier)? @explicit
  name: (identifier) @name body: (_)? @body) @definition.method
(local_function_statement (attribute_list)* @attribute name: (identifier) @name body: (_)? @body) @definition.local
(constructor_declaration (attribute_list)* @attribute name: (identifier) @name parameters: (_) @parameters) @definition.constructor
(operator_declaration (attribute_list)* @attribute operator: _ @operator body: (_)? @body) @definition.operator
(conversion_operator_declaration (attribute_list)* @attribute type: (_) @operator body: (_)? @body) @definition.operator
(indexer_declaration (attribute_list)* @attribute (explicit_interface_specifier)? @explicit
  parameters: (_) @parameters accessors: (_)? @accessors) @definition.indexer
(property_declaration (attribute_list)* @attribute (explicit_interface_specifier)? @explicit
  name: (identifier) @name accessors: (_)? @accessors) @definition.property
(event_declaration (attribute_list)* @attribute (explicit_interface_specifier)? @explicit name: (identifier) @name) @definition.event
(event_field_declaration (attribute_list)* @attribute
  (variable_declaration type: (_) @type (variable_declarator name: (identifier) @name) @declarator)) @definition.field
(field_declaration (attribute_list)* @attribute
  (variable_declaration type: (_) @type (variable_declarator name: (identifier) @name) @declarator)) @definition.field

[(method_declaration) (constructor_declaration) (local_function_statement) (operator_declaration) (conversion_operator_declaration)
 (indexer_declaration) (accessor_declaration) (lambda_expression) (anonymous_method_expression)] @local.scope
[(parameter name: (identifier) @local.definition)
 (lambda_expression parameters: (implicit_parameter) @local.definition)
 (local_declaration_statement (variable_declaration (variable_declarator name: (identifier) @local.definition)))
 (using_statement (variable_declaration (variable_declarator name: (identifier) @local.definition)))
 (for_statement (variable_declaration (variable_declarator name: (identifier) @local.definition)))
 (foreach_statement left: (identifier) @local.definition)
 (catch_declaration name: (identifier) @local.definition)
 (declaration_expression name: (identifier) @local.definition)
 (declaration_pattern name: (identifier) @local.definition)
 (tuple_pattern (identifier) @local.definition)]
(argument name: (identifier) @reference)

(object_creation_expression type: (_) @made
  initializer: (initializer_expression (assignment_expression left: (identifier) @member)))
(implicit_object_creation_expression (initializer_expression (assignment_expression left: (identifier) @member)))
(with_expression (with_initializer (identifier) @member))
`
