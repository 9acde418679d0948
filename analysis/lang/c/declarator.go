package c

import (
	"cmp"
	"strings"

	"github.com/contextls/contextls/analysis"
)

// finish adds what a declaration that ends before the token at end defines.
func (d *decl) finish(end int) {
	switch {
	case d.fn >= 0 && d.typedef:
		d.reader.bodies = append(d.reader.bodies, body{d.code[d.fn], d.code[min(end, len(d.code))-1], true})
		d.add(analysis.Symbol{Kind: analysis.TypeAlias, Signature: d.signature(d.start, end), Doc: d.doc(end)}, d.name, end, local)
	case d.fn >= 0:
		d.function(end)
	case d.typeBody >= 0:
		d.values(d.after(d.typeBody), end)
	case !d.forward:
		d.values(d.first, end)
	}
}

// values adds the variables, fields or type names that the declarators in [i,end) declare.
func (d *decl) values(i, end int) {
	kind := analysis.Variable
	switch {
	case d.typedef:
		kind = analysis.TypeAlias
	case d.inClass:
		kind = analysis.Field
	}
	words := 0
	if d.typeBody >= 0 {
		words = 2
	}
	for first := true; i < end; first = false {
		name, next, pointer := -1, i, false
		for ; next < end && !d.is(next, ',') && !d.is(next, '=') && !d.is(next, ':') && !d.is(next, '{'); next = d.after(next) {
			t := d.at(next)
			if t.kind == word && t.keyword == typeOf {
				words++
			}
			if t.kind == word && (t.keyword == attribute || t.keyword == typeOf) && d.is(next+1, '(') {
				next++
				continue
			}
			if t.kind == word && (t.keyword == typeWord || t.keyword == plain || t.keyword == classKey || t.keyword == enumKey) {
				words++
			}
			switch {
			case d.isName(next) && !pointer && !(d.typeBody >= 0 && d.is(next+1, '(')) && !(isMacro(d.bytes(next)) && name >= 0 && words > 2 && (d.is(next+1, '(') || d.is(next-1, ']'))):
				name = next
			case d.is(next, '(') && (d.is(next+1, '*') || d.is(next+1, '^') || d.is(next+1, '&') || d.is(next+2, scopeSign)):
				if inner := d.inBrackets(next); inner >= 0 {
					name, pointer = inner, true
					words++
					d.reader.bodies = append(d.reader.bodies, body{d.code[next], d.code[min(end, len(d.code))-1], true})
				}
			}
			if d.is(next, '(') && name < 0 {
				words = -1 << 20 // nothing that can be told
			}
		}
		for next < end && !d.is(next, ',') { // the value
			next = d.after(next)
		}
		next = min(next, end)
		if name >= 0 && (words > 1 || !first) && words > 0 {
			d.value(kind, i, name, next, end, first)
		}
		i = next + 1
	}
}

// value adds one variable, field or type name; its declarator is [i,next) of a declaration up to end.
func (d *decl) value(kind analysis.Kind, i, name, next, end int, first bool) {
	if d.typedef && d.typeBody >= 0 && (d.typeName < 0 && d.declaredBehind(d.after(d.typeBody)) == name ||
		d.typeName >= 0 && string(d.bytes(d.typeName)) == string(d.bytes(name))) {
		d.at(name).defines = true
		return // the type's own name
	}
	s := analysis.Symbol{Kind: kind, Doc: d.doc(end), Declared: d.extern && d.equals < 0}
	switch {
	case d.typeBody >= 0:
		s.Signature = d.bodiless() + " " + d.signature(i, next)
	case first:
		s.Signature = d.signature(d.start, next)
	default:
		s.Signature = d.signature(d.start, d.typeEnd()) + " " + d.signature(i, next)
	}
	s.Signature = shorten(strings.TrimSpace(s.Signature), 160)
	if q := name - 2; d.is(name-1, scopeSign) { // int A<T>::count
		if d.is(q, '>') && d.match[q] >= 0 {
			q = int(d.match[q]) - 1
		}
		if d.isName(q) && q > d.first {
			s.Container = d.within(d.text(q)).container
		}
	}
	sight := visible
	if d.typedef || d.isStatic && !d.inClass {
		sight = local
	}
	d.add(s, name, end, sight)
}

// typeEnd is where the declared type ends and the first declarator begins.
func (d *decl) typeEnd() int {
	k := d.first
	for k+1 < d.end && (d.at(k).kind == word || d.is(k, scopeSign) || d.is(k, '<')) {
		next := d.after(k)
		if !(d.at(next).kind == word || d.is(next, scopeSign) || d.is(next, '<') || d.is(next, '*') || d.is(next, '&')) {
			return k
		}
		k = next
	}
	return k
}

// inBrackets is the name in (*name)(…), (A::*name), (*name[3])(…); -1 where there is none.
func (d *decl) inBrackets(open int) int {
	name := -1
	for k := open + 1; k < d.after(open)-1; k++ {
		if d.is(k, '(') || d.is(k, '[') {
			break
		}
		if d.isName(k) {
			name = k
		}
	}
	return name
}

// doc is the comment above the declaration, or the one behind it.
func (d *decl) doc(end int) string {
	if d.body >= 0 {
		return d.docAbove(d.start)
	}
	last := d.at(min(end, len(d.code)) - 1)
	return cmp.Or(d.docAbove(d.start), d.docBehind(last.end, last.line))
}

// semicolon is the place behind a semicolon at i, if there is one.
func (d *decl) semicolon(i int) int {
	if d.is(i, ';') {
		return i + 1
	}
	return i
}

// add adds a symbol that the declaration defines; it ends before the token at end.
func (d *decl) add(s analysis.Symbol, name, end int, sight sight) {
	if s.Kind == analysis.TypeAlias || s.Kind == analysis.Variable || s.Kind == analysis.Field {
		end = d.semicolon(end)
	}
	d.reader.add(s, name, d.start, end, d.scope.exporting(d.export), sight)
}
