package bash

import (
	"path"
	"strings"

	"github.com/contextls/contextls/analysis"
)

const id = "shellscript"

// Language is Bash and the shells that it is a superset of, as far as scripts go.
func Language() *analysis.Language {
	g := grammar()
	return &analysis.Language{
		ID:         id,
		Aliases:    []string{"bash", "sh"},
		Extensions: []string{".sh", ".bash", ".bats", ".ksh"},
		Names: []string{".bashrc", ".bash_profile", ".bash_login", ".bash_logout", ".bash_aliases", ".profile",
			".zshrc", ".zshenv", ".zprofile", "PKGBUILD"},
		Interpreters: []string{"bash", "sh", "dash", "zsh", "ksh", "bats"},
		Fence:        "bash",
		Lexis:        analysis.HashLexis(),
		Spelling:     analysis.Spelling{Sign: '$'},
		Extract:      func(src []byte) (*analysis.Facts, error) { return extract(g, src) },
		Family:       id,
		NewResolver:  newResolver,
		IsTest:       isTest,
	}
}

// isTest follows the conventions of bats, shunit2 and shellspec, and knows the scripts that run all tests.
func isTest(p string) bool {
	base := path.Base(p)
	switch name := strings.TrimSuffix(base, path.Ext(base)); {
	case path.Ext(base) == ".bats", strings.HasPrefix(name, "test_"), strings.HasPrefix(name, "test-"), strings.HasSuffix(name, "_spec"):
		return true
	default:
		for _, word := range []string{"test", "tests"} {
			if name == word || name == "run"+word || strings.HasSuffix(name, "_"+word) || strings.HasSuffix(name, "-"+word) {
				return true
			}
		}
	}
	return analysis.InTestDir(p, "spec")
}
