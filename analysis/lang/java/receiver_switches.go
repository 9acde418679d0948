package java

import (
	"github.com/contextls/contextls/analysis"
)

// switches reads a switch, and gives what its branches do.
func (r *receivers) switches() (t analysis.TypeExpr) {
	r.At++
	of := analysis.Unknown
	if r.Kind() == '(' {
		r.Inside(func() { of = r.value() })
	}
	if r.Kind() != '{' {
		return analysis.Unknown
	}
	r.open()
	defer r.close()
	r.Inside(func() {
		for r.At < r.End {
			before := r.At
			switch {
			case r.Take("case"):
				r.labels(of)
				if r.Take("->") {
					t = analysis.Either(t, r.branch())
				}
			case r.Is("default") && (r.IsAt(r.At+1, ":") || r.IsAt(r.At+1, "->")):
				r.At++
				if r.Take("->") {
					t = analysis.Either(t, r.branch())
				} else {
					r.At++
				}
			default:
				r.statement()
			}
			if r.At == before {
				r.At = r.After(r.At)
			}
		}
	})
	return t
}

// branch reads what stands behind the arrow of a case.
func (r *receivers) branch() analysis.TypeExpr {
	if r.Kind() == '{' || r.Is("throw") {
		r.statement()
		return ""
	}
	t := r.value()
	r.Take(";")
	return t
}

// labels reads those of a case: constants of an enumeration are named without it.
func (r *receivers) labels(of analysis.TypeExpr) {
	outer := r.label
	r.label = true
	defer func() { r.label = outer }()
	for r.At < r.End && r.Kind() != ':' && !r.Is("->") {
		before := r.At
		switch end := r.typeEnd(r.At); {
		case r.Is("when") && !r.IsAt(r.At+1, "->") && r.KindAt(r.At+1) != ':' && r.KindAt(r.At+1) != ',':
			r.noName()
			r.value()
		case end > 0 && (r.KindAt(end) == 'n' && !isKeyword(r.Str(end)) || r.KindAt(end) == '('), r.Is("final"):
			r.pattern()
		case r.Kind() == 'n' && end == r.At+1 && !r.plainConstant():
			r.member(r.At, of)
			r.At++
		default:
			r.operand()
			for r.binary() {
				r.At++
				r.operand()
			}
		}
		r.Take(",")
		if r.At == before {
			r.At = r.After(r.At)
		}
	}
	r.Take(":")
}

// plainConstant reports whether a label is a constant that the file knows by its name alone.
func (r *receivers) plainConstant() bool {
	_, bound := r.bound[r.Str(r.At)]
	own := r.own(r.Str(r.At), 'v') != ""
	_, local := r.find(key{'v', r.Str(r.At)})
	return bound || own || local
}

// pattern reads a type with a name for what is of it, or with patterns for what that holds.
func (r *receivers) pattern() {
	t := r.typ()
	if r.Kind() == '(' {
		r.Each(func(int) { r.pattern() })
	}
	if r.Kind() == 'n' && !isKeyword(r.Str(r.At)) && !r.Is("when") {
		r.declare(r.At, t)
		r.At++
	}
}
