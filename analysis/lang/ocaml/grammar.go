package ocaml

import (
	"strings"

	tsocaml "github.com/smacker/go-tree-sitter/ocaml"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/analysis/syntax"
)

func grammar(id string) *syntax.Grammar[outline] {
	return &syntax.Grammar[outline]{
		ID:         id,
		Language:   tsocaml.GetLanguage,
		Query:      query,
		Separators: []string{"."},
		NameInside: "'",
		Keywords: strings.Fields(`and as assert asr begin class constraint do done downto else end exception external false
			for fun function functor if in include inherit initializer land lazy let lor lsl lsr lxor match method mod module
			mutable new nonrec object of open or private rec sig struct then to true try type val virtual when while with _
			int string bool unit float char bytes list array option exn ref`),
		State:  newOutline,
		Read:   read,
		Finish: finish,
	}
}

const query = `
(comment) @comment @doc
[(string) (quoted_string) (character)] @opaque

(value_definition (let_binding pattern: (_) @pattern body: (_) @body) @binding) @let
(value_specification [(value_name) (parenthesized_operator)] @name) @definition.val
(external [(value_name) (parenthesized_operator)] @name) @definition.external
(type_definition (type_binding name: (type_constructor) @name body: (_)? @body) @definition.type)
(exception_definition (constructor_declaration (constructor_name) @name)) @definition.exception
(variant_declaration (constructor_declaration (constructor_name) @name) @definition.constructor)
(field_declaration (field_name) @name) @definition.field
(module_definition (module_binding name: (module_name) @name body: (_)? @body) @definition.module)
(module_type_definition name: (module_type_name) @name) @definition.signature
(class_definition (class_binding name: (class_name) @name) @definition.class)
(method_definition name: (method_name) @name) @definition.method
(method_specification (method_name) @name) @definition.method

(open_module [(module_path) (module_application)] @open)
(include_module [(module_path) (module_application)] @include)
(include_module_type (module_type_of (module_path) @include))
(local_open_expression (module_path) @local)
(local_open_pattern (module_path) @local)
(module_parameter name: (module_name) @parameter_name)
(package_pattern (module_name) @parameter_name)
(constrain_module . (module_path) @constrained)
[(module_path) (extended_module_path)] @path
`

// outline is what read leaves for finish.
type outline struct {
	bindings   []analysis.Span // of values, with their bodies: what is in them is local
	docs       []analysis.Span // (** … *)
	paths      []analysis.Span
	opens      []opening
	aliases    []alias
	parameters map[string]uint32 // names of functors' arguments and the like, with where the first stands
	elsewhere  map[uint32]bool   // where paths begin that are names in a signature: with module M = N
}

// opening is a module path whose names are brought in.
type opening struct {
	path    analysis.Span
	include bool
}

// alias is a module's name with the path or the functor's path that its body begins with; both of
// its ends are 0 where it is defined in place.
type alias struct {
	name  string
	whole analysis.Span
	at    analysis.Span
	body  analysis.Span
}

func newOutline(*syntax.Builder) *outline {
	return &outline{parameters: map[string]uint32{}, elsewhere: map[uint32]bool{}}
}

func read(b *syntax.Builder, o *outline, m syntax.Match) {
	if d, ok := m.Span("doc"); ok {
		if text := b.Src()[d.Start:d.End]; len(text) > 5 && strings.HasPrefix(string(text[:4]), "(**") && text[3] != '*' {
			o.docs = append(o.docs, d)
		}
		return
	}
	if p, ok := m.Span("path"); ok {
		o.paths = append(o.paths, p)
		return
	}
	if p, ok := m.Span("constrained"); ok {
		o.elsewhere[p.Start] = true
		return
	}
	if p, ok := m.Span("parameter_name"); ok {
		if at, known := o.parameters[b.Text(p)]; !known || p.Start < at {
			o.parameters[b.Text(p)] = p.Start
		}
		return
	}
	if _, ok := m.Span("binding"); ok {
		readBinding(b, o, m)
		return
	}
	if kind, whole, ok := m.First("definition."); ok {
		readDefinition(b, o, m, kind, whole)
		return
	}
	for _, name := range []string{"open", "local", "include"} {
		if p, ok := m.Span(name); ok {
			o.opens = append(o.opens, opening{p, name == "include"})
		}
	}
}
