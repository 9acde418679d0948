package java

import (
	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/analysis/lang/jvm"
)

const id = "java"

// Language is Java.
func Language() *analysis.Language {
	return &analysis.Language{
		ID:          id,
		Extensions:  []string{".java"},
		Fence:       "java",
		Bare:        true,
		Whole:       true,
		Functional:  true,
		Overloads:   true,
		Lexis:       analysis.CLexis(),
		Spelling:    analysis.Spelling{Typed: true, Arrow: "->"},
		Extract:     grammar().Extract,
		Family:      jvm.Family,
		Manifests:   jvm.Manifests(),
		PackageOf:   jvm.PackageOf,
		NewResolver: jvm.NewResolver,
		Layout:      jvm.Layout(),
		IsTest:      jvm.IsTest,
	}
}
