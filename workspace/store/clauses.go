package store

import (
	"encoding/json"
	"fmt"
	"strings"
)

// among are repositories by globs; nothing for all of them.
func among(globs []string) []string {
	var any []string
	for _, glob := range globs {
		if glob == "*" {
			return nil
		}
		any = append(any, fmt.Sprintf(`{"wildcard": {"repository": {"value": %s, "case_insensitive": true}}}`, quoted(strings.ReplaceAll(glob, `\`, `\\`))))
	}
	return []string{anyOf(any)}
}

func anyOf(clauses []string) string { return `{"bool": {"should": ` + list(clauses) + `}}` }

func allOf(clauses ...string) string { return `{"bool": {"filter": ` + list(clauses) + `}}` }

func list(clauses []string) string { return "[" + strings.Join(clauses, ", ") + "]" }

func term(field string, value any) string {
	return `{"term": {` + quoted(field) + `: ` + quoted(value) + `}}`
}

// except are what is not asked for: what is the asker's own, and tests.
func except(own []ownPart, tests bool) string {
	var none []string
	for _, part := range own {
		if part.below == "" {
			none = append(none, term("repository", part.repository))
		} else {
			none = append(none, allOf(term("repository", part.repository), `{"prefix": {"path": `+quoted(part.below+"/")+`}}`))
		}
	}
	if tests {
		none = append(none, term("test", true))
	}
	return list(none)
}

// of are documents about a package, by its name or by what imports call it.
func of(p Package) string {
	return allOf(term("package.ecosystem", p.Ecosystem), anyOf([]string{term("package.name", p.Name), term("package.as", p.Name)}))
}

// quoted is a value as JSON.
func quoted(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err) // of no value that there is here
	}
	return string(text)
}
