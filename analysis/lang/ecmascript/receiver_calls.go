package ecmascript

import (
	"strings"

	"github.com/contextls/contextls/analysis"
)

// steps reads what stands behind a value: members, calls, indexes.
func (r *receivers) steps(t analysis.TypeExpr) analysis.TypeExpr {
	receiver, name := analysis.Unknown, "" // of the member that was read last
	var types []analysis.TypeExpr          // of the call to come
	defer func(outer []analysis.TypeExpr) { r.making = outer }(r.making)
	if r.i > 0 && r.kindAt(r.i-1) == 'n' {
		name = r.str(r.i - 1)
	}
	for before := -1; r.i < r.end && r.i > before; {
		before = r.i
		switch {
		case (r.is(".") || r.is("?.")) && r.kindAt(r.i+1) == 'n':
			name, receiver = r.str(r.i+1), t
			t = r.member(r.i+1, t)
			r.i += 2
		case r.is("?."):
			r.i++
		case r.is("!") && !r.newLine(r.i):
			r.i++
		case r.kind() == '[':
			if r.kindAt(r.i+1) == '"' && r.isAt(r.i+2, "]") {
				t = clean(t).Member(unquote(r.str(r.i + 1)))
				r.i = r.after(r.i)
				continue
			}
			r.inside(func() { r.expression() })
			t = clean(t).Element()
		case r.kind() == '(':
			t = r.call(name, receiver, t, types)
			name, receiver, types = "", analysis.Unknown, nil
		case r.kind() == '`':
			r.template()
			t = clean(t).Result(0)
		case r.is("<") && r.isCall():
			types = r.typeArguments()
		default:
			return t
		}
	}
	return t
}

// isCall reports whether the type arguments that may begin here are some, since a call stands behind them.
func (r *receivers) isCall() bool {
	depth := 0
	for i := r.i; i < r.end && i < r.i+64; i = r.after(i) {
		switch r.kindAt(i) {
		case '<':
			depth++
		case '>':
			if depth--; depth == 0 {
				return r.kindAt(i+1) == '(' || r.kindAt(i+1) == '`'
			}
		case 'n', '.', '[', '{', '"', '0', ',', '|', '&', ':':
		case '=':
			if !r.isAt(i, "=>") {
				return false
			}
		case '(':
			if !r.isAt(r.after(i), "=>") && depth < 2 && r.kindAt(i-1) == 'n' {
				return false
			}
		default:
			return false
		}
	}
	return false
}

// call reads the arguments of a call, and gives what it gives. Of a member, name and receiver say which it is; types are its type arguments.
func (r *receivers) call(name string, receiver, callee analysis.TypeExpr, types []analysis.TypeExpr) analysis.TypeExpr {
	of := clean(receiver)
	react := r.reactName(name, receiver, callee)
	var params []analysis.TypeExpr // of functions among the arguments
	elements := of != "" && of != analysis.Foreign && of != analysis.Unknown
	switch name {
	case "forEach", "map", "filter", "find", "findLast", "findIndex", "some", "every", "flatMap":
		params = []analysis.TypeExpr{of.Element(), analysis.Foreign, of}
	case "sort", "toSorted":
		params = []analysis.TypeExpr{of.Element(), of.Element()}
	case "reduce", "reduceRight":
		params = []analysis.TypeExpr{analysis.Unknown, of.Element()}
	case "then", "finally":
		params = []analysis.TypeExpr{of}
	}
	if !elements {
		params = nil
	}
	if params == nil {
		params = r.making
	}
	r.making = nil
	var args []analysis.TypeExpr
	given := r.gives(callee)
	callee = clean(callee)
	r.each(func(n int) {
		spread := r.take("...")
		r.context = expected{at: r.i, params: params}
		if params == nil && callee != "" {
			r.context.typ = callee.Param(n)
		}
		if e := reactTakes(react, n, types, args); e.typ != "" || e.params != nil {
			e.at = r.i
			r.context = e
		}
		none := react != "" && (r.is("null") || r.is("undefined")) // until there is something
		v := r.value()
		if none {
			v = analysis.Unknown
		}
		if !spread {
			args = append(args, v)
		}
	})
	arg := func(n int) analysis.TypeExpr {
		if n < len(args) {
			return clean(args[n])
		}
		return analysis.Unknown
	}
	if receiver == analysis.Foreign {
		switch name { // of Object, Array, Promise
		case "values", "from", "all", "allSettled", "race", "any", "of":
			t := arg(0)
			if name == "any" || name == "race" {
				return t.Element()
			}
			return analysis.Collection(t.Key(), t.Element())
		case "entries", "assign", "freeze", "seal", "resolve":
			return arg(0)
		case "create":
			return analysis.Unknown
		case "parse":
			return analysis.Unknown
		}
	}
	if t := r.reactCall(react, types, args); t != "" {
		return t
	}
	switch {
	case given != "":
		return given
	case name == "map" && strings.HasPrefix(string(of), "["):
		return analysis.Collection("", arg(0).Result(0))
	case name == "then":
		return arg(0).Result(0)
	case callee == "":
		return analysis.Unknown
	}
	return callee.Result(0)
}

// construction reads new C(…).
func (r *receivers) construction() analysis.TypeExpr {
	r.i++
	if r.is(".") { // new.target
		r.i += 2
		return analysis.Unknown
	}
	t := r.primary()
	for (r.is(".") || r.is("?.")) && r.kindAt(r.i+1) == 'n' {
		t = r.member(r.i+1, t)
		r.i += 2
	}
	name := r.str(max(r.i-1, 0))
	var args []analysis.TypeExpr
	if r.kind() == '<' && r.isCall() {
		args = r.typeArguments()
	}
	var values []analysis.TypeExpr
	if r.kind() == '(' {
		r.each(func(int) { r.take("..."); values = append(values, r.value()) })
	}
	if t == analysis.Foreign {
		if made, _ := libraryType(name, args); made != analysis.Foreign {
			return made
		}
		if len(values) > 0 && (name == "Set" || name == "Map" || name == "Array") {
			return analysis.Collection(clean(values[0]).Key(), clean(values[0]).Element())
		}
	}
	return applied(t, args)
}
