package php

import (
	"path"
	"slices"
	"strings"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/analysis/syntax"
)

// ecosystem is what Composer's packages are of.
const ecosystem = "composer"

// Language is PHP.
func Language() *analysis.Language {
	g := grammar()
	return &analysis.Language{
		ID:           "php",
		Extensions:   []string{".php", ".phtml", ".php5", ".php7", ".php8", ".phpt"},
		Names:        []string{"artisan", ".php-cs-fixer.dist.php"},
		Interpreters: []string{"php"},
		Fence:        "php",
		Untyped:      true,
		Lexis:        analysis.Lexis{Line: []string{"//", "#"}, Block: [2]string{"/*", "*/"}, Quotes: "\"'`", Lines: "`"},
		Spelling:     analysis.Spelling{Sign: '$'},
		Extract:      func(src []byte) (*analysis.Facts, error) { return extract(g, src) },
		Family:       "php",
		Manifests:    []string{"composer.json", "composer.lock", "composer/installed.json"},
		Condense:     condense(),
		PackageOf:    packageOf,
		NewResolver:  newResolver,
		Layout:       layout(),
		IsTest:       isTest,
	}
}

// extract drops the references to variables: no file defines one for another.
func extract(g *syntax.Grammar[draft], src []byte) (*analysis.Facts, error) {
	f, err := g.Extract(src)
	if err != nil {
		return nil, err
	}
	f.References = slices.DeleteFunc(f.References, func(r analysis.Reference) bool { return r.Name[0] == '$' })
	return f, nil
}

// isTest follows the conventions of PHPUnit and Pest.
func isTest(p string) bool {
	name := strings.TrimSuffix(path.Base(p), ".php")
	if strings.HasSuffix(name, "Test") || strings.HasSuffix(name, "TestCase") || strings.HasSuffix(p, ".phpt") {
		return true
	}
	dir := "/" + strings.ToLower(analysis.Dir(p)) + "/"
	return strings.Contains(dir, "/tests/") || strings.Contains(dir, "/test/")
}
