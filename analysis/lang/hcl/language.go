package hcl

import (
	"strings"

	"github.com/contextls/contextls/analysis"
)

// Language is HCL.
func Language() *analysis.Language {
	return &analysis.Language{ID: "hcl", Aliases: []string{"terraform", "terraform-vars", "opentofu", "opentofu-vars", "packer"},
		Extensions: []string{".tf", ".tofu", ".tfvars", ".hcl"}, Fence: "hcl",
		Lexis: analysis.Lexis{Line: []string{"//", "#"}, Block: [2]string{"/*", "*/"}, Quotes: `"`}, Extract: extract, Family: "hcl", NewResolver: newResolver, IsTest: isTest}
}

// isTest knows the files of terraform test and tofu test.
func isTest(p string) bool {
	return strings.HasSuffix(p, ".tftest.hcl") || strings.HasSuffix(p, ".tofutest.hcl")
}
