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
		Extract:      func(src []byte) (*analysis.Facts, error) { return extract(g, src) },
		Family:       id,
		NewResolver:  newResolver,
		IsTest:       isTest,
	}
}

// isTest follows the conventions of bats, shunit2 and shellspec.
func isTest(p string) bool {
	base := path.Base(p)
	name := strings.TrimSuffix(base, path.Ext(base))
	if path.Ext(base) == ".bats" || strings.HasPrefix(name, "test_") || strings.HasPrefix(name, "test-") ||
		strings.HasSuffix(name, "_test") || strings.HasSuffix(name, "-test") || strings.HasSuffix(name, "_spec") {
		return true
	}
	dir := "/" + analysis.Dir(p) + "/"
	return strings.Contains(dir, "/test/") || strings.Contains(dir, "/tests/") || strings.Contains(dir, "/spec/")
}
