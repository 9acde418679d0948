package workspace

import (
	"testing"

	"github.com/contextls/contextls/analysis"
)

// Which patterns are tried goes by extensions; what matches is what the language says.
func TestManifests(t *testing.T) {
	l := &analysis.Language{Manifests: []string{"go.mod", "dune", "tsconfig*.json", "requirements/*.txt", "project/*", "*.x?", "composer/installed.json"}}
	ls := newLanguages([]*analysis.Language{l, l})
	for _, p := range []string{"go.mod", "a/go.mod", "go.mod/a", "dune", "a/dune", "tsconfig.json", "a/tsconfig.app.json", "tsconfig.txt",
		"requirements/a.txt", "b/requirements/a.txt", "a.txt", "project/a", "project/a.b", "a/project/.c", "a.xy", "a.x", "composer/installed.json", "installed.json", ""} {
		if got, want := ls.isManifest(p), l.IsManifest(p); got != want {
			t.Errorf("%q: %v, want %v", p, got, want)
		}
	}
}
