package markdown

import (
	"slices"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/analysis/lang/ecmascript"
)

// Languages are Markdown and MDX.
func Languages() []*analysis.Language {
	modules := ecmascript.Languages()
	jsx := modules[slices.IndexFunc(modules, func(l *analysis.Language) bool { return l.ID == "javascriptreact" })]
	newResolver := func(t *analysis.Tree) analysis.Resolver { return newResolver(t, modules[0].NewResolver) }
	notTest := func(string) bool { return false }
	return []*analysis.Language{
		{ID: "markdown", Extensions: []string{".md", ".markdown"}, Fence: "markdown", Purpose: analysis.Prose, Lexis: analysis.MarkupLexis(), Extract: extract,
			Family: "markdown", NewResolver: newResolver, IsTest: notTest},
		{ID: "mdx", Extensions: []string{".mdx"}, Fence: "mdx", Purpose: analysis.Prose, Lexis: analysis.MarkupLexis(),
			Extract: func(src []byte) (*analysis.Facts, error) { return extractMDX(src, jsx.Extract) },
			Family:  "markdown", Manifests: modules[0].Manifests, NewResolver: newResolver, IsTest: notTest},
	}
}
