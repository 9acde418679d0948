package langtest

import (
	"slices"
	"strings"
	"testing"

	"github.com/contextls/contextls/analysis"
)

// edit marks in a source where somebody types.
const edit = "EDIT"

// HalfWritten types each of some texts at each EDIT of a source: the definitions around it are those wanted, by their qualified
// names, and the imports and the package stay as well. Others may appear of the kinds named.
func HalfWritten(t *testing.T, lang *analysis.Language, source string, typed []string, want string, others ...analysis.Kind) {
	t.Helper()
	wanted := strings.Fields(want)
	parts := strings.Split(source, edit)
	whole, err := lang.Extract([]byte(strings.Join(parts, "")))
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range typed {
		for at := 1; at < len(parts); at++ {
			src := []byte(strings.Join(parts[:at], "") + text + strings.Join(parts[at:], ""))
			facts, err := lang.Extract(src)
			if err != nil {
				t.Fatal(err)
			}
			Check(t, text, src, facts)
			var got []string
			for _, s := range facts.Symbols {
				if name := strings.ReplaceAll(s.QualifiedName(), " ", "_"); slices.Contains(wanted, name) || !slices.Contains(others, s.Kind) {
					got = append(got, name)
				}
			}
			if !slices.Equal(got, wanted) {
				t.Errorf("%q at EDIT %d: %s, want %s", text, at, strings.Join(got, " "), want)
			}
			if len(facts.Imports) != len(whole.Imports) || facts.Package != whole.Package {
				t.Errorf("%q at EDIT %d: package %s, imports %v", text, at, facts.Package, facts.Imports)
			}
		}
	}
}
