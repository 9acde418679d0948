package ecmascript

import (
	"strconv"

	"github.com/contextls/contextls/analysis"
)

// variables reads the declarations of const, let and var.
func (r *receivers) variables() {
	for {
		target := r.At
		r.At = r.After(r.At)
		r.Take("!")
		declared := analysis.TypeExpr("")
		var making []analysis.TypeExpr
		if r.Take(":") {
			r.arguments = nil
			from := r.At
			declared = r.typ()
			if args := r.arguments; len(args) > 0 && r.Is("=") && r.sameName(from, r.At+1) {
				making = args
			}
		}
		t := declared
		if r.Take("=") {
			r.context = expected{at: r.At, typ: clean(declared)}
			r.making = making
			if r.KindAt(target) == 'n' && !r.global() { // functions in the value may name it
				r.hold(r.Str(target), declared)
			}
			if v := r.value(); t == "" || t == analysis.Unknown {
				t = v
			}
		}
		r.bind(target, t)
		if !r.Take(",") {
			return
		}
	}
}

// sameName reports whether the type that begins at a token is called as the function that is called at another. Such a
// function makes a generic type's values, and gives the functions that it takes what the type is of.
func (r *receivers) sameName(typ, call int) bool {
	for r.KindAt(typ) == 'n' || r.KindAt(typ) == '.' {
		if !r.IsAt(call, r.Str(typ)) {
			return false
		}
		typ, call = typ+1, call+1
	}
	return r.KindAt(call) == '('
}

// bind declares the names of a target: a name, or a pattern with names.
func (r *receivers) bind(target int, t analysis.TypeExpr) {
	switch r.KindAt(target) {
	case 'n':
		r.declare(target, t)
		return
	case '{', '[':
	default:
		return
	}
	i, isList := r.At, r.Tokens[target].Kind == '['
	r.At = target
	t = r.patternOf(t)
	r.Each(func(n int) {
		rest := r.Take("...")
		key := r.At
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
		case r.Kind() == '[':
			r.Inside(func() { r.expression() })
		default:
			r.At++
		}
		if !r.Take(":") {
			of = r.property(key, t)
			if r.Take("=") {
				of = analysis.Either(of, r.value())
			}
			r.declareKnown(key, of)
			return
		}
		if r.KindAt(key) == 'n' {
			of = r.member(key, t)
		}
		r.part(of)
	})
	r.At = i
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
	target := r.At
	r.At = r.After(r.At)
	if r.Take("=") {
		t = analysis.Either(t, r.value())
	}
	r.bind(target, t)
}

// property is what a property holds that a pattern names and binds at once: where it is known whose it is, its name is
// a use of it.
func (r *receivers) property(i int, t analysis.TypeExpr) analysis.TypeExpr {
	if r.KindAt(i) != 'n' {
		return analysis.Unknown
	}
	if fields, ok := r.fieldsOf(t); ok {
		return fields[r.Str(i)]
	}
	if t = clean(t); t == "" || t == analysis.Unknown {
		return analysis.Unknown
	}
	return t.Member(r.Str(i))
}

// declareKnown declares a name that is a property's, too: if it is known what has the property, the scan is told so.
func (r *receivers) declareKnown(i int, t analysis.TypeExpr) {
	if r.KindAt(i) != 'n' {
		return
	}
	known := clean(t)
	receiver, isMember := cutMember(known, r.Str(i))
	if !isMember {
		r.declare(i, t)
		return
	}
	if r.global() && r.own[r.Str(i)] {
		r.has(i, t)
		return
	}
	r.hold(r.Str(i), t)
	r.b.Receiver(r.Tokens[i].Start, string(receiver))
}

// loop reads for (…) ….
func (r *receivers) loop() {
	r.openScope()
	defer r.closeScope()
	r.At++
	r.Take("await")
	r.Inside(func() {
		if !r.Is("const") && !r.Is("let") && !r.Is("var") {
			for r.At < r.End {
				before := r.At
				r.expression()
				if !r.Take(";") && !r.Take("of") && r.At == before {
					r.At++
				}
			}
			return
		}
		target := r.At + 1
		if after := r.After(target); r.IsAt(after, "of") || r.IsAt(after, "in") {
			of := r.IsAt(after, "of")
			r.At = after + 1
			t := clean(r.expression())
			switch {
			case !of:
				r.bind(target, t.Key())
			case r.KindAt(target) == '[':
				r.pair(target, t)
			default:
				r.bind(target, t.Element())
			}
			return
		}
		r.At++
		r.variables()
		for r.At < r.End {
			before := r.At
			r.expression()
			if !r.Take(";") && r.At == before {
				r.At++
			}
		}
	})
	r.statement()
}

// pair binds the key and the element of a collection.
func (r *receivers) pair(target int, t analysis.TypeExpr) {
	i := r.At
	r.At = target
	r.Each(func(n int) {
		if n == 0 {
			r.part(t.Key())
		} else {
			r.part(t.Element())
		}
	})
	r.At = i
}
