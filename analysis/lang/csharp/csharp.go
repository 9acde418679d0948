package csharp

import (
	"path"
	"strings"

	"github.com/contextls/contextls/analysis"
)

const id = "csharp"

// Language is C#.
func Language() *analysis.Language {
	return &analysis.Language{
		ID:          id,
		Extensions:  []string{".cs", ".csx"},
		Fence:       "csharp",
		Bare:        true,
		Lexis:       analysis.Lexis{Line: []string{"//"}, Block: [2]string{"/*", "*/"}, Quotes: `"'`, Char: true, Verbatim: true},
		Spelling:    analysis.Spelling{Sets: "=", Typed: true, Arrow: "=>"},
		Extract:     extract(grammar()),
		Family:      id,
		Manifests:   []string{"*.csproj", "*.props", "*.targets", "packages.config"},
		NewResolver: newResolver,
		IsTest:      isTest,
	}
}

// isTest goes by the names that test projects and their classes have.
func isTest(p string) bool {
	for part := range strings.SplitSeq(analysis.Dir(p), "/") {
		if endsInTest(part) {
			return true
		}
	}
	return analysis.InTestDir(p) || endsInTest(strings.TrimSuffix(path.Base(p), path.Ext(p)))
}

func endsInTest(name string) bool {
	for _, end := range []string{"Test", "Tests", "Specs"} {
		if strings.HasSuffix(name, end) {
			return true
		}
	}
	return false
}
