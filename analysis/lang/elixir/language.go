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
		Lexis:        lexis(),
		Spelling:     analysis.Spelling{Clauses: clauses(), Ends: "?!", Assigned: true, Bars: true},
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
	return strings.HasSuffix(path.Base(p), "_test.exs") || analysis.InTestDir(p, "integration_test")
}

// lexis has the strings of attributes that document as comments.
func lexis() analysis.Lexis {
	l := analysis.HashLexis()
	l.Doc = func(line string) (quoted string, may bool) {
		for _, attribute := range []string{"@doc ", "@moduledoc ", "@typedoc "} {
			if quoted, may = strings.CutPrefix(line, attribute); may {
				return strings.TrimLeft(quoted, "~sS"), true
			}
		}
		return "", false
	}
	return l
}

// clauses stand before the name of a function that one of its clauses, or its type, is for.
func clauses() []string {
	return []string{"def", "defp", "defmacro", "defmacrop", "defguard", "defguardp", "defdelegate", "@spec", "@callback", "@macrocallback"}
}
