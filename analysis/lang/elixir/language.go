package elixir

import (
	"path"
	"strings"

	"github.com/contextls/contextls/analysis"
)

const id = "elixir"

// Language is Elixir.
func Language() *analysis.Language {
	g := grammar()
	return &analysis.Language{
		ID:           id,
		Extensions:   []string{".ex", ".exs"},
		Interpreters: []string{"elixir", "iex"},
		Fence:        id,
		Bare:         true,
		Extract:      g.Extract,
		Family:       id,
		Manifests:    []string{"mix.exs", "mix.lock"},
		PackageOf:    packageOf,
		NewResolver:  newResolver,
		Layout:       layout(),
		IsTest:       isTest,
	}
}

// isTest follows ExUnit's conventions; what supports the tests lies beside them.
func isTest(p string) bool {
	return strings.HasSuffix(path.Base(p), "_test.exs") || strings.Contains("/"+p, "/test/")
}
