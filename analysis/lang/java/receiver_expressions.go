package java

import (
	"strings"

	"github.com/contextls/contextls/analysis"
)

// value reads an expression up to a comma, and gives what it holds.
func (r *receivers) value() analysis.TypeExpr {
	if !r.Deeper() {
		return analysis.Unknown
	}
	defer r.Shallower()
	t := r.operand()
	for {
		switch {
		case r.Take("?"):
			yes := r.value()
			if r.Take(":") {
				return analysis.Either(yes, r.value())
			}
			return yes
		case r.Take("instanceof"):
			r.modifiers()
			r.pattern()
			t = analysis.Foreign
		case r.assigns():
			r.At++
			r.context = expected{r.At, t}
			return analysis.Either(t, r.value())
		case r.binary():
			r.At++
			for r.Is(">") || r.Is("=") { // of >=, >> and >>>
				r.At++
			}
			r.operand()
			t = analysis.Foreign
		default:
			return t
		}
	}
}

// assigns reports whether the next token is an operator that assigns.
func (r *receivers) assigns() bool {
	switch r.Kind() {
	case '=', '+', '-', '*', '/', '%', '&', '|', '^', '<':
		op := r.Str(r.At)
		return strings.HasSuffix(op, "=") && op != "==" && op != "<="
	}
	return false
}

func (r *receivers) binary() bool {
	switch r.Kind() {
	case '+', '-', '*', '/', '%', '<', '>', '^', '&', '|':
		return !r.assigns() && !r.Is("++") && !r.Is("--") && !r.Is("->")
	case '=', '!':
		return r.Is("==") || r.Is("!=")
	}
	return false
}

// operand reads a value with what stands before and behind it.
func (r *receivers) operand() analysis.TypeExpr {
	if !r.Deeper() {
		return analysis.Unknown
	}
	defer r.Shallower()
	switch r.Kind() {
	case '!', '~', '+', '-':
		r.At++
		r.operand()
		return analysis.Foreign
	case '(':
		if !r.isLambda() && r.isCast() {
			t := analysis.Unknown
			r.Inside(func() {
				t = r.typ()
				for r.Take("&") {
					t = analysis.Either(t, r.typ())
				}
			})
			r.context = expected{r.At, t}
			r.operand()
			return t
		}
	}
	if r.isLambda() {
		return r.lambda()
	}
	t := r.steps(r.primary())
	for r.Is("++") || r.Is("--") {
		r.At++
	}
	return t
}

// isCast reports whether the parenthesis that opens here has a type in it that the value behind is to be.
func (r *receivers) isCast() bool {
	end := r.typeEnd(r.At + 1)
	for end > 0 && r.IsAt(end, "&") {
		end = r.typeEnd(end + 1)
	}
	if end < 0 || end+1 != r.After(r.At) {
		return false
	}
	switch r.KindAt(end + 1) {
	case 'n':
		return !r.IsAt(end+1, "instanceof")
	case '"', '0', '(', '~':
		return true
	case '!':
		return !r.IsAt(end+1, "!=")
	case '+', '-':
		return isPrimitive(r.Str(r.At+1)) && end == r.At+2
	}
	return false
}

// isLambda reports whether a lambda begins here.
func (r *receivers) isLambda() bool {
	switch {
	case r.label:
		return false
	case r.Kind() == 'n':
		return r.IsAt(r.At+1, "->")
	case r.Kind() == '(':
		return r.IsAt(r.After(r.At), "->")
	}
	return false
}

// lambda reads a lambda: what its parameters hold says who is given it.
func (r *receivers) lambda() analysis.TypeExpr {
	of := analysis.TypeExpr("")
	if r.context.at == r.At {
		of = r.context.typ
	}
	given := func(n int) analysis.TypeExpr {
		if of == "" || of == analysis.Foreign { // what is the library's may call it with anything
			return analysis.Unknown
		}
		return of.Param(n)
	}
	r.open()
	defer r.close()
	if r.Kind() == 'n' {
		r.declare(r.At, given(0))
		r.At++
	} else {
		r.Each(func(n int) {
			if r.KindAt(r.At+1) == 0 || r.IsAt(r.At+1, ",") {
				r.declare(r.At, given(n))
				r.At++
				return
			}
			t := r.typ()
			if t == "" {
				t = given(n)
			}
			if r.Kind() == 'n' {
				r.declare(r.At, r.dimensions(t))
				r.At++
			}
		})
	}
	r.Take("->")
	if r.Kind() != '{' {
		return analysis.Func(r.value())
	}
	outer := r.result
	r.result = ""
	r.block()
	t := analysis.Func(r.result)
	r.result = outer
	return t
}
