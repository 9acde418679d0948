package ecmascript

import "github.com/contextls/contextls/analysis"

// element reads an element of JSX. Its texts and its closing tag are no tokens.
func (r *receivers) element() {
	props := analysis.Unknown
	r.i++ // <
	if r.kind() == 'n' {
		first := r.str(r.i)[0]
		if 'a' <= first && first <= 'z' && !r.isAt(r.i+1, ".") {
			r.noMember(r.i)
			r.i++
		} else {
			props = clean(r.entity()).Param(0)
		}
		r.typeArguments()
	}
	for r.i < r.end && !r.is(">") && !r.is("/") {
		switch r.kind() {
		case '{':
			r.inside(func() { r.take("..."); r.expression() })
		case '<':
			r.element()
		case 'n':
			r.attribute(props)
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

// attribute reads one of an element, which sets a member of what the component takes.
func (r *receivers) attribute(props analysis.TypeExpr) {
	name := r.i
	for r.i++; r.is("-") || r.is(":"); r.i += 2 { // data-id, xlink:href
		r.noMember(name)
		r.noMember(r.i + 1)
		props = analysis.Unknown
	}
	of := r.sets(name, props)
	if !r.take("=") {
		return
	}
	switch r.kind() {
	case '{':
		r.inside(func() {
			r.context = expected{at: r.i, typ: of}
			r.expression()
		})
	case '<':
		r.element()
	default:
		r.i++
	}
}

// sets notes that a value has a member of this name of what it is to be, and gives what that member is to be. Where it is not known what the
// value is to be, or that has no such member, the name means nothing.
func (r *receivers) sets(name int, of analysis.TypeExpr) analysis.TypeExpr {
	if r.kindAt(name) == '[' { // it is worked out
		return clean(of).Element()
	}
	if t := clean(of); r.kindAt(name) == 'n' && t.Named() {
		r.b.Receiver(r.tokens[name].start, string(t)+"|!")
	} else {
		r.noMember(name)
	}
	return property(of, r.str(name))
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
			if v = r.function(expected{typ: r.sets(name, of)}); accessor {
				v = v.Result(0)
			}
		case r.take(":"):
			r.this = this
			r.context = expected{at: r.i, typ: r.sets(name, of)}
			v = r.value()
			r.this = self
		case r.kindAt(name) == 'n': // shorthand
			held, local := r.holds(r.str(name))
			if v = held; local {
				r.sets(name, of)
			}
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
