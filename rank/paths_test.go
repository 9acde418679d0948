package rank

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// However files come and go, what follows from their paths is what it is for somebody who sees them for the first time.
func TestPathsOfMovedFiles(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		path := rapid.StringMatching(`((a|vendor|examples|b)/){0,2}(a|b|index|__init__|a_test)\.(py|js)`)
		var ix *Index
		for step := range rapid.IntRange(2, 6).Draw(t, "steps") {
			files := map[string]string{}
			for _, p := range rapid.SliceOfN(path, 0, 12).Draw(t, fmt.Sprint("files of step ", step)) {
				files[p] = ""
			}
			g := plainGraph(files)
			ix = NewIndex(ix, g, nil)
			fresh := newPaths(g, nil, nil)
			if rapid.Bool().Draw(t, "ask for marks") && !slices.Equal(ix.paths.marks(), fresh.marks()) {
				t.Fatalf("step %d: marks %v, want %v", step, ix.paths.marks(), fresh.marks())
			}
			if got, want := ix.paths, fresh; rapid.Bool().Draw(t, "ask for names") && (!slices.Equal(got.names().bases, want.names().bases) || !slices.Equal(got.names().stems, want.names().stems)) {
				t.Fatalf("step %d: names %v, want %v", step, *got.names(), *want.names())
			}
		}
	})
}
