package ocaml

import (
	"fmt"
	"strings"
	"testing"

	"github.com/contextls/contextls/analysis"
)

// Of units that include one another there are more ways than can be gone: what is on none of those that are may yet be in each of them.
func TestUnitsThatIncludeOneAnother(t *testing.T) {
	const units = 30
	var text strings.Builder
	for i := range units {
		fmt.Fprintf(&text, " include:U%02d", i)
	}
	var files []analysis.File
	for i := range units {
		facts := &analysis.Facts{}
		facts.Package = strings.TrimPrefix(text.String(), " ")
		files = append(files, analysis.File{Path: fmt.Sprintf("u%02d.ml", i), Language: Languages()[0], Facts: analysis.Known(facts)})
	}
	r := newResolver(analysis.NewTree(files))
	for _, tt := range []struct {
		path string
		want analysis.Status
	}{{"U07", analysis.Resolved}, {"Nowhere", analysis.Ambiguous}, {"Nowhere.Else", analysis.Ambiguous}} {
		if got := r.Resolve("u00.ml", &analysis.Import{Specifier: tt.path}); got.Status != tt.want {
			t.Errorf("%s is %v, want %v", tt.path, got, tt.want)
		}
	}
}
