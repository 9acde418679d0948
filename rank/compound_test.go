package rank

import (
	"strings"
	"testing"
)

func TestCompounds(t *testing.T) {
	ix := NewIndex(nil, plainGraph(map[string]string{
		"src/checkpattern.py": "def a", "src/hmrHandler.ts": "def b",
		"src/a/runtime.go": "def c", "src/b/runtime.go": "def d", "src/c/runtime.go": "def e", "src/d/runtime.go": "def f",
	}), nil)
	for text, want := range map[string]string{
		"Pattern matching and the exhaustiveness check": "checkpattern",
		"HMR: run the handler twice":                    "hmrhandler",
		"run it one time":                               "", // too many
		"a checkpattern check of a pattern":             "checkpattern",
		"It is slow\n\nThe check of a pattern":          "", // not the title's
	} {
		var got []string
		for _, w := range ix.Read(text).Title {
			if !strings.Contains(strings.ToLower(text), w.Text) || w.Text == "checkpattern" {
				got = append(got, w.Text)
			}
		}
		if strings.Join(got, " ") != want {
			t.Errorf("compounds of %q: %q, want %q", text, got, want)
		}
	}
}
