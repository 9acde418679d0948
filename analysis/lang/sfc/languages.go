package sfc

import (
	"github.com/contextls/contextls/analysis"
)

// Languages are Vue and Svelte. Their scripts are read by the languages of modules, those of the package ecmascript: to make
// these ready once more would cost as much as some files.
func Languages(modules []*analysis.Language) []*analysis.Language {
	readers := map[string]func([]byte) (*analysis.Facts, error){}
	for _, l := range modules {
		readers[l.ID] = l.Extract
	}
	language := func(d *dialect, extension string) *analysis.Language {
		d.readers = readers
		return &analysis.Language{ID: d.id, Extensions: []string{extension}, Fence: d.id, Lexis: analysis.MarkupLexis(), Extract: d.extract,
			Family: modules[0].Family, Manifests: modules[0].Manifests, Condense: modules[0].Condense, PackageOf: modules[0].PackageOf, NewResolver: modules[0].NewResolver, Layout: modules[0].Layout, IsTest: modules[0].IsTest}
	}
	return []*analysis.Language{
		language(&dialect{id: "vue", braces: "{{", props: "defineProps", directive: vueDirective}, ".vue"),
		language(&dialect{id: "svelte", braces: "{", props: "$props", directive: svelteDirective}, ".svelte"),
	}
}
