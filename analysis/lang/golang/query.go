package golang

// query finds declarations wherever they stand; Finish drops those inside functions. Rooting them in
// the source file instead would lose all that a syntax error encloses.
const query = `
(comment) @comment
[(interpreted_string_literal) (raw_string_literal) (rune_literal)] @opaque

(package_clause (package_identifier) @package @name)
(import_spec name: (_)? @local @name path: (_) @path)

(function_declaration name: (identifier) @name body: (block)? @body) @definition.func
(method_declaration
  receiver: (parameter_list (parameter_declaration type: (_) @receiver))
  name: (field_identifier) @name body: (block)? @body) @definition.func

(type_declaration [
  (type_spec name: (type_identifier) @name type: (_) @type)
  (type_alias name: (type_identifier) @name type: (_) @type)
] @definition.type) @declaration

(const_declaration (const_spec
  . name: (identifier) @name ("," name: (identifier) @name)* type: (_)? @type
  value: (expression_list . (_) @value ("," (_) @value)*)?) @definition.const) @declaration
(var_declaration [
  (var_spec
    . name: (identifier) @name ("," name: (identifier) @name)* type: (_)? @type
    value: (expression_list . (_) @value ("," (_) @value)*)?) @definition.var
  (var_spec_list (var_spec
    . name: (identifier) @name ("," name: (identifier) @name)* type: (_)? @type
    value: (expression_list . (_) @value ("," (_) @value)*)?) @definition.var)
]) @declaration

(field_declaration
  . name: (field_identifier) @name ("," name: (field_identifier) @name)* type: (_) @type) @definition.field
(field_declaration !name type: (_) @embedded) @definition.field
(method_elem name: (field_identifier) @name) @definition.method
`
