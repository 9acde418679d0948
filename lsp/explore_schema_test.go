package lsp

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"
	"pgregory.net/rapid"
)

// Parameters are taken exactly when a JSON Schema validator takes them, and then have their defaults.
func TestSchemasAsAValidatorReadsThem(t *testing.T) {
	all := providers()
	resolved := map[string]*jsonschema.Resolved{}
	for _, p := range all {
		raw, err := encode(p.schema)
		if err != nil {
			t.Fatal(err)
		}
		var schema jsonschema.Schema
		if err := json.Unmarshal(raw, &schema); err != nil {
			t.Fatalf("%s: %v", p.name, err)
		}
		if resolved[p.name], err = schema.Resolve(&jsonschema.ResolveOptions{ValidateDefaults: true}); err != nil {
			t.Fatalf("%s: %v", p.name, err)
		}
	}
	scalar := rapid.OneOf(
		rapid.Just[any]("imports"), rapid.Just[any](""), rapid.Just[any]("äöü"), rapid.Just[any](strings.Repeat("é", 1000)), rapid.Just[any](strings.Repeat("é", 1001)),
		rapid.Just[any](nil), rapid.Just[any](true), rapid.Just[any](1.5), rapid.Just[any](1e300),
		rapid.Map(rapid.IntRange(-2, 1002), func(n int) any { return float64(n) }), rapid.Map(rapid.Float64(), func(f float64) any { return f }),
	)
	value := rapid.OneOf(scalar, rapid.Map(rapid.SliceOfN(scalar, 0, 60), func(l []any) any { return l }), rapid.Just[any](map[string]any{}),
		rapid.Just[any](make([]any, 51)), rapid.Just[any]([]any{"a", "b"}))
	taken := 0
	rapid.Check(t, func(rt *rapid.T) {
		p := rapid.SampledFrom(all).Draw(rt, "provider")
		names := []string{"nothing"}
		for name := range p.schema.Properties {
			names = append(names, name)
		}
		given := rapid.MapOfN(rapid.SampledFrom(names), value, 0, 3).Draw(rt, "params")
		object := map[string]any{}
		for k, v := range given {
			object[k] = v
		}
		for _, name := range p.schema.Required {
			if object[name] == nil && rapid.IntRange(0, 4).Draw(rt, "required") > 0 {
				object[name] = "x"
			}
		}
		want := resolved[p.name].Validate(object)
		a, err := p.schema.read(object)
		if (want == nil) != (err == nil) {
			rt.Fatalf("%s %v: %v; a validator says %v", p.name, object, err, want)
		}
		if err != nil {
			return
		}
		taken++
		for name, q := range p.schema.Properties {
			if v, ok := a[name]; q.Default != nil && (!ok || object[name] == nil && fmt.Sprint(v) != fmt.Sprint(q.Default)) {
				rt.Fatalf("%s.%s is %v", p.name, name, v)
			}
		}
	})
	if taken == 0 {
		t.Error("no parameters were taken")
	}
}
