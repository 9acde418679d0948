package python

import (
	"cmp"
	"strings"

	"github.com/contextls/contextls/analysis"
)

func (r *receivers) imports(i, end int) {
	from := r.is(i, end, "from")
	f := r.top()
	path := from // the names of the module, not of what is taken out of it
	for i++; i < end; i++ {
		if r.is(i, end, "import") {
			path = false
		}
		if r.tokens[i].kind != 'n' {
			continue
		}
		if path || r.tokens[i-1].kind == '.' {
			r.b.Local(uint32(r.tokens[i].start))
			continue
		}
		name := r.str(i)
		if f.kind != 'f' || !from && !r.is(i+1, end, ",") && i+1 < end {
			continue
		}
		if f.names == nil {
			f.names = map[string]held{}
		}
		f.names[name] = held{typ: analysis.TypeExpr(name), imported: true}
	}
}

func (r *receivers) class(i, end, indent int) {
	colon := r.colon(i, end)
	if i+1 >= colon {
		return
	}
	name := r.str(i + 1)
	var bases analysis.TypeExpr
	if i+2 < colon && r.tokens[i+2].kind == '(' {
		for _, a := range r.arguments(i + 2) {
			if !r.is(a[0]+1, a[1], "=") {
				r.value(a[0], a[1])
				base := r.annotation(a[0], a[1])
				if bases != "" {
					bases += ","
				}
				bases += base
				continue
			}
			r.b.Local(uint32(r.tokens[a[0]].start))
			r.value(a[0]+2, a[1])
		}
	}
	path := name
	outer := r.top()
	switch {
	case outer.kind == 'c':
		path = outer.class + "." + name
	case outer.kind == 'f':
		r.declare(i+1, cmp.Or(analysis.TypeExpr(strings.ReplaceAll(string(bases), ",", "|")), analysis.Foreign), true)
		path = ""
	}
	r.has(i+1, bases)
	r.frames = append(r.frames, frame{kind: 'c', indent: indent, class: path, bases: analysis.TypeExpr(strings.ReplaceAll(string(bases), ",", "|"))})
	r.statement(colon+1, end, indent+1)
	r.decorators = nil
}

func (r *receivers) def(i, end, indent int) {
	colon := r.colon(i, end)
	if i+2 >= colon || r.tokens[i+2].kind != '(' {
		return
	}
	outer := r.top()
	f := frame{kind: 'f', indent: indent, names: map[string]held{}, path: r.str(i + 1)}
	if around := cmp.Or(outer.path, outer.class); outer.kind != 'm' && around != "" {
		f.path = around + "." + f.path
	}
	f.local = r.inner[f.path]
	static, property, context, fixture := false, false, false, false
	var other analysis.TypeExpr // what the first decorator gives that may make anything of the function
	for _, d := range r.decorators {
		switch name := d.name; {
		case name == "staticmethod":
			static = true
		case strings.HasSuffix(name, "property"), name == "setter", name == "getter":
			property = true
		case strings.HasSuffix(name, "contextmanager"):
			context = true
		case name == "fixture":
			fixture = true
		case name == "classmethod", name == "abstractmethod", name == "overload", name == "override", name == "wraps", name == "lru_cache",
			name == "cache", name == "final":
		case other == "":
			other = d.typ.Result(0)
		}
	}
	r.decorators = nil
	injected := fixture || strings.HasPrefix(r.str(i+1), "test") // by pytest: what fixtures of the parameters' names give
	if outer.kind == 'c' {
		f.class, f.bases = outer.class, outer.bases
	} else if outer.kind == 'f' {
		f.class, f.bases = outer.class, outer.bases
	}
	args := r.arguments(i + 2)
	types, fixtures := make([]analysis.TypeExpr, len(args)), make([]bool, len(args))
	r.frames = append(r.frames, frame{kind: 'c', indent: indent}) // annotations and defaults are not of the function
	for n, a := range args {
		types[n] = r.param(a[0], a[1], n == 0 && outer.kind == 'c' && !static)
		if !injected || a[0] == a[1] || r.tokens[a[0]].kind != 'n' {
			continue
		}
		gives := analysis.TypeExpr(r.str(a[0]))
		if outer.kind == 'c' && string(gives) != r.str(i+1) && r.own[attribute{outer.class, string(gives)}] { // the class's own, and none that it overrides
			r.member(a[0], analysis.TypeExpr(outer.class))
			gives = analysis.TypeExpr(outer.class).Member(string(gives))
		}
		if a[0]+1 == a[1] && types[n] == analysis.Unknown {
			types[n] = gives.Result(0)
			fixtures[n] = true
		}
		fixtures[n] = fixtures[n] || r.is(a[0]+1, a[1], ":") && r.next(a[0], a[1], equalSign) == a[1]
	}
	arrow := r.after(i + 2)
	is := func(result analysis.TypeExpr, generator bool) analysis.TypeExpr {
		switch {
		case other != "":
			return other
		case property:
			return result
		case context, fixture && generator:
			return analysis.Func(result.Element())
		}
		return analysis.Func(result)
	}
	typ := is(analysis.Unknown, false)
	if r.is(arrow, colon, "->") {
		typ = is(r.annotation(arrow+1, colon), r.nextWord(arrow, colon, "Iterator", "Generator", "AsyncIterator", "AsyncGenerator") < colon)
		f.sent = r.sent(arrow+1, colon)
		r.annotationNames(arrow+1, colon)
	} else if other == "" {
		f.symbol = &given{defined{r.b.Line(uint32(r.tokens[i+1].start)), r.str(i + 1)}, is, outer.kind == 'f'}
	}
	r.frames = r.frames[:len(r.frames)-1]
	r.has(i+1, typ)
	if outer.kind == 'f' {
		r.declare(i+1, typ, true)
	}
	r.frames = append(r.frames, f)
	for _, name := range f.local { // those above may name it
		r.hold(r.top(), name, analysis.Unknown, false)
	}
	for n, a := range args {
		at := a[0]
		for at < a[1] && r.tokens[at].kind == '*' {
			at++
		}
		if at < a[1] && r.tokens[at].kind == 'n' {
			if fixtures[n] {
				r.hold(r.top(), r.str(at), types[n], r.is(at+1, a[1], ":")) // the name is the fixture's: no local one
				continue
			}
			r.declare(at, types[n], r.is(at+1, a[1], ":"))
		}
	}
	r.statement(colon+1, end, indent+1)
}

// param is what a parameter holds.
func (r *receivers) param(i, end int, self bool) analysis.TypeExpr {
	stars := 0
	for i < end && r.tokens[i].kind == '*' {
		stars += r.tokens[i].end - r.tokens[i].start
		i++
	}
	equal := r.next(i, end, equalSign)
	t := analysis.Unknown
	switch {
	case self: // where it is annotated, it is by a variable that stands for the class
		t = analysis.TypeExpr(r.frames[len(r.frames)-2].class)
	case r.is(i+1, equal, ":"):
		t = r.annotation(i+2, equal)
		r.annotationNames(i+2, equal)
	}
	if value := r.value(equal+1, end); t == analysis.Unknown && value != analysis.Foreign {
		t = value
	}
	if stars > 0 {
		return analysis.Collection("", t)
	}
	if t == "" {
		return analysis.Unknown
	}
	return t
}
