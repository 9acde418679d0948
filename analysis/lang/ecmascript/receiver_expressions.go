package ecmascript

import (
	"strings"

	"github.com/contextls/contextls/analysis"
)

// expression reads an expression with commas.
func (r *receivers) expression() (t analysis.TypeExpr) {
	for {
		t = r.value()
		if !r.Take(",") {
			return t
		}
	}
}

// value reads an expression up to a comma, and gives what it holds.
func (r *receivers) value() analysis.TypeExpr {
	if !r.Deeper() {
		return analysis.Unknown
	}
	defer r.Shallower()
	start := r.At
	t := r.logical()
	switch {
	case r.Take("?"):
		yes := r.value()
		if r.Take(":") {
			return analysis.Either(yes, r.value())
		}
		return yes
	case r.assigns():
		r.At++
		r.context = expected{at: r.At, typ: clean(t)}
		v := r.value()
		if r.At > start && r.KindAt(start) == 'n' && r.IsAt(start+1, "=") {
			r.assigned(r.Str(start), v)
		}
		return v
	}
	return t
}

// assigns reports whether the next token is an operator that assigns.
func (r *receivers) assigns() bool {
	if r.At >= r.End || r.Kind() == '"' || r.Kind() == '`' {
		return false
	}
	op := r.Str(r.At)
	switch op {
	case "==", "===", "!=", "!==", "<=":
		return false
	}
	return strings.HasSuffix(op, "=") && !(op == "=" && r.At > 0 && r.KindAt(r.At-1) == '>')
}

// assigned notes what a local name is given of which nothing was known.
func (r *receivers) assigned(name string, t analysis.TypeExpr) {
	for i := len(r.scopes) - 1; i >= 0; i-- {
		if old, ok := r.scopes[i].names[name]; ok {
			if r.scopes[i].space == "" {
				r.scopes[i].names[name] = analysis.Either(old, t)
			}
			return
		}
	}
}

// logical reads alternatives: &&, ||, ??.
func (r *receivers) logical() analysis.TypeExpr {
	t := r.comparison()
	for {
		switch {
		case r.Take("&&"):
			t = r.comparison()
		case r.Take("||"), r.Take("??"):
			t = analysis.Either(t, r.comparison())
		default:
			return t
		}
	}
}

// comparison reads operands with operators between them that give values of the language.
func (r *receivers) comparison() analysis.TypeExpr {
	start := r.At
	t := r.unary()
	for {
		switch {
		case r.NewLine(r.At) && (r.Is("as") || r.Is("satisfies")):
			return t
		case r.Is("as") && r.IsAt(r.At+1, "const"):
			r.At += 2
		case r.Take("as"):
			if as := r.typ(); as != analysis.Unknown {
				t = as
			}
		case r.Take("satisfies"):
			r.typ()
		case r.Take("instanceof"):
			class := r.unary()
			if r.KindAt(start) == 'n' && r.IsAt(start+1, "instanceof") {
				r.narrowed = append(r.narrowed, narrowed{r.Str(start), class})
			}
			t = analysis.Foreign
		case r.binary():
			r.At++
			for r.Is(">") { // of >> and >>>
				r.At++
			}
			r.Take("=")
			r.unary()
			t = analysis.Foreign
		default:
			return t
		}
	}
}

func (r *receivers) binary() bool {
	switch r.Kind() {
	case '+', '-', '*', '/', '%', '<', '>', '^':
		return !r.Is("++") && !r.Is("--") && !r.assigns() && r.Kind() != '%' || r.Is("%")
	case '=', '!':
		return r.Is("==") || r.Is("===") || r.Is("!=") || r.Is("!==")
	case '&', '|':
		return r.Is("&") || r.Is("|")
	case 'n':
		return r.Is("in")
	}
	return false
}

func (r *receivers) unary() analysis.TypeExpr {
	if !r.Deeper() {
		return analysis.Unknown
	}
	defer r.Shallower()
	switch r.Kind() {
	case '!', '-', '+', '~':
		n := len(r.narrowed)
		r.At++
		r.unary()
		r.narrowed = r.narrowed[:n]
		return analysis.Foreign
	case 'n':
		switch r.Str(r.At) {
		case "typeof", "void", "delete":
			r.At++
			r.unary()
			return analysis.Foreign
		case "await":
			r.At++
			return r.unary()
		case "yield":
			r.At++
			r.Take("*")
			if r.At < r.End && !r.NewLine(r.At) && r.Kind() != ')' && r.Kind() != ';' && r.Kind() != ',' {
				r.value()
			}
			return analysis.Unknown
		}
	}
	t := r.steps(r.primary())
	if r.Is("++") || r.Is("--") {
		r.At++
	}
	return t
}
