package php

import (
	"path"
	"strings"

	"github.com/contextls/contextls/analysis"
)

// ecosystem is what Composer's packages are of.
const ecosystem = "composer"

// Language is PHP.
func Language() *analysis.Language {
	return &analysis.Language{
		ID:           "php",
		Extensions:   []string{".php", ".phtml", ".php5", ".php7", ".php8", ".phpt"},
		Names:        []string{"artisan", ".php-cs-fixer.dist.php"},
		Interpreters: []string{"php"},
		Fence:        "php",
		Untyped:      true,
		Whole:        true,
		Overloads:    true,
		Lexis:        analysis.Lexis{Line: []string{"//", "#"}, Block: [2]string{"/*", "*/"}, Quotes: "\"'`", Lines: "`"},
		Spelling:     analysis.Spelling{Sign: '$'},
		Extract:      grammar().Extract,
		Family:       "php",
		Manifests:    []string{"composer.json", "composer.lock", "composer/installed.json"},
		Condense:     condense(),
		PackageOf:    packageOf,
		NewResolver:  newResolver,
		Layout:       layout(),
		IsTest:       isTest,
	}
}

// isTest follows the conventions of PHPUnit and Pest.
func isTest(p string) bool {
	name := strings.TrimSuffix(path.Base(p), ".php")
	return strings.HasSuffix(name, "Test") || strings.HasSuffix(name, "TestCase") || strings.HasSuffix(p, ".phpt") || analysis.InTestDir(p)
}
