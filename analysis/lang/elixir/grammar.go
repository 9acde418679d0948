package elixir

import (
	tselixir "github.com/smacker/go-tree-sitter/elixir"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/analysis/syntax"
)

func grammar() *syntax.Grammar[outline] {
	return &syntax.Grammar[outline]{ID: id, Language: tselixir.GetLanguage, Query: query, Refers: true, State: newOutline, Read: read, Finish: finish}
}

// query takes every call and every attribute: definitions and directives are calls like others, told
// apart by their names.
const query = `
(comment) @comment

(call target: (identifier) @callee) @call
(call target: (identifier) @callee (arguments . (_) @head)) @applied
(call target: (dot left: (alias) @qualifier right: (identifier) @remote))
(call target: (identifier) @maker (arguments (list (atom) @field)))
(call target: (identifier) @maker (arguments (list (keywords (pair key: (keyword) @field)))))
(call target: (identifier) @maker (arguments (keywords (pair key: (keyword) @field))))
(call target: (identifier) @impl (arguments (keywords (pair key: (keyword) @key value: (_) @for)))) @implementation

(unary_operator operator: "@" operand: (call target: (identifier) @attribute (arguments . (_) @value))) @annotation
(alias) @alias
`

// outline is what read leaves for finish.
type outline struct {
	calls       map[uint32]*call // by start
	order       []*call          // by start, the outer before the inner
	attributes  []attribute
	aliases     []analysis.Span
	remotes     []remote
	fields      []field
	annotations map[uint32]bool // where the names of attributes stand
}

// call is one call of something by its bare name.
type call struct {
	whole, callee, head analysis.Span
	name                string
	options             map[string]string // of keywords: as:, for:, only:
}

// attribute is @name value.
type attribute struct {
	whole, value analysis.Span
	name         string
}

// remote is Qualifier.name.
type remote struct{ qualifier, name string }

// field is a field that a call of a maker (defstruct) defines.
type field struct{ call, name analysis.Span }

func newOutline(*syntax.Builder) *outline {
	return &outline{calls: map[uint32]*call{}, annotations: map[uint32]bool{}}
}

func read(b *syntax.Builder, o *outline, m syntax.Match) {
	if alias, ok := m.Span("alias"); ok {
		o.aliases = append(o.aliases, alias)
		return
	}
	if whole, ok := m.Span("annotation"); ok {
		name, _ := m.Span("attribute")
		value, _ := m.Span("value")
		o.annotations[name.Start] = true
		o.attributes = append(o.attributes, attribute{whole, value, b.Text(name)})
		return
	}
	if qualifier, ok := m.Span("qualifier"); ok {
		name, _ := m.Span("remote")
		if name.End > name.Start { // else it is still missing
			o.remotes = append(o.remotes, remote{b.Text(qualifier), b.Text(name)})
		}
		return
	}
	if maker, ok := m.Span("maker"); ok {
		if name := b.Text(maker); name == "defstruct" || name == "defexception" {
			f, _ := m.Span("field")
			o.fields = append(o.fields, field{maker, f})
		}
		return
	}
	if whole, ok := m.Span("implementation"); ok {
		key, _ := m.Span("key")
		value, _ := m.Span("for")
		c := o.callAt(b, m, "impl", whole)
		if c.options == nil {
			c.options = map[string]string{}
		}
		c.options[keyName(b.Text(key))] = b.Text(value)
		return
	}
	if whole, ok := m.Span("applied"); ok {
		o.callAt(b, m, "callee", whole).head, _ = m.Span("head")
		return
	}
	if whole, ok := m.Span("call"); ok {
		o.callAt(b, m, "callee", whole)
	}
}

// callAt is the call that a match is about: several may be about one.
func (o *outline) callAt(b *syntax.Builder, m syntax.Match, capture string, whole analysis.Span) *call {
	callee, _ := m.Span(capture)
	c := o.calls[callee.Start]
	if c == nil {
		c = &call{whole: whole, callee: callee, name: b.Text(callee)}
		o.calls[callee.Start] = c
		o.order = append(o.order, c)
	}
	return c
}

// keyName is a keyword's name: "only: " is only.
func keyName(text string) string {
	for i := range len(text) {
		if text[i] == ':' && i+1 < len(text) || text[i] == ' ' {
			return text[:i]
		}
	}
	if n := len(text); n > 0 && text[n-1] == ':' {
		return text[:n-1]
	}
	return text
}
