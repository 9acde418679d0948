package lang

import (
	"testing"

	"github.com/contextls/contextls/analysis/lang/langtest"
)

// TestEdges is here and not with each language, for it shows their parts together: facts, resolver and
// linking.
func TestEdges(t *testing.T) { langtest.Edges(t, All(), "testdata/edges") }

// TestNamesAreUnambiguous: what the editor calls a language, and what a file is called, mean one.
func TestNamesAreUnambiguous(t *testing.T) {
	seen := map[string]string{}
	for _, l := range All() {
		for _, name := range append(append([]string{l.ID}, l.Aliases...), append(l.Extensions, l.Names...)...) {
			if other, taken := seen[name]; taken {
				t.Errorf("%q is claimed by %s and %s", name, other, l.ID)
			}
			seen[name] = l.ID
		}
	}
}
