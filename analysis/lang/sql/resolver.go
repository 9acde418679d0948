package sql

import (
	"path"
	"strings"

	"github.com/contextls/contextls/analysis"
)

// resolver knows the scripts of a folder.
type resolver struct {
	tree   *analysis.Tree
	groups map[string][]string // a project's directory → its scripts, by path
	models map[string][]string // base name without extension → scripts
}

func newResolver(tree *analysis.Tree) analysis.Resolver {
	r := &resolver{tree: tree, groups: map[string][]string{}, models: map[string][]string{}}
	for i := range tree.Files() {
		if f := tree.Files()[i]; f.Language != nil && f.Language.Family == "sql" {
			dir := project(f.Path)
			r.groups[dir] = append(r.groups[dir], f.Path)
			base := strings.TrimSuffix(path.Base(f.Path), path.Ext(f.Path))
			r.models[base] = append(r.models[base], f.Path)
		}
	}
	return r
}

// project is the directory of the project that a script is of.
func project(p string) string {
	dir := analysis.Dir(p)
	for dir != "" && sorts(path.Base(dir)) {
		dir = analysis.Dir(dir)
	}
	return dir
}

// sorts reports whether directories of that name only sort a project's scripts: by what is in them, by
// dialect or by version.
func sorts(name string) bool {
	name = strings.ToLower(name)
	switch name {
	case "sql", "db", "database", "databases", "ddl", "dml", "schema", "schemas", "migration", "migrations", "migrate", "changelog", "changes",
		"versions", "up", "down", "deploy", "revert", "verify", "query", "queries", "tables", "table", "views", "view", "functions", "function",
		"procedures", "procs", "stored_procedures", "routines", "triggers", "types", "indexes", "sequences", "policies", "seed", "seeds", "data",
		"fixtures", "init", "scripts", "setup", "public", "dbo", "postgres", "postgresql", "pg", "mysql", "mariadb", "sqlite", "sqlite3", "mssql",
		"oracle", "models", "marts", "staging", "intermediate", "snapshots", "analyses":
		return true
	}
	return strings.Trim(strings.TrimPrefix(name, "v"), "0123456789._-") == ""
}

// Resolve implements analysis.Resolver: a file that a script includes, or a model of dbt by its name.
func (r *resolver) Resolve(from string, imp *analysis.Import) analysis.Resolution {
	if !strings.ContainsAny(imp.Specifier, "./") {
		switch models := r.models[imp.Specifier]; len(models) {
		case 0:
			return analysis.Resolution{Status: analysis.Unresolved}
		case 1:
			return analysis.Resolution{Files: models}
		default:
			return analysis.Resolution{Status: analysis.Ambiguous, Files: models}
		}
	}
	// A client looks in the directory that it was started in, which is one above as a rule.
	for dir := analysis.Dir(from); ; dir = analysis.Dir(dir) {
		if p := path.Join(dir, imp.Specifier); r.tree.Has(p) {
			return analysis.Resolution{Files: []string{p}}
		}
		if dir == "" {
			return analysis.Resolution{Status: analysis.Unresolved}
		}
	}
}

// Siblings implements analysis.Resolver.
func (r *resolver) Siblings(p string) []string { return r.groups[project(p)] }

// ModuleName implements analysis.Resolver.
func (r *resolver) ModuleName(p string) string { return p }
