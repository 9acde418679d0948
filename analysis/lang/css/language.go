package css

import (
	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/analysis/lang/ecmascript"
)

// Languages are CSS, SCSS, Sass and Less.
func Languages() []*analysis.Language {
	modules := ecmascript.Languages()[0]
	lexis := analysis.Lexis{Line: []string{"//"}, Block: [2]string{"/*", "*/"}}
	language := func(id string, aliases ...string) *analysis.Language {
		return &analysis.Language{ID: id, Aliases: aliases, Extensions: []string{"." + id}, Fence: id, Purpose: analysis.Markup, Lexis: lexis,
			Extract: func(src []byte) (*analysis.Facts, error) { return extract(id, src), nil },
			Family:  "css", Manifests: modules.Manifests, IsTest: modules.IsTest,
			NewResolver: func(t *analysis.Tree) analysis.Resolver { return newResolver(t, modules.NewResolver) }}
	}
	plain := language("css", "postcss", "tailwindcss")
	plain.Lexis.Line = nil
	plain.Extensions = append(plain.Extensions, ".pcss", ".postcss")
	return []*analysis.Language{plain, language("scss"), language("sass"), language("less")}
}
