package c

import (
	"cmp"

	"github.com/contextls/contextls/analysis"
)

// typeHead reads a struct, class, union or enum from its keyword on: its body, if it has one here, else
// just the name. It returns the token to go on with.
func (d *decl) typeHead(j int) int {
	key := d.at(j)
	k := j + 1
	scoped := false
	if key.keyword == enumKey && d.isKeyword(k, classKey) {
		scoped = true
		k++
	}
	name := -1
	for k < d.end {
		t := d.at(k)
		switch {
		case t.kind == word && t.keyword == attribute || d.isName(k) && d.is(k+1, '(') && (isMacro(d.bytes(k)) || d.text(k) == "PACKED"):
			if k++; d.is(k, '(') {
				k = d.after(k)
			}
			continue
		case d.is(k, '[') && d.is(k+1, '['):
			k = d.after(k)
			continue
		case d.isName(k) && d.text(k) == "final" && name >= 0 && (d.is(k+1, '{') || d.is(k+1, ':')):
			k++
			continue
		case d.isName(k):
			if t.first && name >= 0 && t.indent <= d.at(d.start).indent {
				d.types += 2
				return k // the next declaration
			}
			if name >= 0 && !d.is(k-1, scopeSign) && !isMacro(d.bytes(name)) {
				d.types += 2
				return k // the declarator: struct point p
			}
			name = k
			k++
			continue
		case d.is(k, scopeSign):
			k++
			continue
		case d.is(k, '<') && d.match[k] > 0: // a specialization
			k = d.after(k)
			continue
		}
		break
	}
	brace := k
	if d.is(k, ':') {
		brace = d.bases(k)
	}
	d.types++
	if !d.is(brace, '{') {
		d.forward = d.is(k, ';') || key.keyword == enumKey && d.is(brace, ';')
		if d.is(brace, ';') {
			return brace
		}
		return k
	}
	d.typeBody, d.typeName = brace, name
	d.readType(j, scoped)
	return d.after(brace)
}

// lookAhead is how many tokens a list of base classes has, at most, and what follows a type's body up to a name.
const lookAhead = 128

// bases steps over what a class is derived from, or an enum's type.
func (d *decl) bases(k int) int {
	for n := 0; n < lookAhead && k < d.end && !d.is(k, '{') && !d.is(k, ';') && !d.is(k, '='); n++ {
		k = d.after(k)
	}
	return k
}

// readType adds the type whose body was found, and its members. One without a name is called as what it
// is declared for: typedef struct { … } name.
func (d *decl) readType(key int, scoped bool) {
	close := d.after(d.typeBody)
	name, named := d.typeName, d.typeName >= 0
	declared := -1
	if !named {
		declared = d.declaredBehind(close)
		if d.typedef {
			name = declared
		}
	}
	s := analysis.Symbol{Kind: analysis.Struct}
	switch {
	case d.isKeyword(key, enumKey):
		s.Kind = analysis.Enum
	case d.text(key) == "class":
		s.Kind = analysis.Class
	}
	inner := *d.scope
	inner.inClass, inner.class = true, ""
	inner.export = inner.export || d.export
	if name >= 0 {
		s.Signature = d.bodiless()
		if !named {
			s.Signature += " " + d.text(name)
		}
		s.Doc = d.docAbove(d.start)
		end := close
		if !named {
			end = d.statementEnd(close, d.end)
		}
		d.reader.add(s, name, d.start, d.semicolon(end), d.scope.exporting(d.export), local)
		for q := name - 1; named && q > key && d.is(q, scopeSign); q-- { // class A::B { … }
			if q--; d.isName(q) {
				d.facts.Symbols[len(d.facts.Symbols)-1].Container = (scope{container: d.container}).within(d.text(q)).container
			}
		}
		inner.class = d.text(name)
		inner.container = inner.within(inner.class).container
	} else if declared >= 0 {
		inner.container = inner.within(d.text(declared)).container
	}
	if s.Kind == analysis.Enum {
		around := *d.scope
		if scoped {
			around = inner
		}
		d.constants(d.typeBody+1, close-1, around)
		return
	}
	inner.hidden = inner.hidden || s.Kind == analysis.Class
	if name < 0 { // members of what is around
		inner.hidden = d.hidden
	} else if s.Kind == analysis.Struct {
		inner.hidden = d.hidden
	}
	d.reader.scope(d.typeBody+1, close-1, inner)
}

// bodiless is a type's signature; without its body one that has no name would read as another's name.
func (d *decl) bodiless() string {
	if d.typeName < 0 {
		return d.signature(d.start, d.typeBody) + " {…}"
	}
	return d.signature(d.start, d.typeBody)
}

// declaredBehind is the name that is declared behind a type's body, -1 where there is none.
func (d *decl) declaredBehind(k int) int {
	for n := 0; n < lookAhead && k < d.end && !d.is(k, ';') && !d.is(k, ',') && !d.is(k, '='); n++ {
		if d.isKeyword(k, attribute) && d.is(k+1, '(') {
			k = d.after(k + 1)
			continue
		}
		if d.isName(k) && !d.is(k+1, '(') {
			return k
		}
		k++
	}
	return -1
}

// constants reads the body of an enum.
func (r *reader) constants(i, end int, s scope) {
	for i < end {
		if !r.isName(i) {
			i = r.after(i)
			continue
		}
		if r.is(i+1, '(') { // a macro that makes constants
			i = r.after(i + 1)
			continue
		}
		last := i + 1
		for last < end && !r.is(last, ',') {
			last = r.after(last)
		}
		behind := last
		if r.is(last, ',') {
			behind++
		}
		last = min(last, end)
		c := analysis.Symbol{Kind: analysis.Constant, Signature: shorten(r.signature(i, last), 120)}
		c.Doc = cmp.Or(r.docAbove(i), r.docBehind(r.at(last-1).end, r.at(last-1).line))
		r.add(c, i, i, last, s, local)
		i = behind
	}
}
