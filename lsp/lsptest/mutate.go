package lsptest

import (
	"encoding/json"
	"math/rand/v2"
	"strings"
)

// Mutated is a JSON message with a value replaced by another one, or some of its bytes.
func Mutated(r *rand.Rand, message string) string {
	values := []string{"null", "{}", "[]", "7", "-1", "1e400", `""`, `"\u0000\u0007\u007f"`, `"\ud800"`, "true", `"x"`, `[[[[]]]]`, `{"a":null}`, ""}
	if r.IntN(4) == 0 {
		b := []byte(message)
		for range 1 + r.IntN(3) {
			b[r.IntN(len(b))] = byte(32 + r.IntN(96))
		}
		return string(b)
	}
	var starts []int // of values
	for i := range message {
		if message[i] == ':' && i > 10 {
			starts = append(starts, i+1)
		}
	}
	at := starts[r.IntN(len(starts))]
	end := at + len(value(message[at:]))
	return message[:at] + values[r.IntN(len(values))] + message[end:]
}

// value is the JSON value that a text begins with.
func value(text string) string {
	var raw json.RawMessage
	if err := json.NewDecoder(strings.NewReader(text)).Decode(&raw); err != nil {
		return ""
	}
	return string(raw)
}

// Asks gives the number of a message, "" where it has none, and reports whether it is a request.
func Asks(message string) (id string, request bool) {
	var m map[string]json.RawMessage
	if json.Unmarshal([]byte(message), &m) != nil || json.Unmarshal(m["id"], new(int)) != nil || string(m["id"]) == "null" {
		return "", false
	}
	return string(m["id"]), string(m["jsonrpc"]) == `"2.0"` && len(m["method"]) > 1 && m["method"][0] == '"'
}
