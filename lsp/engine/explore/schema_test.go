package explore

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"
	"pgregory.net/rapid"
)

// Parameters are taken, one by one, exactly when a validator takes them as a whole, and then have their
// defaults.
func TestSchemasAsAValidatorReadsThem(t *testing.T) {
	all := New(nil, nil).providers
	resolved := map[string]*jsonschema.Resolved{}
	for _, p := range all {
		var err error
		if resolved[p.Name], err = p.Schema.Resolve(&jsonschema.ResolveOptions{ValidateDefaults: true}); err != nil {
			t.Fatalf("%s: %v", p.Name, err)
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
		for name := range p.Schema.Properties {
			names = append(names, name)
		}
		given := rapid.MapOfN(rapid.SampledFrom(names), value, 0, 3).Draw(rt, "params")
		object := map[string]any{}
		for k, v := range given {
			object[k] = v
		}
		for _, name := range p.Schema.Required {
			if object[name] == nil && rapid.IntRange(0, 4).Draw(rt, "required") > 0 {
				object[name] = "x"
			}
		}
		want := resolved[p.Name].Validate(object)
		a, err := p.parameters.read(object)
		if (want == nil) != (err == nil) {
			rt.Fatalf("%s %v: %v; a validator says %v", p.Name, object, err, want)
		}
		if err != nil {
			return
		}
		taken++
		for name, q := range p.Schema.Properties {
			if v, ok := a[name]; q.Default != nil && (!ok || object[name] == nil && fmt.Sprint(v) != strings.Trim(string(q.Default), `"`)) {
				rt.Fatalf("%s.%s is %v", p.Name, name, v)
			}
		}
	})
	if taken == 0 {
		t.Error("no parameters were taken")
	}
}
