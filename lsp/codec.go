package lsp

import (
	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"go.lsp.dev/jsonrpc2"
)

// wireJSON is how our own types are written and read: map keys sorted, so that equal answers are equal
// bytes; invalid UTF-8 replaced, so that one odd file name never fails an answer.
var wireJSON = json.JoinOptions(
	json.Deterministic(true),
	jsontext.AllowInvalidUTF8(true),
	jsontext.AllowDuplicateNames(true),
)

// JSON writes an answer as the server would.
func JSON(v any) ([]byte, error) { return encode(v) }

// encode writes a value of our own types. One that is written already stays as it is.
func encode(v any) (jsonrpc2.RawMessage, error) {
	if raw, ok := v.(jsonrpc2.RawMessage); ok {
		return raw, nil
	}
	b, err := json.Marshal(v, wireJSON)
	return jsonrpc2.RawMessage(b), err
}
