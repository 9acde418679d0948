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
		t := analysis.TypeExpr("")
		r.each(func(n int) {
			spread := r.take("...")
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
		t := analysis.Unknown
		r.inside(func() { t = r.expression() })
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

// element reads an element of JSX. Its texts, the names of its attributes and its closing tag are no tokens.
func (r *receivers) element() {
	r.i++ // <
	if r.kind() == 'n' {
		first := r.str(r.i)[0]
		if 'a' <= first && first <= 'z' && !r.isAt(r.i+1, ".") {
			r.noMember(r.i)
			r.i++
		} else {
			r.entity()
		}
		r.typeArguments()
	}
	for r.i < r.end && !r.is(">") && !r.is("/") {
		switch r.kind() {
		case '{':
			r.inside(func() { r.take("..."); r.expression() })
		case '<':
			r.element()
		default:
			r.i = r.after(r.i)
		}
	}
	if r.take("/") {
		r.take(">")
		return
	}
	r.take(">")
	for r.kind() == '{' || r.kind() == '<' && !r.isAt(r.i+1, "=") {
		if r.kind() == '<' {
			r.element()
		} else {
			r.inside(func() { r.take("..."); r.expression() })
		}
	}
}

// property is what a property of an object is to be.
func property(of analysis.TypeExpr, name string) analysis.TypeExpr {
	switch of = clean(of); {
	case of == "" || of == analysis.Unknown:
		return ""
	case of[0] == '[':
		return of.Element()
	}
	return of.Member(unquote(name))
}

// object reads an object with its values.
func (r *receivers) object() analysis.TypeExpr {
	fields := map[string]analysis.TypeExpr{}
	of := r.expects(r.i).typ
	this, super := r.this, r.super
	t := r.literal(fields)
	self := t // what methods find in this
	if beside := clean(of); beside != "" && beside != analysis.Unknown && beside != analysis.Foreign {
		self = r.alias(literal{fields, beside})
	}
	r.this, r.super = self, analysis.Unknown
	rest := analysis.TypeExpr("")
	r.each(func(int) {
		if r.take("...") {
			outer := r.this
			r.this = this
			rest = either(rest, r.value())
			r.this = outer
			return
		}
		accessor := false
		for r.kind() == 'n' && (r.is("get") || r.is("set") || r.is("async")) && (r.kindAt(r.i+1) == 'n' || r.kindAt(r.i+1) == '[' || r.kindAt(r.i+1) == '"' || r.kindAt(r.i+1) == '*') {
			accessor = accessor || !r.is("async")
			r.i++
		}
		r.take("*")
		name := r.i
		if r.kind() == '[' {
			r.inside(func() { r.expression() })
		} else {
			r.i++
		}
		v := analysis.Unknown
		switch {
		case r.kind() == '(' || r.kind() == '<':
			r.noMember(name)
			if v = r.function(expected{typ: property(of, r.str(name))}); accessor {
				v = v.Result(0)
			}
		case r.take(":"):
			r.noMember(name)
			r.this = this
			r.context = expected{at: r.i, typ: property(of, r.str(name))}
			v = r.value()
			r.this = self
		case r.kindAt(name) == 'n': // shorthand
			v = r.name(name)
			if r.take("=") {
				r.value()
			}
		}
		if r.kindAt(name) != '[' && name < r.end {
			fields[unquote(r.str(name))] = v
		}
	})
	r.this, r.super = this, super
	if rest = clean(rest); rest != "" && len(fields) == 0 {
		return rest
	}
	if rest != "" { // what is not among the fields may be there
		return rest.Or(t)
	}
	return t
}
