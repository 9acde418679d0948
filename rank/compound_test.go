package rank

import (
	"slices"
	"strings"
	"testing"

	"github.com/contextls/contextls/rank/task"
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
		"a checkpattern check of a pattern":             "", // it is said
		"It is slow\n\nThe check of a pattern":          "", // not the title's
	} {
		said := task.Read(text).Title
		var got []string
		for _, w := range ix.Read(text).Title {
			if !slices.Contains(said, w) {
				got = append(got, w.Text)
			}
		}
		if strings.Join(got, " ") != want {
			t.Errorf("compounds of %q: %q, want %q", text, got, want)
		}
	}
}
