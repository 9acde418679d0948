package groovy

import (
	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/analysis/lang/jvm"
)

const id = "groovy"

// Language is Groovy.
func Language() *analysis.Language {
	return &analysis.Language{
		ID:           id,
		Aliases:      []string{"gradle"},
		Extensions:   []string{".groovy", ".gradle", ".gvy"},
		Names:        []string{"Jenkinsfile"},
		Interpreters: []string{"groovy"},
		Fence:        "groovy",
		Bare:         true,
		Lexis:        analysis.Lexis{Line: []string{"//"}, Block: [2]string{"/*", "*/"}, Quotes: `"'`},
		Spelling:     analysis.Spelling{Typed: true, Arrow: "->"},
		Extract:      extract,
		Family:       jvm.Family,
		Manifests:    jvm.Manifests(),
		PackageOf:    jvm.PackageOf,
		NewResolver:  jvm.NewResolver,
		IsTest:       jvm.IsTest,
	}
}
