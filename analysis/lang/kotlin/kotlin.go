package kotlin

import (
	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/analysis/lang/jvm"
	"github.com/contextls/contextls/analysis/lang/outline"
)

const id = "kotlin"

// Language is Kotlin.
func Language() *analysis.Language {
	return &analysis.Language{
		ID:           id,
		Extensions:   []string{".kt", ".kts"},
		Interpreters: []string{"kotlin", "kotlinc", "kscript"},
		Fence:        id,
		Extract:      outline.Extensions(grammar().Extract),
		Family:       jvm.Family,
		Manifests:    jvm.Manifests(),
		NewResolver:  jvm.NewResolver,
		IsTest:       jvm.IsTest,
	}
}
