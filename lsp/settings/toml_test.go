package settings

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// What config prints is a file of settings that sets the same.
func TestEntryAsTOML(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		name, glob := rapid.String().Draw(t, "name"), rapid.String().Draw(t, "glob")
		for _, c := range []struct{ value, want any }{
			{[]string{glob, "x"}, []any{glob, "x"}},
			{Scope{Include: []string{glob}}, map[string]any{"include": []any{glob}}},
			{Scope{Include: []string{}, Exclude: []string{glob}}, map[string]any{"include": []any{}, "exclude": []any{glob}}},
			{0.25, 0.25}, {1e21, 1e21}, {5000, 5000.0}, {true, true},
		} {
			line := Entry{Key: []string{"roles", name}, Value: c.value}.String()
			if strings.ContainsAny(line, "\n\r") {
				t.Errorf("%q is not one line", line)
			}
			got, err := parseTOML([]byte(line))
			if err != nil {
				t.Fatalf("%q: %v", line, err)
			}
			value := got["roles"].(map[string]any)[strings.ToValidUTF8(name, "\ufffd")]
			if diff := cmp.Diff(c.want, value); diff != "" {
				t.Errorf("%q (-want +got):\n%s", line, diff)
			}
		}
	})
}

// FuzzClient: whatever a client sets, what is in force can be written down and set again.
func FuzzClient(f *testing.F) {
	f.Add(`{"tokenBudget":"x","weights":{"text":[]},"ignore":["",7],"roles":{"a.b":{"include":7},"c[0]":7},"codeLens":null}`)
	f.Add(`{"tokenBudget":7,"weights":{"text":0.1},"ignore":["\u0000é","b"],"roles":{"":{"include":[]},"é":{"exclude":["a/"]}},"commands":{"x":["y","\u007f"]}}`)
	f.Fuzz(func(t *testing.T, text string) {
		object, err := decode(text)
		if err != nil {
			return
		}
		first := merge([]source{{client, clientName, object, false}})
		var lines strings.Builder
		for _, e := range first.Entries {
			lines.WriteString(e.String() + "\n")
		}
		again, err := parseTOML([]byte(lines.String()))
		if err != nil {
			t.Fatalf("%v in\n%s", err, lines.String())
		}
		second := merge([]source{{userFile, "user", again, true}})
		if diff := cmp.Diff(first.Values, second.Values); diff != "" || len(second.Problems) > 0 {
			t.Errorf("problems %q (-first +second):\n%s", second.Problems, diff)
		}
	})
}
