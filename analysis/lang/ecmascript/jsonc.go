package ecmascript

import (
	"bytes"
	"encoding/json"
)

// decode reads a JSON object that may have comments, trailing commas and a byte order mark, as
// tsconfig.json files do; nil where it is none.
func decode(text []byte) map[string]any {
	var object map[string]any
	if json.Unmarshal(plain(text), &object) != nil {
		return nil
	}
	return object
}

// plain blanks out what JSON does not allow. Offsets stay as they are.
func plain(text []byte) []byte {
	out := bytes.Clone(bytes.TrimPrefix(text, []byte("\xef\xbb\xbf")))
	last := -1 // where the last byte is that is neither white space nor comment
	for i := 0; i < len(out); {
		rest := out[i:]
		switch {
		case rest[0] == '"':
			i += stringLen(rest)
			last = i - 1
		case bytes.HasPrefix(rest, []byte("//")):
			i += blank(rest, endOf(rest, "\n", 0))
		case bytes.HasPrefix(rest, []byte("/*")):
			i += blank(rest, endOf(rest, "*/", 2))
		case rest[0] == ' ' || rest[0] == '\t' || rest[0] == '\n' || rest[0] == '\r':
			i++
		default:
			if (rest[0] == '}' || rest[0] == ']') && last >= 0 && out[last] == ',' {
				out[last] = ' '
			}
			last = i
			i++
		}
	}
	return out
}

// stringLen is the length of the string literal that text begins with.
func stringLen(text []byte) int {
	for i := 1; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return len(text)
}

// endOf is where a comment of at least two bytes ends: after the mark and, for the mark's own bytes,
// keep of them.
func endOf(text []byte, mark string, keep int) int {
	if i := bytes.Index(text[2:], []byte(mark)); i >= 0 {
		return 2 + i + keep
	}
	return len(text)
}

// blank overwrites the first n bytes with spaces.
func blank(text []byte, n int) int {
	for i := range text[:n] {
		text[i] = ' '
	}
	return n
}

// str is a string field, "" where it is none.
func str(object map[string]any, key string) string {
	s, _ := object[key].(string)
	return s
}

// object is an object field, nil where it is none.
func object(parent map[string]any, key string) map[string]any {
	o, _ := parent[key].(map[string]any)
	return o
}

// list is the strings of a field that is a string or an array of them.
func list(v any) []string {
	switch v := v.(type) {
	case string:
		return []string{v}
	case []any:
		var out []string
		for _, e := range v {
			if s, ok := e.(string); ok {
				out = append(out, s)
			}
		}
		return out
	}
	return nil
}
