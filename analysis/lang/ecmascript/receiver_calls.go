package ecmascript

import (
	"strings"

	"github.com/contextls/contextls/analysis"
)

// steps reads what stands behind a value: members, calls, indexes.
func (r *receivers) steps(t analysis.TypeExpr) analysis.TypeExpr {
	receiver, name := analysis.Unknown, "" // of the member that was read last
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
			t = r.call(name, receiver, t)
			name, receiver = "", analysis.Unknown
		case r.kind() == '`':
			r.template()
			t = clean(t).Result(0)
		case r.is("<") && r.isCall():
			r.typeArguments()
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

// call reads the arguments of a call, and gives what it gives. Of a member, name and receiver say which it is.
func (r *receivers) call(name string, receiver, callee analysis.TypeExpr) analysis.TypeExpr {
	of := clean(receiver)
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
	callee = clean(callee)
	r.each(func(n int) {
		spread := r.take("...")
		r.context = expected{at: r.i, params: params}
		if params == nil && callee != "" {
			r.context.typ = callee.Param(n)
		}
		v := r.value()
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
	switch {
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
		if made := libraryType(name, args); made != analysis.Foreign {
			return made
		}
		if len(values) > 0 && (name == "Set" || name == "Map" || name == "Array") {
			return analysis.Collection(clean(values[0]).Key(), clean(values[0]).Element())
		}
	}
	return generic(t, args)
}

// isArrow reports whether the parenthesis that opens here has the parameters of an arrow function in it.
func (r *receivers) isArrow() bool {
	next := r.after(r.i)
	if r.isAt(next, "=>") {
		return true
	}
	if !r.isAt(next, ":") {
		return false
	}
	for i := next + 1; i < r.end && i < next+80; i = r.after(i) { // its result's type
		switch r.kindAt(i) {
		case '=':
			return r.isAt(i, "=>")
		case 'n', '.', '[', '{', '"', '0', '|', '&', '<', '>', '(', '`', '$':
		case ',':
			if !r.generic(next+1, i) {
				return false
			}
		default:
			return false
		}
	}
	return false
}

// generic reports whether a comma stands between the brackets of a generic type.
func (r *receivers) generic(from, at int) bool {
	depth := 0
	for i := from; i < at; i = r.after(i) {
		switch r.kindAt(i) {
		case '<':
			depth++
		case '>':
			depth--
		}
	}
	return depth > 0
}

// arrow reads an arrow function.
func (r *receivers) arrow() analysis.TypeExpr {
	e := r.expects(r.i)
	r.openScope()
	defer r.closeScope()
	var params []analysis.TypeExpr
	result := analysis.TypeExpr("")
	if r.kind() == 'n' {
		r.b.Local(r.tokens[r.i].start)
		r.hold(r.str(r.i), e.param(0))
		r.i++
	} else {
		r.typeParameters()
		if r.kind() == '(' {
			params = r.parameters(e)
		}
		if r.take(":") {
			result = clean(r.typ())
		}
	}
	if !r.take("=>") {
		return analysis.Unknown
	}
	returned := r.returns(result, e)
	if t := analysis.TypeExpr(""); r.kind() == '{' {
		t = r.body(returned)
		result = either(result, t)
	} else {
		r.context = expected{at: r.i, typ: returned}
		result = either(result, clean(r.value()))
	}
	return analysis.Func(result).Taking(params...)
}

// returns is what a function is to return: what it says, else what is expected of it.
func (r *receivers) returns(says analysis.TypeExpr, e expected) analysis.TypeExpr {
	if says == "" && e.typ != "" && e.params == nil {
		return e.typ.Result(0)
	}
	return says
}

// expects is what a value that begins here is to be, if something says it.
func (r *receivers) expects(at int) expected {
	if r.context.at == at && at > 0 {
		return r.context
	}
	return expected{}
}

// body reads the block of a function that is to return something, and gives what it does return.
func (r *receivers) body(declared analysis.TypeExpr) analysis.TypeExpr {
	outer, around, narrowed := r.result, r.declared, len(r.narrowed)
	r.result, r.declared = "", declared
	r.inside(r.statements)
	t := r.result
	r.result, r.declared, r.narrowed = outer, around, r.narrowed[:min(narrowed, len(r.narrowed))]
	return clean(t)
}

// function reads the parameters of a function and its body, if it has one, and gives its type.
func (r *receivers) function(e expected) analysis.TypeExpr {
	r.openScope()
	defer r.closeScope()
	r.typeParameters()
	if r.kind() != '(' {
		return analysis.Unknown
	}
	params := r.parameters(e)
	result := analysis.TypeExpr("")
	if r.take(":") {
		result = clean(r.typ())
	}
	if r.kind() == '{' {
		if t := r.body(r.returns(result, e)); result == "" {
			result = t
		}
	}
	return analysis.Func(result).Taking(params...)
}

// functionValue reads a function without a place of its own.
func (r *receivers) functionValue() analysis.TypeExpr {
	e := r.expects(r.i)
	r.i++
	r.take("*")
	r.openScope()
	defer r.closeScope()
	if r.kind() == 'n' {
		r.declareLocal(r.i)
		r.i++
	}
	this := r.this
	r.this = analysis.Unknown
	defer func() { r.this = this }()
	return r.function(e)
}
