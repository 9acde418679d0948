package java

import (
	"github.com/contextls/contextls/analysis"
)

// declaration reads a member of a type.
func (r *receivers) declaration() {
	r.modifiers()
	switch {
	case r.Take(";"):
		return
	case r.Kind() == '{':
		r.block()
		return
	case r.typeDeclaration():
		return
	}
	r.open()
	defer r.close()
	r.typeParameters(false)
	r.modifiers()
	if r.Kind() != 'n' {
		return
	}
	if next := r.KindAt(r.At + 1); next == '(' || next == '{' { // a constructor
		r.method(r.At, analysis.Foreign)
		return
	}
	t := r.typ()
	if r.Kind() != 'n' {
		return
	}
	if r.KindAt(r.At+1) == '(' {
		r.method(r.At, t)
		return
	}
	r.variables(t, r.field)
}

// method reads a method from its name on.
func (r *receivers) method(name int, t analysis.TypeExpr) {
	r.At = name + 1
	r.open()
	defer r.close()
	var params []analysis.TypeExpr
	if r.Kind() == '(' {
		params = r.parameters(r.declare)
	}
	t = r.dimensions(t)
	r.has('m', name, analysis.Func(t).Taking(params...))
	if r.Take("throws") {
		for {
			before := r.At
			r.typ()
			if !r.Take(",") || r.At == before {
				break
			}
		}
	}
	if r.Take("default") {
		r.value()
	}
	if r.Kind() == '{' {
		r.block()
	}
	r.Take(";")
}

// parameters reads those of a method or a record, and gives their types.
func (r *receivers) parameters(declare func(int, analysis.TypeExpr)) (types []analysis.TypeExpr) {
	r.Each(func(int) {
		t := r.typ()
		if r.KindAt(r.At) != 'n' {
			return
		}
		if r.Is("this") || r.IsAt(r.At+1, ".") { // the receiver, for its annotations
			for r.At < r.End && !r.Is(",") {
				r.At++
			}
			return
		}
		name := r.At
		r.At++
		t = r.dimensions(t)
		declare(name, t)
		types = append(types, t)
	})
	return types
}

// variables reads the names behind a type, with their values.
func (r *receivers) variables(t analysis.TypeExpr, declare func(int, analysis.TypeExpr)) {
	for r.Kind() == 'n' {
		name := r.At
		r.At++
		held := t
		if t != "" {
			held = r.dimensions(t)
		}
		if held != "" { // its value may speak of it
			declare(name, held)
		}
		if r.Take("=") {
			r.context = expected{r.At, held}
			if v := r.value(); held == "" {
				declare(name, v)
			}
		} else if held == "" {
			declare(name, analysis.Unknown)
		}
		if !r.Take(",") {
			break
		}
	}
	r.Take(";")
}
