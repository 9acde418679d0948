package lua

import (
	"path"
	"strings"

	"github.com/contextls/contextls/analysis"
)

const id = "lua"

// Language is Lua.
func Language() *analysis.Language {
	return &analysis.Language{
		ID:           id,
		Extensions:   []string{".lua", ".rockspec"},
		Names:        []string{".luacheckrc"},
		Interpreters: []string{"lua", "luajit", "lua5.1", "lua5.2", "lua5.3", "lua5.4", "texlua"},
		Fence:        id,
		Untyped:      true,
		Lexis:        analysis.Lexis{Line: []string{"--"}, Block: [2]string{"--[[", "]]"}, Quotes: `"'`},
		Spelling:     analysis.Spelling{Separators: []string{":"}},
		Extract:      grammar().Extract,
		Family:       id,
		Manifests:    []string{"*.rockspec"},
		NewResolver:  newResolver,
		IsTest:       isTest,
	}
}

// isTest follows busted's, luaunit's and plenary's conventions.
func isTest(p string) bool {
	name := strings.TrimSuffix(path.Base(p), ".lua")
	return strings.HasSuffix(name, "_spec") || strings.HasSuffix(name, "_test") || strings.HasPrefix(name, "test_") || analysis.InTestDir(p, "spec")
}
