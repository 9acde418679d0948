package protocol

import (
	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// options are how our own types are written and read: map keys sorted, so that equal answers are equal
// bytes; invalid UTF-8 replaced, so that one odd file name never fails an answer.
func options() json.Options {
	return json.JoinOptions(
		json.Deterministic(true),
		jsontext.AllowInvalidUTF8(true),
		jsontext.AllowDuplicateNames(true),
	)
}

// Marshal writes a value as it stands on the wire.
func Marshal(v any) (jsontext.Value, error) {
	b, err := json.Marshal(v, options())
	return b, err
}

// Unmarshal reads a value that need not be ours: no range is checked, and errors are the library's.
func Unmarshal(raw []byte, v any) error { return json.Unmarshal(raw, v, options()) }
