package sql

import (
	"strings"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/analysis/lang/scan"
)

// statement reads the statement of the tokens from i to end.
func (r *reader) statement(i, end int) {
	next, object := r.created(i)
	own := -1 // the token of the name that is created
	if object != "" {
		next = r.skip(next, "body", "concurrently", "if", "not", "exists")
		name, at, after := r.name(next)
		if name != "" && !r.Is(next, "on") {
			own = after - 1
			r.create(i, end, after, object, name, at)
		}
	} else if r.Is(i, "alter") && r.Is(i+1, "table") {
		r.alter(i, end)
	}
	r.uses(i, end, own)
}

// create adds what a statement creates; after is the token behind the name.
func (r *reader) create(i, end, after int, object, name string, at scan.Token) {
	kinds := map[string]analysis.Kind{"table": analysis.Struct, "view": analysis.Struct, "type": analysis.Struct, "domain": analysis.TypeAlias,
		"index": analysis.Constant, "sequence": analysis.Variable, "schema": analysis.Module, "package": analysis.Module}
	kind, ok := kinds[object]
	if !ok {
		kind = analysis.Function
	}
	if object == "type" && r.Is(after, "as") && r.Is(after+1, "enum") {
		kind = analysis.Enum
	}
	head := after
	switch object {
	case "table", "schema":
		if r.Is(head, "partition") || r.Is(head, "using") {
			head = r.until(head, end, "(", "for", "as")
		}
	case "view":
		head = r.until(head, end, "as")
	case "function", "procedure", "proc", "trigger", "aggregate", "event", "package":
		head = r.until(head, end, "as", "is", "begin", "language", "immutable", "stable", "volatile", "strict", "security", "deterministic",
			"reads", "modifies", "comment", "sql")
	default:
		head = end
	}
	whole := r.span(i, end)
	r.Add(analysis.Symbol{Name: name, Kind: kind, Exported: true, Range: whole, Line: r.Line(at.Start), Doc: r.Doc(whole.Start),
		Signature: r.Signature(whole.Start, r.At(max(head-1, i)).End)})
	if open := after; object == "table" && r.Is(open, "(") {
		r.columns(open, min(r.Close(open), end), name)
	} else if object == "type" && r.Is(open, "as") && r.Is(open+1, "(") {
		r.columns(open+1, min(r.Close(open+1), end), name)
	}
}

// until is the first of some words outside brackets, or a text in dollars.
func (r *reader) until(i, end int, words ...string) int {
	for ; i < end; i++ {
		if r.any(i, words...) || r.At(i).Kind == scan.String && r.Src[r.At(i).Start] == '$' {
			return i
		}
		if r.Is(i, "(") {
			i = r.Close(i)
		}
	}
	return end
}

func (r *reader) span(i, end int) analysis.Span {
	return analysis.Span{Start: r.At(i).Start, End: r.At(max(end-1, i)).End}
}

// columns adds the columns between two brackets.
func (r *reader) columns(open, shut int, table string) {
	for i := open + 1; i < shut; {
		end := i
		for end < shut && !r.Is(end, ",") {
			if r.Is(end, "(") {
				end = min(r.Close(end), shut)
			}
			end++
		}
		r.column(i, min(end, shut), table)
		i = end + 1
	}
}

// column adds one column: a name and its type. A constraint is none.
func (r *reader) column(i, end int, table string) {
	if end <= i || r.any(i, "primary", "foreign", "unique", "constraint", "check", "key", "index", "exclude", "like", "fulltext", "spatial", "period") {
		return
	}
	name, at, next := r.name(i)
	if name == "" || strings.Contains(name, "\n") {
		return
	}
	whole := r.span(i, end)
	r.Add(analysis.Symbol{Name: name, Kind: analysis.Field, Container: table, Exported: true, Range: whole, Line: r.Line(at.Start),
		Doc: r.Doc(whole.Start), Signature: r.Signature(whole.Start, whole.End)})
	if kind, _, _ := r.name(next); next < end && !isBuiltin(kind) && !isClause(kind) {
		r.Refer("", kind)
	}
}

// alter adds the columns that a statement adds to a table.
func (r *reader) alter(i, end int) {
	table, _, next := r.name(r.skip(i+2, "if", "exists", "only"))
	for j := next; j < end; j++ {
		switch {
		case r.Is(j, "("):
			j = r.Close(j)
		case r.Is(j, "add") && table != "":
			start := r.skip(j+1, "column", "if", "not", "exists")
			stop := start
			for stop < end && !r.Is(stop, ",") {
				if r.Is(stop, "(") {
					stop = r.Close(stop)
				}
				stop++
			}
			r.column(start, min(stop, end), table)
			j = stop
		}
	}
}
