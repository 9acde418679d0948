package protocol

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	lsp "go.lsp.dev/protocol"
)

// ParamError is a bad parameter: which field, and what is wrong with its value.
type ParamError struct{ Field, Problem string }

func (e *ParamError) Error() string { return e.Field + ": " + e.Problem }

// Bad makes a *ParamError.
func Bad(field, format string, args ...any) error {
	return &ParamError{field, fmt.Sprintf(format, args...)}
}

// Within names a bad field as it is called one level further out.
func Within(outer string, err error) error {
	var p *ParamError
	if errors.As(err, &p) {
		return &ParamError{outer + "." + p.Field, p.Problem}
	}
	return err
}

// Decode reads parameters. Absent, null and {} mean the same, and so does [], no parameters by position,
// which is what clients written in Lua send for an empty table. Unknown fields are ignored; a value of
// the wrong type is a *ParamError. Ranges are checked by the types' Check.
func Decode[P any](raw []byte) (P, error) {
	var p P
	if len(raw) <= longestEmpty {
		switch strings.Join(strings.Fields(string(raw)), "") {
		case "", "null", "[]":
			return p, nil
		}
	}
	if err := json.Unmarshal(raw, &p, options(), json.WithUnmarshalers(json.JoinUnmarshalers(integers(), places()))); err != nil {
		return p, typeError(raw, err)
	}
	return p, nil
}

// longestEmpty is how long parameters that say nothing may be, in bytes, blanks included.
const longestEmpty = 64

// position and place are LSP's types as their fields are read here: those types read themselves, and say of what is wrong in
// them only that something is.
type (
	position struct {
		Line      uint32 `json:"line"`
		Character uint32 `json:"character"`
	}
	place struct {
		Start position `json:"start"`
		End   position `json:"end"`
	}
)

// places reads LSP's ranges and positions field by field.
func places() *json.Unmarshalers {
	return json.JoinUnmarshalers(
		json.UnmarshalFromFunc(func(d *jsontext.Decoder, v *lsp.Position) error {
			var p position
			if err := json.UnmarshalDecode(d, &p); err != nil {
				return err
			}
			*v = lsp.Position(p)
			return nil
		}),
		json.UnmarshalFromFunc(func(d *jsontext.Decoder, v *lsp.Range) error {
			var p place
			if err := json.UnmarshalDecode(d, &p); err != nil {
				return err
			}
			*v = lsp.Range{Start: lsp.Position(p.Start), End: lsp.Position(p.End)}
			return nil
		}),
	)
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
		return Bad("params", "%v", err)
	}
	field := fieldName(s.JSONPointer)
	if errors.Is(s.Err, errNumber) {
		return Bad(field, "%v", s.Err)
	}
	want := "what is expected here"
	if s.GoType != nil {
		want = map[string]string{
			"string": "a string", "bool": "true or false", "struct": "an object", "slice": "an array", "map": "an object",
			"int": "a whole number", "int32": "a whole number", "uint32": "a whole number", "float64": "a number",
		}[s.GoType.Kind().String()]
	}
	return Bad(field, "%s is not %s", valueAt(raw, s.JSONPointer), want)
}

// valueAt shows the value at a place.
func valueAt(raw []byte, p jsontext.Pointer) string {
	var v any
	if Unmarshal(raw, &v) != nil {
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
	return shown(v)
}

// shown shows a value that cannot be used.
func shown(v any) string {
	switch v.(type) {
	case map[string]any:
		return "an object"
	case []any:
		return "an array"
	}
	text, err := Marshal(v)
	if err != nil {
		return "what is given"
	}
	return fmt.Sprintf("%.80s", text)
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
