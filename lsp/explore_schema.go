package lsp

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"unicode/utf8"
)

// The parameters of a provider are described once, by its Schema: a model is shown it, what the model
// sends is checked against it and nothing else, and defaults are taken from it.

// arguments are parameters that fit their schema: strings, ints, bools and lists of strings.
type arguments map[string]any

func (a arguments) text(name string) string   { s, _ := a[name].(string); return s }
func (a arguments) number(name string) int    { n, _ := a[name].(int); return n }
func (a arguments) is(name string) bool       { b, _ := a[name].(bool); return b }
func (a arguments) list(name string) []string { l, _ := a[name].([]string); return l }

// object is the schema of an object: its properties, of which some are required.
func object(properties map[string]Property, required ...string) Schema {
	return Schema{Type: "object", Properties: properties, Required: append([]string{}, required...)}
}

// The most characters of a parameter.
const (
	maxPathLength = 4096
	maxTextLength = 100_000
)

func stringOf(most int, description string) Property {
	return Property{Type: "string", Description: description, MinLength: 1, MaxLength: most}
}

func pathOfFile(description string) Property { return stringOf(maxPathLength, description) }

func numberFrom(least, most int, fallback any, description string) Property {
	return Property{Type: "integer", Description: description, Minimum: &least, Maximum: &most, Default: fallback}
}

func listOf(most int, description string) Property {
	return Property{Type: "array", Description: description, Items: &Items{Type: "string", MinLength: 1, MaxLength: maxPathLength}, MaxItems: most}
}

func boolean(description string) Property {
	return Property{Type: "boolean", Description: description, Default: false}
}

func oneOf(fallback, description string, words ...string) Property {
	return Property{Type: "string", Description: description, Enum: words, Default: fallback}
}

// read checks a JSON value against the schema and fills in what it leaves to the defaults. Absent means
// the same as an empty object. The error is a *paramError.
func (s *Schema) read(raw any) (arguments, error) {
	if raw == nil {
		raw = map[string]any{}
	}
	given, ok := raw.(map[string]any)
	if !ok {
		return nil, bad("params", "%s is not an object", shown(raw))
	}
	a := arguments{}
	for _, name := range slices.Sorted(maps.Keys(given)) {
		p, known := s.Properties[name]
		if !known {
			return nil, bad(name, "there is no such parameter; there %s", are(slices.Sorted(maps.Keys(s.Properties))))
		}
		v, err := p.read(name, given[name])
		if err != nil {
			return nil, err
		}
		a[name] = v
	}
	for _, name := range s.Required {
		if a[name] == nil {
			return nil, bad(name, "it is required")
		}
	}
	for name, p := range s.Properties {
		if a[name] == nil && p.Default != nil {
			a[name] = p.Default
		}
	}
	return a, nil
}

func are(names []string) string {
	if len(names) == 0 {
		return "are none"
	}
	return "are " + strings.Join(names, ", ")
}

func (p *Property) read(field string, raw any) (any, error) {
	switch v := raw.(type) {
	case string:
		if p.Type == "string" {
			return v, firstOf(checkLength(field, v, p.MinLength, p.MaxLength), p.checkEnum(field, v))
		}
	case bool:
		if p.Type == "boolean" {
			return v, nil
		}
	case float64:
		if p.Type == "integer" && v == math.Trunc(v) && math.Abs(v) <= math.MaxInt32 {
			n := int(v)
			return n, p.checkRange(field, n)
		}
	case []any:
		if p.Type == "array" {
			return p.readList(field, v)
		}
	}
	want := map[string]string{"string": "a string", "boolean": "true or false", "integer": "a whole number", "array": "an array"}[p.Type]
	return nil, bad(field, "%s is not %s", shown(raw), want)
}

func (p *Property) readList(field string, raw []any) ([]string, error) {
	if p.MaxItems > 0 && len(raw) > p.MaxItems {
		return nil, bad(field, "%d items are more than %d", len(raw), p.MaxItems)
	}
	list := make([]string, len(raw))
	for i, x := range raw {
		at := fmt.Sprintf("%s[%d]", field, i)
		s, ok := x.(string)
		if !ok {
			return nil, bad(at, "%s is not a string", shown(x))
		}
		if err := checkLength(at, s, p.Items.MinLength, p.Items.MaxLength); err != nil {
			return nil, err
		}
		list[i] = s
	}
	return list, nil
}

func (p *Property) checkEnum(field, v string) error {
	if p.Enum == nil {
		return nil
	}
	if v == "" {
		return bad(field, "%q is not one of %s", v, strings.Join(p.Enum, ", "))
	}
	return checkOneOf(field, v, p.Enum...)
}

func (p *Property) checkRange(field string, n int) error {
	if p.Minimum != nil && n < *p.Minimum {
		return bad(field, "%d is below %d", n, *p.Minimum)
	}
	if p.Maximum != nil && n > *p.Maximum {
		return bad(field, "%d is above %d", n, *p.Maximum)
	}
	return nil
}

// checkLength counts characters, as JSON Schema does; most 0 means that there is no upper limit.
func checkLength(field, s string, least, most int) error {
	switch n := utf8.RuneCountInString(s); {
	case n < least:
		return bad(field, "%q is too short", s)
	case most > 0 && n > most:
		return bad(field, "%d characters are more than %d", n, most)
	}
	return nil
}

// shown is a JSON value as an error names it.
func shown(v any) string {
	switch v.(type) {
	case map[string]any:
		return "an object"
	case []any:
		return "an array"
	}
	b, err := encode(v)
	if err != nil {
		return "what is given"
	}
	return fmt.Sprintf("%.80s", b)
}
