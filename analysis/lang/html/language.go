package html

import (
	"strings"
	"sync"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/analysis/lang/ecmascript"
	"github.com/contextls/contextls/analysis/lang/scan"
)

// Language is HTML.
func Language() *analysis.Language {
	modules := ecmascript.Languages()[0]
	return &analysis.Language{ID: "html", Extensions: []string{".html", ".htm", ".xhtml"}, Fence: "html", Purpose: analysis.Markup, Lexis: analysis.MarkupLexis(), Extract: extract,
		Family: "html", Manifests: modules.Manifests, IsTest: modules.IsTest,
		NewResolver: func(t *analysis.Tree) analysis.Resolver {
			return &resolver{t, sync.OnceValue(func() analysis.Resolver { return modules.NewResolver(t) })}
		}}
}

func extract(src []byte) (*analysis.Facts, error) {
	f := scan.New("html", src)
	tags, _ := scan.Markup(src, "")
	for _, t := range tags {
		if a, ok := loads(&t); ok {
			if spec := fileOf(a.Value); spec != "" {
				f.Import(a.At, analysis.Import{Specifier: spec})
			}
		}
		if id, ok := t.Get("id"); ok && isSection(t.Name) && isName(id.Value) {
			f.Add(analysis.Symbol{Name: id.Value, Kind: analysis.Module, Exported: true, Range: t.Span, Line: f.Line(t.Start),
				Signature: f.Signature(t.Start, t.End)})
		}
	}
	return f.Facts(), nil
}

// loads is the attribute that says what a page loads as a part of itself.
func loads(t *scan.Tag) (scan.Attribute, bool) {
	switch strings.ToLower(t.Name) {
	case "script":
		return t.Get("src")
	case "link":
		rel, _ := t.Get("rel")
		for _, word := range strings.Fields(strings.ToLower(rel.Value)) {
			switch word {
			case "stylesheet", "modulepreload", "preload", "import":
				return t.Get("href")
			}
		}
	}
	return scan.Attribute{}, false
}

// isSection reports whether an element is one of a page's sections, or a piece of it that scripts take.
func isSection(tag string) bool {
	switch strings.ToLower(tag) {
	case "article", "aside", "dialog", "fieldset", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "main", "nav",
		"section", "template":
		return true
	}
	return false
}

// isName reports whether an id is one as it stands.
func isName(id string) bool { return id != "" && !strings.ContainsAny(id, "{}<>$%&@ \t\r\n'\"") }

// fileOf is the path that an attribute gives, "" where it gives a URL or is not filled in.
func fileOf(spec string) string {
	spec = strings.TrimSpace(spec)
	if strings.ContainsAny(spec, "{}<>$%*|\"'`\\\r\n") || strings.HasPrefix(spec, "//") || strings.HasPrefix(spec, "@") || strings.HasPrefix(spec, "~") {
		return ""
	}
	if i := strings.IndexAny(spec, "#?"); i >= 0 {
		spec = spec[:i]
	}
	if scheme, _, ok := strings.Cut(spec, ":"); ok && !strings.ContainsAny(scheme, "/.") {
		return ""
	}
	return spec
}
