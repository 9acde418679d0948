package ecmascript

import (
	"strings"

	"github.com/contextls/contextls/analysis"
)

// maxElements is how many elements of an array tell what it has in it.
const maxElements = 8

// primary reads a value without what stands behind it.
func (r *receivers) primary() analysis.TypeExpr {
	start := r.At
	switch r.Kind() {
	case '"', '0':
		r.At++
		return analysis.Foreign
	case '`':
		r.template()
		return analysis.Foreign
	case '[':
		t, of := analysis.TypeExpr(""), clean(r.expects(r.At).typ).Element()
		r.Each(func(n int) {
			spread := r.Take("...")
			r.context = expected{at: r.At, typ: of}
			v := r.value()
			if spread {
				v = v.Element()
			}
			if n < maxElements { // the others are likely to be of the same types
				t = analysis.Either(t, v)
			}
		})
		return analysis.Collection("", clean(t))
	case '{':
		return r.object()
	case '(':
		if r.isArrow() {
			return r.arrow()
		}
		t, e := analysis.Unknown, r.expects(r.At)
		r.Inside(func() {
			e.at = r.At
			r.context = e
			t = r.expression()
		})
		return t
	case '<':
		return r.angle()
	case '@':
		r.At++
		return r.primary()
	case 'n':
	default:
		return analysis.Unknown
	}
	if r.IsAt(r.At+1, "=>") {
		return r.arrow()
	}
	switch r.Str(r.At) {
	case "this":
		r.At++
		return r.this
	case "super":
		r.At++
		return r.super
	case "null", "undefined", "true", "false", "NaN", "Infinity":
		r.At++
		return analysis.Foreign
	case "async":
		if !r.NewLine(r.At + 1) {
			switch {
			case r.IsAt(r.At+1, "function"), r.KindAt(r.At+1) == 'n' && r.IsAt(r.At+2, "=>"):
				r.At++
				return r.contextual(start)
			case r.KindAt(r.At+1) == '(' || r.KindAt(r.At+1) == '<':
				r.At++
				if r.Kind() == '<' || r.isArrow() {
					return r.contextual(start)
				}
				r.At--
			}
		}
	case "function":
		return r.functionValue()
	case "class":
		return r.classValue()
	case "new":
		return r.construction()
	case "import":
		r.At++
		if r.Kind() == '(' {
			r.Each(func(int) { r.value() })
		} else if r.Take(".") {
			r.noMember(r.At)
			r.At++
			return analysis.Global("ImportMeta")
		}
		return analysis.Unknown
	}
	t := r.name(r.At)
	r.At++
	return t
}

// contextual reads a function behind async.
func (r *receivers) contextual(start int) analysis.TypeExpr {
	if r.context.at == start {
		r.context.at = r.At
	}
	return r.primary()
}

// template reads the expressions in a template.
func (r *receivers) template() {
	r.At++
	for r.Kind() == '$' {
		r.Inside(func() { r.expression() })
	}
}

// angle reads a generic arrow function, a cast, or an element of JSX.
func (r *receivers) angle() analysis.TypeExpr {
	if strings.HasSuffix(r.b.Facts().Language, "react") || !strings.HasPrefix(r.b.Facts().Language, "typescript") {
		if !(r.KindAt(r.At+1) == 'n' && (r.IsAt(r.At+2, ",") || r.IsAt(r.At+2, "extends"))) {
			r.element()
			return analysis.Foreign
		}
	}
	start := r.At
	r.openScope()
	r.typeParameters()
	arrow := r.Kind() == '(' && r.isArrow()
	r.closeScope()
	r.At = start
	if arrow {
		return r.arrow()
	}
	args := r.typeArguments()
	if r.At == start {
		r.At++ // it is no bracket, as in `= << 1`
	}
	r.unary()
	if len(args) > 0 {
		return args[0]
	}
	return analysis.Unknown
}
