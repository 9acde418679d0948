package ecmascript

import (
	"github.com/contextls/contextls/analysis"
)

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
		result = either(result, r.cleanUnlessLiteral(r.value()))
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
	return r.cleanUnlessLiteral(t)
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
