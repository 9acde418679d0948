package ecmascript

import (
	"strconv"

	"github.com/contextls/contextls/analysis"
)

// variables reads the declarations of const, let and var.
func (r *receivers) variables() {
	for {
		target := r.i
		r.i = r.after(r.i)
		r.take("!")
		declared := analysis.TypeExpr("")
		var making []analysis.TypeExpr
		if r.take(":") {
			r.arguments = nil
			from := r.i
			declared = r.typ()
			if args := r.arguments; len(args) > 0 && r.is("=") && r.sameName(from, r.i+1) {
				making = args
			}
		}
		t := declared
		if r.take("=") {
			r.context = expected{at: r.i, typ: clean(declared)}
			r.making = making
			if r.kindAt(target) == 'n' && !r.global() { // functions in the value may name it
				r.hold(r.str(target), declared)
			}
			if v := r.value(); t == "" || t == analysis.Unknown {
				t = v
			}
		}
		r.bind(target, t)
		if !r.take(",") {
			return
		}
	}
}

// sameName reports whether the type that begins at a token is called as the function that is called at another. Such a
// function makes a generic type's values, and gives the functions that it takes what the type is of.
func (r *receivers) sameName(typ, call int) bool {
	for r.kindAt(typ) == 'n' || r.kindAt(typ) == '.' {
		if !r.isAt(call, r.str(typ)) {
			return false
		}
		typ, call = typ+1, call+1
	}
	return r.kindAt(call) == '('
}

// bind declares the names of a target: a name, or a pattern with names.
func (r *receivers) bind(target int, t analysis.TypeExpr) {
	switch r.kindAt(target) {
	case 'n':
		r.declare(target, t)
		return
	case '{', '[':
	default:
		return
	}
	i, isList := r.i, r.tokens[target].kind == '['
	r.i = target
	t = r.patternOf(t)
	r.each(func(n int) {
		rest := r.take("...")
		key := r.i
		if isList {
			element := clean(t).Element()
			if fields, known := r.fieldsOf(t); known {
				element = fields[strconv.Itoa(n)]
			}
			if rest {
				element = t
			}
			r.part(element)
			return
		}
		of := analysis.Unknown
		switch {
		case rest:
			r.part(t)
			return
		case r.kind() == '[':
			r.inside(func() { r.expression() })
		default:
			r.i++
		}
		if !r.take(":") {
			of = r.property(key, t)
			if r.take("=") {
				of = either(of, r.value())
			}
			r.declareKnown(key, of)
			return
		}
		if r.kindAt(key) == 'n' {
			of = r.member(key, t)
		}
		r.part(of)
	})
	r.i = i
}

// patternOf is what a pattern takes apart.
func (r *receivers) patternOf(t analysis.TypeExpr) analysis.TypeExpr {
	if t == "" {
		return analysis.Unknown
	}
	return t
}

// part reads a target inside a pattern with its default.
func (r *receivers) part(t analysis.TypeExpr) {
	target := r.i
	r.i = r.after(r.i)
	if r.take("=") {
		t = either(t, r.value())
	}
	r.bind(target, t)
}

// property is what a property holds that a pattern names and binds at once: where it is known whose it is, its name is
// a use of it.
func (r *receivers) property(i int, t analysis.TypeExpr) analysis.TypeExpr {
	if r.kindAt(i) != 'n' {
		return analysis.Unknown
	}
	if fields, ok := r.fieldsOf(t); ok {
		return fields[r.str(i)]
	}
	if t = clean(t); t == "" || t == analysis.Unknown {
		return analysis.Unknown
	}
	return t.Member(r.str(i))
}

// declareKnown declares a name that is a property's, too: if it is known what has the property, the scan is told so.
func (r *receivers) declareKnown(i int, t analysis.TypeExpr) {
	if r.kindAt(i) != 'n' {
		return
	}
	known := clean(t)
	receiver, isMember := cutMember(known, r.str(i))
	if !isMember {
		r.declare(i, t)
		return
	}
	if r.global() && r.own[r.str(i)] {
		r.has(i, t)
		return
	}
	r.hold(r.str(i), t)
	r.b.Receiver(r.tokens[i].start, string(receiver))
}

// loop reads for (…) ….
func (r *receivers) loop() {
	r.openScope()
	defer r.closeScope()
	r.i++
	r.take("await")
	r.inside(func() {
		if !r.is("const") && !r.is("let") && !r.is("var") {
			for r.i < r.end {
				before := r.i
				r.expression()
				if !r.take(";") && !r.take("of") && r.i == before {
					r.i++
				}
			}
			return
		}
		target := r.i + 1
		if after := r.after(target); r.isAt(after, "of") || r.isAt(after, "in") {
			of := r.isAt(after, "of")
			r.i = after + 1
			t := clean(r.expression())
			switch {
			case !of:
				r.bind(target, t.Key())
			case r.kindAt(target) == '[':
				r.pair(target, t)
			default:
				r.bind(target, t.Element())
			}
			return
		}
		r.i++
		r.variables()
		for r.i < r.end {
			before := r.i
			r.expression()
			if !r.take(";") && r.i == before {
				r.i++
			}
		}
	})
	r.statement()
}

// pair binds the key and the element of a collection.
func (r *receivers) pair(target int, t analysis.TypeExpr) {
	i := r.i
	r.i = target
	r.each(func(n int) {
		if n == 0 {
			r.part(t.Key())
		} else {
			r.part(t.Element())
		}
	})
	r.i = i
}
