package lsp

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// paramError is a bad parameter: which field, and what is wrong with its value.
type paramError struct{ field, problem string }

func (e *paramError) Error() string { return e.field + ": " + e.problem }

func bad(field, format string, args ...any) error {
	return &paramError{field, fmt.Sprintf(format, args...)}
}

// checker is implemented by parameters whose values have ranges.
type checker interface{ check() error }

// decode reads parameters. Absent, null and {} mean the same, and so does [], no parameters by position,
// which is what clients written in Lua send for an empty table. Unknown fields are ignored, and a wrong type or an out-of-range value is a
// *paramError.
func decode[P any](raw []byte) (P, error) {
	var p P
	if text := strings.TrimSpace(string(raw)); text != "" && text != "null" && strings.Join(strings.Fields(text), "") != "[]" {
		if err := json.Unmarshal(raw, &p, wireJSON, json.WithUnmarshalers(integers())); err != nil {
			return p, typeError(raw, err)
		}
	}
	if c, ok := any(&p).(checker); ok {
		return p, c.check()
	}
	return p, nil
}

// integers reads whole numbers in any of JSON's spellings: 3, 3.0 and 3e0 are one number, and some
// clients have only one type for all.
func integers() *json.Unmarshalers {
	return json.JoinUnmarshalers(
		json.UnmarshalFromFunc(func(d *jsontext.Decoder, v *int) error { return integer(d, v, math.MaxInt32) }),
		json.UnmarshalFromFunc(func(d *jsontext.Decoder, v *uint32) error { return integer(d, v, math.MaxInt32) }),
		json.UnmarshalFromFunc(func(d *jsontext.Decoder, v *int32) error { return integer(d, v, math.MaxInt32) }),
	)
}

// errNumber is what integer says of a number that is not whole or too large.
var errNumber = errors.New("not a whole number in range")

func integer[T int | uint32 | int32](d *jsontext.Decoder, v *T, most float64) error {
	if d.PeekKind() != '0' {
		return errors.ErrUnsupported
	}
	raw, err := d.ReadValue()
	if err != nil {
		return err
	}
	f, err := strconv.ParseFloat(string(raw), 64)
	least := -most - 1
	if T(0)-1 > 0 {
		least = 0
	}
	if err != nil || f != math.Trunc(f) || f > most || f < least {
		return fmt.Errorf("%s is %w", raw, errNumber)
	}
	*v = T(f)
	return nil
}

// typeError turns a decoder's error into one about a field.
func typeError(raw []byte, err error) error {
	var s *json.SemanticError
	if !errors.As(err, &s) {
		return bad("params", "%v", err)
	}
	field := fieldName(s.JSONPointer)
	if errors.Is(s.Err, errNumber) {
		return bad(field, "%v", s.Err)
	}
	want := "what is expected here"
	if s.GoType != nil {
		want = map[string]string{
			"string": "a string", "bool": "true or false", "struct": "an object", "slice": "an array", "map": "an object",
			"int": "a whole number", "int32": "a whole number", "uint32": "a whole number", "float64": "a number",
		}[s.GoType.Kind().String()]
	}
	return bad(field, "%s is not %s", valueAt(raw, s.JSONPointer), want)
}

// valueAt shows the value at a place.
func valueAt(raw []byte, p jsontext.Pointer) string {
	var v any
	if json.Unmarshal(raw, &v, wireJSON) != nil {
		return "what is given"
	}
	for token := range p.Tokens() {
		switch c := v.(type) {
		case map[string]any:
			v = c[token]
		case []any:
			if i, err := strconv.Atoi(token); err == nil && i < len(c) {
				v = c[i]
			}
		}
	}
	switch v.(type) {
	case map[string]any:
		return "an object"
	case []any:
		return "an array"
	}
	shown, err := json.Marshal(v, wireJSON)
	if err != nil {
		return "what is given"
	}
	return fmt.Sprintf("%.80s", shown)
}

// fieldName writes /targets/0/uri as targets[0].uri.
func fieldName(p jsontext.Pointer) string {
	var b strings.Builder
	for token := range p.Tokens() {
		if _, err := strconv.Atoi(token); err == nil {
			fmt.Fprintf(&b, "[%s]", token)
			continue
		}
		if b.Len() > 0 {
			b.WriteByte('.')
		}
		b.WriteString(token)
	}
	if b.Len() == 0 {
		return "params"
	}
	return b.String()
}

// withoutPrefix names a bad field as it is called one level further in.
func withoutPrefix(err error, prefix string) error {
	var p *paramError
	if errors.As(err, &p) {
		return &paramError{strings.TrimPrefix(p.field, prefix), p.problem}
	}
	return err
}

// withPrefix names a bad field as it is called one level further out.
func withPrefix(err error, prefix string) error {
	var p *paramError
	if errors.As(err, &p) {
		return &paramError{prefix + "." + p.field, p.problem}
	}
	return err
}

// or is a parameter's value, or what holds where it is absent.
func or[T any](v *T, fallback T) T {
	if v != nil {
		return *v
	}
	return fallback
}
