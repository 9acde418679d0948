package ecmascript

import (
	"fmt"
	"testing"

	"github.com/contextls/contextls/analysis"
)

// A package may have many modules that each declare an element for all: then these are not seen, and its scripts are.
func TestAmbientLimit(t *testing.T) {
	says := func(place string) *analysis.LazyFacts { return analysis.Known(&analysis.Facts{Package: place}) }
	for _, c := range []struct{ scripts, modules, seen int }{
		{1, maxAmbient, 1 + maxAmbient},
		{1, maxAmbient + 1, 1},
		{maxAmbient + 1, 1, 1},
		{maxAmbient + 1, maxAmbient + 1, 0},
	} {
		files := []analysis.File{{Path: "package.json", Manifest: []byte(`{"name": "app"}`)}, {Path: "src/main.ts"}}
		for i := range c.scripts {
			files = append(files, analysis.File{Path: fmt.Sprintf("types/s%d.d.ts", i), Facts: says(ambient)})
		}
		for i := range c.modules {
			files = append(files, analysis.File{Path: fmt.Sprintf("src/m%d.ts", i), Facts: says(everywhere)})
		}
		r := newResolver(analysis.NewTree(sortedFiles(files)))
		if seen := r.Siblings("src/main.ts"); len(seen) != c.seen {
			t.Errorf("of %d scripts and %d modules %d are seen, not %d", c.scripts, c.modules, len(seen), c.seen)
		}
	}
}
