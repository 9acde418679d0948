package cython

import (
	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/analysis/lang/python"
)

const id = "cython"

// Language is Cython 3.
func Language() *analysis.Language {
	modules := python.Language()
	return &analysis.Language{ID: id, Extensions: []string{".pyx", ".pxd", ".pxi"}, Fence: id, Lexis: modules.Lexis, Extract: extract,
		Family: modules.Family, Manifests: modules.Manifests, Condense: modules.Condense, PackageOf: modules.PackageOf, NewResolver: modules.NewResolver, IsTest: modules.IsTest}
}
