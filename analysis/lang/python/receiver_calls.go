package python

import (
	"strings"

	"github.com/contextls/contextls/analysis"
)

// display is a dictionary or a set.
func (r *receivers) display(i int) analysis.TypeExpr {
	key, element := analysis.Foreign, analysis.TypeExpr("")
	for _, p := range r.arguments(i) {
		colon := r.colon(p[0], p[1])
		if colon < p[1] {
			key = r.value(p[0], colon)
			element = union(element, r.value(colon+1, p[1]))
		} else {
			element = union(element, r.value(p[0], p[1]))
		}
	}
	return analysis.Collection(key, element)
}

// comprehension reads the loops before what they make.
func (r *receivers) comprehension(i, loop, end int) analysis.TypeExpr {
	r.frames = append(r.frames, frame{kind: 'f', indent: r.top().indent, class: r.top().class, bases: r.top().bases})
	defer func() { r.frames = r.frames[:len(r.frames)-1] }()
	for at := loop; at < end; {
		next := r.next(at+1, end, forWord|ifWord)
		if r.is(at, end, "if") {
			r.value(at+1, next)
			r.narrowBy(at+1, next, 0)
		} else {
			r.loop(at, next)
		}
		at = next
	}
	if loop > i && r.is(loop-1, loop, "async") {
		loop--
	}
	if colon := r.colon(i, loop); colon < loop {
		return analysis.Collection(r.value(i, colon), r.value(colon+1, loop))
	}
	return analysis.Collection("", r.value(i, loop))
}

func (r *receivers) lambda(i, end int) analysis.TypeExpr {
	colon := r.next(i, end, colonSign)
	r.frames = append(r.frames, frame{kind: 'f', indent: r.top().indent, class: r.top().class, bases: r.top().bases})
	defer func() { r.frames = r.frames[:len(r.frames)-1] }()
	for _, p := range r.split(i+1, colon) {
		at := p[0]
		for at < p[1] && r.tokens[at].kind == '*' {
			at++
		}
		if at < p[1] {
			r.value(at+2, p[1])
			r.declare(at, analysis.Unknown, false)
		}
	}
	return analysis.Func(r.value(colon+1, end))
}

// call is what a call gives whose arguments open at i.
func (r *receivers) call(i int, callee string, t analysis.TypeExpr) analysis.TypeExpr {
	first := analysis.Unknown
	if loop := r.next(i+1, r.tokens[i].close, forWord); loop < r.tokens[i].close && r.tokens[i].close > i {
		first = r.comprehension(i+1, loop, r.tokens[i].close)
	} else {
		for n, a := range r.arguments(i) {
			if r.is(a[0]+1, a[1], "=") {
				r.sets(a[0], t)
				r.value(a[0]+2, a[1])
				continue
			}
			if v := r.value(a[0], a[1]); n == 0 {
				first = v
			} else if callee == "cast" && n == 1 {
				return r.castType(i)
			}
		}
	}
	if t == analysis.Foreign {
		switch callee {
		case "list", "sorted", "reversed", "tuple", "set", "frozenset", "iter", "enumerate", "filter":
			return analysis.Collection(first.Key(), first.Element())
		case "next", "min", "max":
			return first.Element()
		case "getattr":
			return analysis.Unknown
		}
	}
	switch callee {
	case "cast":
		return r.castType(i)
	case "TypeVar":
		return r.bound(i)
	}
	return t.Result(0)
}

// sets notes that a call or a pattern names a field of what it makes or asks for. A function's parameters are no members.
func (r *receivers) sets(i int, of analysis.TypeExpr) {
	if isClass(of) {
		r.b.Receiver(uint32(r.tokens[i].start), string(analysis.Setting(of)))
	} else {
		r.b.Local(uint32(r.tokens[i].start))
	}
}

// isClass reports whether an expression is a name as only classes have it.
func isClass(t analysis.TypeExpr) bool {
	name := string(t)[strings.LastIndexByte(string(t), '.')+1:]
	return name != "" && 'A' <= name[0] && name[0] <= 'Z' && t.Dotted()
}

// castType is the type that typing.cast says.
func (r *receivers) castType(i int) analysis.TypeExpr {
	if a := r.arguments(i); len(a) > 0 {
		return r.annotation(a[0][0], a[0][1])
	}
	return analysis.Unknown
}

// bound is what a type variable stands for at least.
func (r *receivers) bound(i int) analysis.TypeExpr {
	for _, a := range r.arguments(i) {
		if r.is(a[0], a[1], "bound") {
			return r.annotation(a[0]+2, a[1])
		}
	}
	return analysis.Unknown
}

// interpolations reads the expressions in an f-string.
func (r *receivers) interpolations(i int) {
	text := r.str(i)
	quote := strings.IndexAny(text, `"'`)
	if quote < 0 || !strings.ContainsAny(text[:quote], "fFtT") {
		return
	}
	base := r.tokens[i].start
	outer := r.tokens
	defer func() { r.tokens = outer }()
	for at := quote; at < len(text); at++ {
		if text[at] != '{' {
			continue
		}
		if at+1 < len(text) && text[at+1] == '{' {
			at++
			continue
		}
		end := at + group(text[at:])
		r.tokens = lexemes(r.text, base+at+1, base+max(at+1, end-1))
		if n := len(r.tokens); n > 0 && r.tokens[n-1].kind == '\n' {
			r.tokens = r.tokens[:n-1]
		}
		r.value(0, min(r.next(0, len(r.tokens), colonSign|bangSign), len(r.tokens)))
		at = end - 1
	}
}
