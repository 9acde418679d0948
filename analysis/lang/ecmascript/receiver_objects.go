package ecmascript

import "github.com/contextls/contextls/analysis"

// element reads an element of JSX. Its texts and its closing tag are no tokens.
func (r *receivers) element() {
	props := analysis.Unknown
	r.At++ // <
	if r.Kind() == 'n' {
		first := r.Str(r.At)[0]
		if 'a' <= first && first <= 'z' && !r.IsAt(r.At+1, ".") {
			r.noMember(r.At)
			r.At++
		} else {
			props = clean(r.entity()).Param(0)
		}
		r.typeArguments()
	}
	for r.At < r.End && !r.Is(">") && !r.Is("/") {
		switch r.Kind() {
		case '{':
			r.Inside(func() { r.Take("..."); r.expression() })
		case '<':
			r.element()
		case 'n':
			r.attribute(props)
		default:
			r.At = r.After(r.At)
		}
	}
	if r.Take("/") {
		r.Take(">")
		return
	}
	r.Take(">")
	for r.Kind() == '{' || r.Kind() == '<' && !r.IsAt(r.At+1, "=") {
		if r.Kind() == '<' {
			r.element()
		} else {
			r.Inside(func() { r.Take("..."); r.expression() })
		}
	}
}

// attribute reads one of an element, which sets a member of what the component takes.
func (r *receivers) attribute(props analysis.TypeExpr) {
	name := r.At
	for r.At++; r.Is("-") || r.Is(":"); r.At += 2 { // data-id, xlink:href
		r.noMember(name)
		r.noMember(r.At + 1)
		props = analysis.Unknown
	}
	of := r.sets(name, props)
	if !r.Take("=") {
		return
	}
	switch r.Kind() {
	case '{':
		r.Inside(func() {
			r.context = expected{at: r.At, typ: of}
			r.expression()
		})
	case '<':
		r.element()
	default:
		r.At++
	}
}

// sets notes that a value has a member of this name of what it is to be, and gives what that member is to be. Where it is not known what the
// value is to be, or that has no such member, the name means nothing.
func (r *receivers) sets(name int, of analysis.TypeExpr) analysis.TypeExpr {
	if r.KindAt(name) == '[' { // it is worked out
		return clean(of).Element()
	}
	if t := clean(of); r.KindAt(name) == 'n' && t.Named() {
		r.b.Receiver(r.Tokens[name].Start, string(t)+"|!")
	} else {
		r.noMember(name)
	}
	return property(of, r.Str(name))
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
	of := r.expects(r.At).typ
	this, super := r.this, r.super
	t := r.literal(fields)
	self := t // what methods find in this
	if beside := clean(of); beside != "" && beside != analysis.Unknown && beside != analysis.Foreign {
		self = r.alias(literal{fields, beside})
	}
	r.this, r.super = self, analysis.Unknown
	rest := analysis.TypeExpr("")
	r.Each(func(int) {
		if r.Take("...") {
			outer := r.this
			r.this = this
			rest = analysis.Either(rest, r.value())
			r.this = outer
			return
		}
		accessor := false
		for r.Kind() == 'n' && (r.Is("get") || r.Is("set") || r.Is("async")) && (r.KindAt(r.At+1) == 'n' || r.KindAt(r.At+1) == '[' || r.KindAt(r.At+1) == '"' || r.KindAt(r.At+1) == '*') {
			accessor = accessor || !r.Is("async")
			r.At++
		}
		r.Take("*")
		name := r.At
		if r.Kind() == '[' {
			r.Inside(func() { r.expression() })
		} else {
			r.At++
		}
		v := analysis.Unknown
		switch {
		case r.Kind() == '(' || r.Kind() == '<':
			if v = r.function(expected{typ: r.sets(name, of)}); accessor {
				v = v.Result(0)
			}
		case r.Take(":"):
			r.this = this
			r.context = expected{at: r.At, typ: r.sets(name, of)}
			v = r.value()
			r.this = self
		case r.KindAt(name) == 'n': // shorthand
			held, local := r.holds(r.Str(name))
			if v = held; local {
				r.sets(name, of)
			}
			if r.Take("=") {
				r.value()
			}
		}
		if r.KindAt(name) != '[' && name < r.End {
			fields[unquote(r.Str(name))] = v
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
