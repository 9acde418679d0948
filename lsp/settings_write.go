package lsp

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"
)

// String is the setting as a line of TOML.
func (v SettingValue) String() string {
	names := make([]string, len(v.Key))
	for i, name := range v.Key {
		names[i] = tomlKey(name)
	}
	return strings.Join(names, ".") + " = " + tomlValue(v.Value)
}

// tomlKey is a name, in quotes where it needs them.
func tomlKey(name string) string {
	plain := name != "" && strings.IndexFunc(name, func(r rune) bool {
		return (r < 'a' || 'z' < r) && (r < 'A' || 'Z' < r) && (r < '0' || '9' < r) && r != '_' && r != '-'
	}) < 0
	if plain {
		return name
	}
	return tomlValue(name)
}

func tomlValue(v any) string {
	switch v := v.(type) {
	case string: // JSON's strings are among TOML's, but for one character
		text, err := json.Marshal(v, wireJSON)
		if err != nil {
			return `""`
		}
		return strings.ReplaceAll(string(text), "\x7f", `\u007f`)
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64)
	case []string:
		list := make([]any, len(v))
		for i := range v {
			list[i] = v[i]
		}
		return tomlValue(list)
	case []any:
		parts := make([]string, len(v))
		for i := range v {
			parts[i] = tomlValue(v[i])
		}
		return "[" + strings.Join(parts, ", ") + "]"
	case map[string]any:
		var parts []string
		for _, name := range slices.Sorted(maps.Keys(v)) {
			parts = append(parts, tomlKey(name)+" = "+tomlValue(v[name]))
		}
		return "{" + strings.Join(parts, ", ") + "}"
	}
	return fmt.Sprint(v) // numbers and booleans
}
