package sql

import (
	"strings"

	"github.com/contextls/contextls/analysis"
)

// Language is SQL.
func Language() *analysis.Language {
	return &analysis.Language{ID: "sql", Aliases: []string{"mysql", "plsql", "postgres", "pgsql", "sqlite", "tsql", "mssql"},
		Extensions: []string{".sql", ".pgsql", ".psql", ".ddl"}, Fence: "sql",
		Lexis: analysis.Lexis{Line: []string{"--"}, Block: [2]string{"/*", "*/"}, Quotes: "'"}, Extract: extract, Family: "sql", NewResolver: newResolver,
		IsTest: func(p string) bool {
			return strings.HasSuffix(p, "_test.sql") || analysis.InTestDir(p)
		}}
}
