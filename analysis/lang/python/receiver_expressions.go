package python

import (
	"github.com/contextls/contextls/analysis"
)

// split cuts a range at its commas.
func (r *receivers) split(i, end int) (parts [][2]int) {
	for i < end {
		j := r.next(i, end, commaSign)
		if j > i {
			parts = append(parts, [2]int{i, j})
		}
		i = j + 1
	}
	return parts
}

// arguments are the parts of the brackets that open at i.
func (r *receivers) arguments(i int) [][2]int {
	return r.split(i+1, max(r.tokens[i].close, i+1))
}

// iterated reports whether a loop goes over pairs of keys and elements, or over elements with their numbers.
func (r *receivers) iterated(i, end int) (pairs, enumerated bool) {
	n := end - i // below 0 where there is no "in"
	return n > 3 && r.tokens[end-1].kind == ')' && r.is(end-3, end, "items"), n > 1 && r.is(i, end, "enumerate")
}

// value is what an expression holds, and notes the members that it names.
func (r *receivers) value(i, end int) analysis.TypeExpr {
	if i >= end {
		return analysis.Unknown
	}
	if r.is(i, end, "yield") {
		t := r.value(i+1, end)
		if f := r.top(); !r.is(i+1, end, "from") {
			f.gives, f.yields = union(f.gives, analysis.Collection("", t)), true
		}
		return r.top().sent
	}
	splits := r.marks(i, end)
	if splits&commaSign != 0 {
		all := analysis.TypeExpr("")
		for _, p := range r.split(i, end) {
			t := r.value(p[0], p[1])
			r.parts[p[0]] = t
			all = union(all, t)
		}
		return analysis.Collection("", all)
	}
	if splits&walrusSign != 0 && r.next(i, end, walrusSign) == i+1 {
		t := r.value(i+2, end)
		r.declare(i, t, false)
		return t
	}
	if splits&lambdaWord != 0 {
		lambda := r.next(i, end, lambdaWord)
		t := r.lambda(lambda, end)
		if lambda > i {
			return r.value(i, lambda)
		}
		return t
	}
	if splits&ifWord != 0 && r.tokens[i].mark != ifWord {
		test := r.next(i, end, ifWord)
		otherwise := r.next(test, end, elseWord)
		r.value(test+1, otherwise)
		return union(r.value(i, test), r.value(otherwise+1, end))
	}
	if splits&orWord != 0 {
		or := r.next(i, end, orWord)
		x := r.value(i, or)
		return union(x, r.value(or+1, end))
	}
	if splits&andWord != 0 {
		and := r.next(i, end, andWord)
		r.value(i, and)
		return r.value(and+1, end)
	}
	return r.operands(i, end)
}

// operands reads what stands between operators.
func (r *receivers) operands(i, end int) analysis.TypeExpr {
	first, compared := analysis.TypeExpr(""), false
	for i < end {
		switch t := r.tokens[i]; {
		case t.mark&(notWord|inWord|isWord|awaitWord|yieldWord|fromWord) != 0:
			compared = compared || t.mark&(notWord|inWord|isWord) != 0
			i++
			continue
		case t.kind == 'n' || t.kind == '0' || t.kind == '"' || t.close > i:
			var v analysis.TypeExpr
			if v, i = r.primary(i, end); first == "" {
				first = v
			}
			continue
		case t.kind == '=' || t.kind == '!' || t.kind == '<' && t.end == t.start+1 || t.kind == '>' && t.end == t.start+1:
			compared = true
		}
		i++
	}
	switch {
	case compared:
		return analysis.Foreign
	case first == "":
		return analysis.Unknown
	}
	return first
}

// primary reads an atom and what follows it: members, calls, subscripts.
func (r *receivers) primary(i, end int) (analysis.TypeExpr, int) {
	t := r.atom(i)
	callee := ""
	if r.tokens[i].kind == 'n' {
		callee = r.str(i)
	}
	if callee == "super" && r.is(i+1, end, "(") {
		r.value(i+2, r.tokens[i+1].close)
		t, i = r.super(), r.after(i+1)
	} else {
		i = r.after(i)
	}
	for i < end {
		switch r.tokens[i].kind {
		case '.':
			if i+1 >= end || r.tokens[i+1].kind != 'n' {
				return t, i + 1
			}
			callee = r.str(i + 1)
			r.member(i+1, t)
			t = t.Member(callee)
			i += 2
		case '(':
			t = r.call(i, callee, t)
			i = r.after(i)
		case '[':
			r.value(i+1, max(r.tokens[i].close, i+1))
			t = t.Element()
			i = r.after(i)
		default:
			return t, i
		}
	}
	return t, i
}

// super is what members are looked for in that a class inherits.
func (r *receivers) super() analysis.TypeExpr {
	if bases := r.top().bases; bases != "" {
		return bases
	}
	return analysis.Foreign
}

// member notes that a member is named, of a receiver.
func (r *receivers) member(i int, receiver analysis.TypeExpr) {
	at := uint32(r.tokens[i].start)
	switch {
	case receiver == "" || receiver == analysis.Unknown:
		r.b.Receiver(at, analysis.UnknownQualifier)
	case receiver == analysis.Foreign || receiver[0] == '[' || receiver[0] == '(':
		r.b.Local(at)
	default:
		r.b.Receiver(at, string(receiver))
	}
}

// atom is what an expression begins with.
func (r *receivers) atom(i int) analysis.TypeExpr {
	switch t := r.tokens[i]; t.kind {
	case '"':
		r.interpolations(i)
		return analysis.Foreign
	case '0':
		return analysis.Foreign
	case 'n':
		name := r.str(i)
		typ, local := r.find(name)
		if local {
			if holder := r.holder(name); holder != "" {
				r.b.Receiver(uint32(t.start), holder)
			} else {
				r.b.Local(uint32(t.start))
			}
			return typ
		}
		if isBuiltin(name) && typ == analysis.TypeExpr(name) && !r.own[attribute{"", name}] {
			return analysis.Foreign
		}
		return typ
	case '(', '[', '{':
		if t.close <= i {
			return analysis.Unknown
		}
		if loop := r.next(i+1, t.close, forWord); loop < t.close {
			return r.comprehension(i+1, loop, t.close)
		}
		if t.kind == '{' {
			return r.display(i)
		}
		v := r.value(i+1, t.close)
		if t.kind == '[' && r.next(i+1, t.close, commaSign) == t.close {
			return analysis.Collection("", v)
		}
		return v
	}
	return analysis.Unknown
}
