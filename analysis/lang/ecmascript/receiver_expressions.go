package ecmascript

import (
	"strings"

	"github.com/contextls/contextls/analysis"
)

// expression reads an expression with commas.
func (r *receivers) expression() (t analysis.TypeExpr) {
	for {
		t = r.value()
		if !r.take(",") {
			return t
		}
	}
}

// value reads an expression up to a comma, and gives what it holds.
func (r *receivers) value() analysis.TypeExpr {
	if !r.deeper() {
		return analysis.Unknown
	}
	defer r.shallower()
	start := r.i
	t := r.logical()
	switch {
	case r.take("?"):
		yes := r.value()
		if r.take(":") {
			return either(yes, r.value())
		}
		return yes
	case r.assigns():
		r.i++
		r.context = expected{at: r.i, typ: clean(t)}
		v := r.value()
		if r.i > start && r.kindAt(start) == 'n' && r.isAt(start+1, "=") {
			r.assigned(r.str(start), v)
		}
		return v
	}
	return t
}

// assigns reports whether the next token is an operator that assigns.
func (r *receivers) assigns() bool {
	if r.i >= r.end || r.kind() == '"' || r.kind() == '`' {
		return false
	}
	op := r.str(r.i)
	switch op {
	case "==", "===", "!=", "!==", "<=":
		return false
	}
	return strings.HasSuffix(op, "=") && !(op == "=" && r.i > 0 && r.kindAt(r.i-1) == '>')
}

// assigned notes what a local name is given of which nothing was known.
func (r *receivers) assigned(name string, t analysis.TypeExpr) {
	for i := len(r.scopes) - 1; i >= 0; i-- {
		if old, ok := r.scopes[i].names[name]; ok {
			if r.scopes[i].space == "" {
				r.scopes[i].names[name] = either(old, t)
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
		case r.take("&&"):
			t = r.comparison()
		case r.take("||"), r.take("??"):
			t = either(t, r.comparison())
		default:
			return t
		}
	}
}

// comparison reads operands with operators between them that give values of the language.
func (r *receivers) comparison() analysis.TypeExpr {
	start := r.i
	t := r.unary()
	for {
		switch {
		case r.newLine(r.i) && (r.is("as") || r.is("satisfies")):
			return t
		case r.is("as") && r.isAt(r.i+1, "const"):
			r.i += 2
		case r.take("as"):
			if as := r.typ(); as != analysis.Unknown {
				t = as
			}
		case r.take("satisfies"):
			r.typ()
		case r.take("instanceof"):
			class := r.unary()
			if r.kindAt(start) == 'n' && r.isAt(start+1, "instanceof") {
				r.narrowed = append(r.narrowed, narrowed{r.str(start), class})
			}
			t = analysis.Foreign
		case r.binary():
			r.i++
			for r.is(">") { // of >> and >>>
				r.i++
			}
			r.take("=")
			r.unary()
			t = analysis.Foreign
		default:
			return t
		}
	}
}

func (r *receivers) binary() bool {
	switch r.kind() {
	case '+', '-', '*', '/', '%', '<', '>', '^':
		return !r.is("++") && !r.is("--") && !r.assigns() && r.kind() != '%' || r.is("%")
	case '=', '!':
		return r.is("==") || r.is("===") || r.is("!=") || r.is("!==")
	case '&', '|':
		return r.is("&") || r.is("|")
	case 'n':
		return r.is("in")
	}
	return false
}

func (r *receivers) unary() analysis.TypeExpr {
	if !r.deeper() {
		return analysis.Unknown
	}
	defer r.shallower()
	switch r.kind() {
	case '!', '-', '+', '~':
		n := len(r.narrowed)
		r.i++
		r.unary()
		r.narrowed = r.narrowed[:n]
		return analysis.Foreign
	case 'n':
		switch r.str(r.i) {
		case "typeof", "void", "delete":
			r.i++
			r.unary()
			return analysis.Foreign
		case "await":
			r.i++
			return r.unary()
		case "yield":
			r.i++
			r.take("*")
			if r.i < r.end && !r.newLine(r.i) && r.kind() != ')' && r.kind() != ';' && r.kind() != ',' {
				r.value()
			}
			return analysis.Unknown
		}
	}
	t := r.steps(r.primary())
	if r.is("++") || r.is("--") {
		r.i++
	}
	return t
}
