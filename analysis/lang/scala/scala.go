package scala

import (
	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/analysis/lang/jvm"
	"github.com/contextls/contextls/analysis/lang/outline"
)

const id = "scala"

// Language is Scala.
func Language() *analysis.Language {
	return &analysis.Language{
		ID:           id,
		Extensions:   []string{".scala", ".sc", ".sbt", ".mill"},
		Interpreters: []string{"scala", "scala-cli", "amm"},
		Fence:        id,
		Bare:         true,
		Lexis:        analysis.Lexis{Line: []string{"//"}, Block: [2]string{"/*", "*/"}, Nested: true, Quotes: `"'`, Char: true},
		Spelling:     analysis.Spelling{Sets: "=", Arrow: "=>"},
		Extract:      outline.Extensions(grammar().Extract),
		Family:       jvm.Family,
		Manifests:    jvm.Manifests(),
		PackageOf:    jvm.PackageOf,
		NewResolver:  jvm.NewResolver,
		Layout:       jvm.Layout(),
		IsTest:       jvm.IsTest,
	}
}
