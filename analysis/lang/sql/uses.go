package sql

import (
	"strings"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/analysis/lang/scan"
)

// uses counts the tables, functions and types that a statement uses. own is the token of the name that
// it creates.
func (r *reader) uses(i, end, own int) {
	creates := r.Is(i, "create")
	_, object := r.created(i)
	onTable := object == "index" || object == "trigger" || creates && r.Is(i+1, "policy")
	local := r.local(i, end)
	refer := func(name string) {
		if !local[strings.ToLower(name)] {
			r.Refer("", name)
		}
	}
	for j := i; j < end; j++ {
		if r.At(j).Kind == scan.String {
			r.body(i, end, r.At(j))
			r.model(r.At(j))
			continue
		}
		switch {
		case r.Is(j, "from") && !r.ofExpression(j, i), r.Is(j, "using"):
			j = r.tables(j+1, end, true, refer)
		case r.any(j, "join", "into", "references", "call", "exec", "execute", "truncate"),
			r.Is(j, "update") && !r.any(j-1, "for", "on", "before", "after", "or", "do", ","),
			r.any(j, "table", "view") && j > i && !creates,
			r.Is(j, "on") && onTable && !r.any(j+1, "delete", "update", "conflict", "commit", "true", "false", "("),
			r.Is(j, "of") && r.Is(j-1, "partition"):
			j = r.tables(j+1, end, false, refer)
		case r.any(j, "drop", "alter") && r.any(j+1, "index", "function", "procedure", "type", "sequence", "trigger", "domain", "schema"):
			j = r.tables(j+2, end, false, refer)
		case r.Is(j, ":") && r.Is(j+1, ":"), r.any(j, "returns", "setof"):
			if name, _, _ := r.name(r.skip(j+1, ":", "setof", "table")); name != "" && !isBuiltin(name) {
				refer(name)
			}
		case r.Is(j+1, "(") && j != own && r.At(j).Kind == scan.Word && !isClause(r.Text(r.At(j))) && !isBuiltin(r.Text(r.At(j))):
			refer(r.Text(r.At(j)))
		}
	}
}

// model adds the import that a template of dbt makes: {{ ref('name') }}, {{ ref('package', 'name') }}.
func (r *reader) model(text scan.Token) {
	_, call, ok := strings.Cut(r.Text(text), "ref(")
	if !ok || r.Src[text.Start] != '{' {
		return
	}
	arguments, _, _ := strings.Cut(call, ")")
	parts := strings.Split(arguments, ",")
	name := strings.TrimSpace(parts[len(parts)-1])
	if unquoted := scan.Unquote(name); unquoted != name && unquoted != "" {
		r.Import(text.Start, analysis.Import{Specifier: unquoted})
	}
}

// tables counts the table at a token, and with many those after commas; it gives the last token read.
func (r *reader) tables(i, end int, many bool, refer func(string)) int {
	for {
		i = r.skip(i, "only", "lateral", "if", "exists", "table", "function", "procedure", "concurrently", "materialized")
		name, at, next := r.name(i)
		if i >= end || name == "" || at.Kind == scan.Word && isClause(name) {
			return i - 1
		}
		refer(name)
		if !many {
			return next - 1
		}
		next = r.skip(next, "as")
		if r.At(next).Kind == scan.Word && !isClause(r.Text(r.At(next))) { // an alias
			next++
		}
		if !r.Is(next, ",") {
			return next - 1
		}
		i = next + 1
	}
}

// ofExpression reports whether FROM belongs to an expression: IS DISTINCT FROM, extract(year FROM …).
func (r *reader) ofExpression(j, start int) bool {
	if r.Is(j-1, "distinct") {
		return true
	}
	const near = 6
	for k := j - 1; k >= max(start, j-near); k-- {
		if r.Is(k, "(") {
			return r.any(k-1, "extract", "trim", "substring", "overlay", "position")
		}
		if r.any(k, "select", ")", "delete") {
			return false
		}
	}
	return false
}

// local are the names that a statement gives to queries of its own: WITH name AS (…).
func (r *reader) local(i, end int) map[string]bool {
	var names map[string]bool
	with := false
	for j := i; j < end; j++ {
		with = with || r.Is(j, "with")
		if !with || r.At(j).Kind == scan.Sign || !r.any(j-1, "with", "recursive", ",") {
			continue
		}
		next := j + 1
		if r.Is(next, "(") {
			next = r.Close(next) + 1
		}
		if r.Is(next, "as") && r.Is(r.skip(next+1, "not", "materialized"), "(") {
			if names == nil {
				names = map[string]bool{}
			}
			names[strings.ToLower(strings.Trim(r.Text(r.At(j)), "\"`"))] = true
		}
	}
	return names
}

// body reads the body of a routine, unless it is in another language.
func (r *reader) body(i, end int, text scan.Token) {
	if r.Src[text.Start] != '$' || !r.any(i, "create", "do") {
		return
	}
	for j := i; j < end; j++ {
		if r.Is(j, "language") && !r.any(j+1, "sql", "plpgsql") && !strings.EqualFold(scan.Unquote(r.Text(r.At(j+1))), "plpgsql") {
			return
		}
	}
	mark := uint32(strings.IndexByte(r.Text(text)[1:], '$') + 2)
	inner := scan.New("sql", r.Src[:text.End-mark])
	inner.Tokens, _ = r.lexis.Tokens(inner.Src, int(text.Start+mark), int(text.End-mark))
	b := &reader{File: inner, lexis: r.lexis}
	b.Pair()
	b.uses(0, len(b.Tokens), -1)
	for _, ref := range inner.Facts().References {
		for range ref.Count {
			r.Refer(ref.Qualifier, ref.Name)
		}
	}
}

// isClause reports whether a word begins a part of a statement: then it is neither a table nor an alias.
func isClause(word string) bool {
	switch strings.ToLower(word) {
	case "select", "where", "set", "values", "on", "inner", "left", "right", "full", "outer", "cross", "natural", "join", "group", "order", "having",
		"limit", "offset", "union", "except", "intersect", "for", "window", "returning", "using", "as", "and", "or", "not", "in", "exists", "is",
		"null", "default", "primary", "foreign", "unique", "check", "constraint", "references", "create", "insert", "into", "update", "delete",
		"from", "with", "case", "when", "then", "else", "end", "begin", "if", "to", "by", "all", "any", "some", "over", "filter", "partition",
		"distinct", "fetch", "do", "go", "immediate", "stdin", "stdout", "add", "materialized", "recursive", "only":
		return true
	}
	return false
}

// isBuiltin reports whether a word is a type or a function that every dialect has.
func isBuiltin(word string) bool {
	switch strings.ToLower(word) {
	case "bigint", "bigserial", "bit", "blob", "bool", "boolean", "bytea", "char", "character", "date", "datetime", "decimal", "double", "enum", "float",
		"int", "integer", "interval", "json", "jsonb", "nchar", "number", "numeric", "nvarchar", "real", "record", "serial", "smallint", "text", "time",
		"timestamp", "timestamptz", "tinyint", "trigger", "uuid", "varbinary", "varchar", "varchar2", "void",
		"avg", "cast", "coalesce", "concat", "count", "extract", "key", "index", "lower", "max", "min", "now", "nullif", "row", "sum", "table", "trim",
		"upper", "value":
		return true
	}
	return false
}
