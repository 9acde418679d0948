package kotlin

import (
	"bytes"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/analysis/lang/jvm"
	"github.com/contextls/contextls/analysis/lang/outline"
	"github.com/contextls/contextls/analysis/syntax"
)

const id = "kotlin"

// Language is Kotlin.
func Language() *analysis.Language {
	return &analysis.Language{
		ID:           id,
		Extensions:   []string{".kt", ".kts"},
		Interpreters: []string{"kotlin", "kotlinc", "kscript"},
		Fence:        id,
		Bare:         true,
		Lexis:        analysis.Lexis{Line: []string{"//"}, Block: [2]string{"/*", "*/"}, Nested: true, Quotes: `"'`, Char: true},
		Spelling:     analysis.Spelling{Sets: "=", Arrow: "->"},
		Extract:      outline.Extensions(extractor(grammar())),
		Family:       jvm.Family,
		Manifests:    jvm.Manifests(),
		PackageOf:    jvm.PackageOf,
		NewResolver:  jvm.NewResolver,
		Layout:       jvm.Layout(),
		IsTest:       jvm.IsTest,
	}
}

// extractor shows the grammar a file that ends with a line break: its scanner looks for one behind an
// annotation, as people are typing it, and does not stop at the file's end, where no limit reaches it.
func extractor(g *syntax.Grammar[found]) func([]byte) (*analysis.Facts, error) {
	return func(src []byte) (*analysis.Facts, error) {
		if !bytes.HasSuffix(src, []byte("\n")) {
			src = append(bytes.Clone(src), '\n')
		}
		return g.Extract(withoutGuards(src))
	}
}
