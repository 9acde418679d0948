package ecmascript

import (
	"strings"

	"github.com/contextls/contextls/analysis"
)

// maxElements is how many elements of an array tell what it has in it.
const maxElements = 8

// primary reads a value without what stands behind it.
func (r *receivers) primary() analysis.TypeExpr {
	start := r.i
	switch r.kind() {
	case '"', '0':
		r.i++
		return analysis.Foreign
	case '`':
		r.template()
		return analysis.Foreign
	case '[':
		t, of := analysis.TypeExpr(""), clean(r.expects(r.i).typ).Element()
		r.each(func(n int) {
			spread := r.take("...")
			r.context = expected{at: r.i, typ: of}
			v := r.value()
			if spread {
				v = v.Element()
			}
			if n < maxElements { // the others are likely to be of the same types
				t = either(t, v)
			}
		})
		return analysis.Collection("", clean(t))
	case '{':
		return r.object()
	case '(':
		if r.isArrow() {
			return r.arrow()
		}
		t, e := analysis.Unknown, r.expects(r.i)
		r.inside(func() {
			e.at = r.i
			r.context = e
			t = r.expression()
		})
		return t
	case '<':
		return r.angle()
	case '@':
		r.i++
		return r.primary()
	case 'n':
	default:
		return analysis.Unknown
	}
	if r.isAt(r.i+1, "=>") {
		return r.arrow()
	}
	switch r.str(r.i) {
	case "this":
		r.i++
		return r.this
	case "super":
		r.i++
		return r.super
	case "null", "undefined", "true", "false", "NaN", "Infinity":
		r.i++
		return analysis.Foreign
	case "async":
		if !r.newLine(r.i + 1) {
			switch {
			case r.isAt(r.i+1, "function"), r.kindAt(r.i+1) == 'n' && r.isAt(r.i+2, "=>"):
				r.i++
				return r.contextual(start)
			case r.kindAt(r.i+1) == '(' || r.kindAt(r.i+1) == '<':
				r.i++
				if r.kind() == '<' || r.isArrow() {
					return r.contextual(start)
				}
				r.i--
			}
		}
	case "function":
		return r.functionValue()
	case "class":
		return r.classValue()
	case "new":
		return r.construction()
	case "import":
		r.i++
		if r.kind() == '(' {
			r.each(func(int) { r.value() })
		} else if r.take(".") {
			r.noMember(r.i)
			r.i++
			return analysis.Global("ImportMeta")
		}
		return analysis.Unknown
	}
	t := r.name(r.i)
	r.i++
	return t
}

// contextual reads a function behind async.
func (r *receivers) contextual(start int) analysis.TypeExpr {
	if r.context.at == start {
		r.context.at = r.i
	}
	return r.primary()
}

// template reads the expressions in a template.
func (r *receivers) template() {
	r.i++
	for r.kind() == '$' {
		r.inside(func() { r.expression() })
	}
}

// angle reads a generic arrow function, a cast, or an element of JSX.
func (r *receivers) angle() analysis.TypeExpr {
	if strings.HasSuffix(r.b.Facts().Language, "react") || !strings.HasPrefix(r.b.Facts().Language, "typescript") {
		if !(r.kindAt(r.i+1) == 'n' && (r.isAt(r.i+2, ",") || r.isAt(r.i+2, "extends"))) {
			r.element()
			return analysis.Foreign
		}
	}
	start := r.i
	r.openScope()
	r.typeParameters()
	arrow := r.kind() == '(' && r.isArrow()
	r.closeScope()
	r.i = start
	if arrow {
		return r.arrow()
	}
	args := r.typeArguments()
	if r.i == start {
		r.i++ // it is no bracket, as in `= << 1`
	}
	r.unary()
	if len(args) > 0 {
		return args[0]
	}
	return analysis.Unknown
}
