package explore

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/contextls/contextls/lsp/engine"
)

// The parameters of a provider are described once, by its Schema: a model is shown it, what the model
// sends is checked against it and nothing else, and defaults are taken from it.

// Provider is one way to look at a workspace, as a model is told of it.
type Provider struct {
	Name, Description string
	Schema            *jsonschema.Schema // of its parameters: an object of these properties and no others
	Runs              bool               // it runs a command of the user's
	Off               string             // why it cannot be used, "" when it can
}

// provider is a Provider with what it does.
type provider struct {
	Provider
	parameters parameters
	// off says why it cannot be used in this workspace, "" when it can; nil: it always can.
	off func(context.Context, *round) string
	run func(context.Context, *round, arguments) (finding, error)
}

func (p *provider) reason(ctx context.Context, r *round) string {
	if p.off == nil {
		return ""
	}
	return p.off(ctx, r)
}

// parameters are a Schema, ready to check what a model sends.
type parameters struct {
	required   []string
	properties map[string]property
}

type property struct {
	schema      *jsonschema.Schema
	value, item *jsonschema.Resolved // item: of an array's items, else nil
	fallback    any                  // nil: none
}

// readSchema prepares a schema of ours.
func readSchema(s *jsonschema.Schema) parameters {
	resolved := func(s *jsonschema.Schema) *jsonschema.Resolved {
		r, err := s.Resolve(&jsonschema.ResolveOptions{ValidateDefaults: true})
		if err != nil {
			panic(err) // not of data, but of the code
		}
		return r
	}
	p := parameters{required: s.Required, properties: map[string]property{}}
	for name, schema := range s.Properties {
		one := property{schema: schema, value: resolved(schema)}
		if schema.Items != nil {
			one.item = resolved(schema.Items)
		}
		if schema.Default != nil {
			if err := json.Unmarshal(schema.Default, &one.fallback); err != nil {
				panic(err) // likewise
			}
		}
		p.properties[name] = one
	}
	return p
}

// arguments are parameters that fit their schema, as JSON has them.
type arguments map[string]any

func (a arguments) text(name string) string { s, _ := a[name].(string); return s }
func (a arguments) number(name string) int  { n, _ := a[name].(float64); return int(n) }
func (a arguments) on(name string) bool     { b, _ := a[name].(bool); return b }
func (a arguments) list(name string) (out []string) {
	items, _ := a[name].([]any)
	for _, item := range items {
		s, _ := item.(string)
		out = append(out, s)
	}
	return out
}

// object is the schema of an object: its properties, of which some are required.
func object(properties map[string]*jsonschema.Schema, required ...string) *jsonschema.Schema {
	return &jsonschema.Schema{Type: "object", Properties: properties, Required: required,
		AdditionalProperties: &jsonschema.Schema{Not: &jsonschema.Schema{}}}
}

// The most characters of a parameter.
const (
	maxPathLength = 4096
	maxTextLength = 100_000
)

func stringOf(most int, description string) *jsonschema.Schema {
	return &jsonschema.Schema{Type: "string", Description: description, MinLength: jsonschema.Ptr(1), MaxLength: &most}
}

func pathOfFile(description string) *jsonschema.Schema { return stringOf(maxPathLength, description) }

// numberFrom is a whole number; a negative fallback is none.
func numberFrom(least, most, fallback int, description string) *jsonschema.Schema {
	s := &jsonschema.Schema{Type: "integer", Description: description, Minimum: jsonschema.Ptr(float64(least)), Maximum: jsonschema.Ptr(float64(most))}
	if fallback >= 0 {
		s.Default = []byte(strconv.Itoa(fallback))
	}
	return s
}

func listOf(most int, description string) *jsonschema.Schema {
	return &jsonschema.Schema{Type: "array", Description: description, MaxItems: &most,
		Items: &jsonschema.Schema{Type: "string", MinLength: jsonschema.Ptr(1), MaxLength: jsonschema.Ptr(maxPathLength)}}
}

func boolean(description string) *jsonschema.Schema {
	return &jsonschema.Schema{Type: "boolean", Description: description, Default: []byte("false")}
}

func oneOf(fallback, description string, words ...string) *jsonschema.Schema {
	s := &jsonschema.Schema{Type: "string", Description: description, Default: []byte(strconv.Quote(fallback))}
	for _, w := range words {
		s.Enum = append(s.Enum, w)
	}
	return s
}

// read checks a JSON value against the schema and fills in what it leaves to the defaults. Absent means
// the same as an empty object. The error names the parameter.
func (p parameters) read(raw any) (arguments, error) {
	if raw == nil {
		raw = map[string]any{}
	}
	given, ok := raw.(map[string]any)
	if !ok {
		return nil, engine.Bad("params", "%s is not an object", shown(raw))
	}
	a := arguments{}
	for _, name := range slices.Sorted(maps.Keys(given)) {
		one, known := p.properties[name]
		if !known {
			return nil, engine.Bad(name, "there is no such parameter; there %s", are(slices.Sorted(maps.Keys(p.properties))))
		}
		if err := one.check(name, given[name]); err != nil {
			return nil, err
		}
		a[name] = given[name]
	}
	for _, name := range p.required {
		if a[name] == nil {
			return nil, engine.Bad(name, "it is required")
		}
	}
	for name, one := range p.properties {
		if a[name] == nil && one.fallback != nil {
			a[name] = one.fallback
		}
	}
	return a, nil
}

func (p *property) check(field string, value any) error {
	if p.value.Validate(value) == nil {
		return nil
	}
	if items, isList := value.([]any); isList && p.item != nil {
		for i, item := range items {
			if p.item.Validate(item) != nil {
				return engine.Bad(fmt.Sprintf("%s[%d]", field, i), "%s is not %s", shown(item), wanted(p.schema.Items))
			}
		}
	}
	return engine.Bad(field, "%s is not %s", shown(value), wanted(p.schema))
}

// wanted says what a value has to be.
func wanted(s *jsonschema.Schema) string {
	switch {
	case s.Enum != nil:
		words := make([]string, len(s.Enum))
		for i, w := range s.Enum {
			words[i] = fmt.Sprint(w)
		}
		return "one of " + strings.Join(words, ", ")
	case s.Type == "string":
		return fmt.Sprintf("a string of %d to %d characters", *s.MinLength, *s.MaxLength)
	case s.Type == "integer":
		return fmt.Sprintf("a whole number from %.0f to %.0f", *s.Minimum, *s.Maximum)
	case s.Type == "array":
		return fmt.Sprintf("an array of at most %d strings", *s.MaxItems)
	}
	return "true or false"
}

func are(names []string) string {
	if len(names) == 0 {
		return "are none"
	}
	return "are " + strings.Join(names, ", ")
}

// maxShown is how many characters of a value an error repeats.
const maxShown = 80

// shown is a JSON value as an error names it.
func shown(v any) string {
	switch v := v.(type) {
	case map[string]any:
		return "an object"
	case []any:
		return "an array"
	case string:
		if n := utf8.RuneCountInString(v); n > maxShown {
			return fmt.Sprintf("a string of %d characters", n)
		}
		return strconv.Quote(v)
	case nil:
		return "null"
	}
	return fmt.Sprint(v)
}
