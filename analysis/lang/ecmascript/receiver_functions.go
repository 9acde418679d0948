package ecmascript

import (
	"github.com/contextls/contextls/analysis"
)

// isArrow reports whether the parenthesis that opens here has the parameters of an arrow function in it.
func (r *receivers) isArrow() bool {
	next := r.After(r.At)
	if r.IsAt(next, "=>") {
		return true
	}
	if !r.IsAt(next, ":") {
		return false
	}
	for i := next + 1; i < r.End && i < next+80; i = r.After(i) { // its result's type
		switch r.KindAt(i) {
		case '=':
			return r.IsAt(i, "=>")
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
	for i := from; i < at; i = r.After(i) {
		switch r.KindAt(i) {
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
	e := r.expects(r.At)
	r.openScope()
	defer r.closeScope()
	var params []analysis.TypeExpr
	result := analysis.TypeExpr("")
	if r.Kind() == 'n' {
		r.b.Local(r.Tokens[r.At].Start)
		r.hold(r.Str(r.At), e.param(0))
		r.At++
	} else {
		r.typeParameters()
		if r.Kind() == '(' {
			params = r.parameters(e)
		}
		if r.Take(":") {
			result = clean(r.typ())
		}
	}
	if !r.Take("=>") {
		return analysis.Unknown
	}
	returned := r.returns(result, e)
	if t := analysis.TypeExpr(""); r.Kind() == '{' {
		t = r.body(returned)
		result = analysis.Either(result, t)
	} else {
		r.context = expected{at: r.At, typ: returned}
		result = analysis.Either(result, r.cleanUnlessLiteral(r.value()))
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
	r.enter()
	r.Inside(r.statements)
	t := r.result
	r.result, r.declared, r.narrowed = outer, around, r.narrowed[:min(narrowed, len(r.narrowed))]
	return r.cleanUnlessLiteral(t)
}

// function reads the parameters of a function and its body, if it has one, and gives its type.
func (r *receivers) function(e expected) analysis.TypeExpr {
	r.openScope()
	defer r.closeScope()
	r.typeParameters()
	if r.Kind() != '(' {
		return analysis.Unknown
	}
	params := r.parameters(e)
	result := analysis.TypeExpr("")
	if r.Take(":") {
		result = clean(r.typ())
	}
	if r.Kind() == '{' {
		if t := r.body(r.returns(result, e)); result == "" {
			result = t
		}
	}
	return analysis.Func(result).Taking(params...)
}

// functionValue reads a function without a place of its own.
func (r *receivers) functionValue() analysis.TypeExpr {
	e := r.expects(r.At)
	r.At++
	r.Take("*")
	r.openScope()
	defer r.closeScope()
	if r.Kind() == 'n' {
		r.declareLocal(r.At)
		r.At++
	}
	this := r.this
	r.this = analysis.Unknown
	defer func() { r.this = this }()
	return r.function(e)
}
