package golang

import (
	"strings"

	"github.com/contextls/contextls/analysis"
)

const id = "go"

// Language is Go.
func Language() *analysis.Language {
	return &analysis.Language{
		ID:          id,
		Extensions:  []string{".go"},
		Fence:       "go",
		Lexis:       analysis.Lexis{Line: []string{"//"}, Block: [2]string{"/*", "*/"}, Quotes: "\"'`", Lines: "`", Char: true},
		Extract:     grammar().Extract,
		Family:      id,
		Manifests:   []string{"go.mod", "go.work", "modules.txt"},
		PackageOf:   packageOf,
		NewResolver: newResolver,
		Layout:      layout(),
		IsTest:      isTest,
		Structural:  true,
	}
}

func isTest(path string) bool { return strings.HasSuffix(path, "_test.go") }
