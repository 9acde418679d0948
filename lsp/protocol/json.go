package protocol

import (
	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/contextls/contextls/budget/render"
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

// Marshal writes a value as it stands on the wire. In all its texts, names of files among them, unseen characters are
// written by their numbers: this is the way out for whatever the program says in JSON. URIs have none.
func Marshal(v any) (jsontext.Value, error) {
	b, err := json.Marshal(v, options(), json.WithMarshalers(json.MarshalToFunc(func(e *jsontext.Encoder, text string) error {
		return e.WriteToken(jsontext.String(render.Visible(text)))
	})))
	return b, err
}

// Unmarshal reads a value that need not be ours: no range is checked, and errors are the library's.
func Unmarshal(raw []byte, v any) error { return json.Unmarshal(raw, v, options()) }
