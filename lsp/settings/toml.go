package settings

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/BurntSushi/toml"
)

// parseTOML reads a file's text as plain values.
func parseTOML(text []byte) (map[string]any, error) {
	var object map[string]any
	if err := toml.Unmarshal(text, &object); err != nil {
		return nil, err
	}
	o, _ := plain(object).(map[string]any)
	return o, nil
}

// plain is a value of TOML in the types that JSON has: bool, float64, string, []any and map[string]any. What
// JSON has not (dates, nan) becomes text, which no kind but text accepts.
func plain(value any) any {
	switch v := value.(type) {
	case string, bool:
		return v
	case int64:
		return float64(v)
	case float64:
		if v-v == 0 { // finite
			return v
		}
	case map[string]any:
		object := make(map[string]any, len(v))
		for name, inner := range v {
			object[name] = plain(inner)
		}
		return object
	case []any:
		return plainList(v)
	case []map[string]any:
		return plainList(v)
	}
	return fmt.Sprint(value)
}

func plainList[T any](values []T) []any {
	list := make([]any, len(values))
	for i, v := range values {
		list[i] = plain(v)
	}
	return list
}

// String is the entry as a line of TOML.
func (e Entry) String() string {
	names := make([]string, len(e.Key))
	for i, name := range e.Key {
		names[i] = keyTOML(name)
	}
	return strings.Join(names, ".") + " = " + valueTOML(e.Value)
}

// keyTOML is a name, in quotes where it needs them.
func keyTOML(name string) string {
	needsQuotes := strings.ContainsFunc(name, func(r rune) bool {
		return (r < 'a' || 'z' < r) && (r < 'A' || 'Z' < r) && (r < '0' || '9' < r) && r != '_' && r != '-'
	})
	if name == "" || needsQuotes {
		return quote(name)
	}
	return name
}

func valueTOML(value any) string {
	switch v := value.(type) {
	case float64:
		text := strconv.FormatFloat(v, 'f', -1, 64)
		if v >= 1<<63 { // more than an integer of TOML holds
			text += ".0"
		}
		return text
	case string:
		return quote(v)
	case []string:
		parts := make([]string, len(v))
		for i, text := range v {
			parts[i] = quote(text)
		}
		return "[" + strings.Join(parts, ", ") + "]"
	case Scope:
		var parts []string
		if v.Exclude != nil {
			parts = append(parts, "exclude = "+valueTOML(v.Exclude))
		}
		if v.Include != nil {
			parts = append(parts, "include = "+valueTOML(v.Include))
		}
		return "{" + strings.Join(parts, ", ") + "}"
	}
	return fmt.Sprint(value) // an int or bool
}

// quote is a text as a basic string of TOML, which is one of JSON, too.
func quote(text string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range text { // what is not UTF-8 is U+FFFD here
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\r':
			b.WriteString(`\r`)
		case r == '\t':
			b.WriteString(`\t`)
		case r < ' ' || r == '\x7f':
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}
