// Package sql teaches SQL in the dialects of PostgreSQL, MySQL, SQLite and SQL Server, and the scripts of
// their command lines.
//
// Invariants:
//
//   - What a script creates is a symbol, by its name without schema and quotes; columns are members of
//     their tables, those that are added later too.
//   - Only names in the places of tables, functions and types are references: a column never is one.
//   - A script sees the scripts of its project: those that share its directory once the directories are
//     left out that only sort scripts (migrations, schema, queries, …).
package sql
