package python

import (
	"slices"

	"github.com/contextls/contextls/analysis"
)

// matched is what the cases of a match statement are compared with.
type matched struct {
	name   string // the local name or the like that it is, "" for other expressions
	typ    analysis.TypeExpr
	indent int // of the statement
}

// matchOrCase reads the head of a match statement, or of a case in one. It reports whether that is what a line is: both words are names
// elsewhere.
func (r *receivers) matchOrCase(i, end, indent int) bool {
	colon := r.colon(i, end)
	if colon == end || colon == i+1 {
		return false
	}
	around := slices.DeleteFunc(r.top().matched, func(m matched) bool { return m.indent >= indent })
	r.top().matched = around
	switch r.str(i) {
	case "match":
		if colon+1 < end { // an annotation: a block begins on the next line
			return false
		}
		m := matched{typ: r.value(i+1, colon), indent: indent}
		if i+2 == colon && r.tokens[i+1].kind == 'n' {
			m.name = r.str(i + 1)
		}
		r.top().matched = append(around, m)
	case "case":
		if len(around) == 0 {
			return false
		}
		m := around[len(around)-1]
		guard := r.next(i, colon, ifWord)
		if t := r.pattern(i+1, guard, m.typ); m.name != "" && t != analysis.Unknown {
			f := r.top()
			f.narrow = append(f.narrow, narrowed{m.name, t, indent})
		}
		r.value(guard+1, colon)
		r.statement(colon+1, end, indent+1)
	}
	r.b.Local(uint32(r.tokens[i].start))
	return true
}

// pattern declares the names that a pattern binds where it is compared with something of a type, and gives the classes that it asks for; Unknown
// where it asks for none.
func (r *receivers) pattern(i, end int, of analysis.TypeExpr) analysis.TypeExpr {
	if r.next(i, end, commaSign) < end { // a sequence without brackets
		r.patterns(r.split(i, end), of.Element())
		return analysis.Unknown
	}
	if as := r.next(i, end, asWord); as+1 < end {
		t := r.pattern(i, as, of)
		if t != analysis.Unknown {
			of = t
		}
		r.declare(as+1, of, false)
		return t
	}
	if or := r.next(i, end, barSign); or < end {
		t, other := r.pattern(i, or, of), r.pattern(or+1, end, of)
		if t == analysis.Unknown || other == analysis.Unknown {
			return analysis.Unknown
		}
		return union(t, other)
	}
	if i >= end {
		return analysis.Unknown
	}
	switch t := r.tokens[i]; {
	case t.kind == '*':
		r.pattern(i+1, end, analysis.Unknown)
	case t.kind == '(' && t.close > i && r.next(i+1, t.close, commaSign) == t.close: // no sequence
		return r.pattern(i+1, t.close, of)
	case t.kind == '(' || t.kind == '[':
		r.patterns(r.arguments(i), of.Element())
	case t.kind == '{':
		for _, p := range r.arguments(i) {
			if colon := r.next(p[0], p[1], colonSign); colon < p[1] {
				r.value(p[0], colon)
				p[0] = colon + 1
			}
			r.pattern(p[0], p[1], of.Element())
		}
	case t.kind == 'n':
		return r.namePattern(i, end, of)
	}
	return analysis.Unknown
}

func (r *receivers) patterns(parts [][2]int, of analysis.TypeExpr) {
	for _, p := range parts {
		r.pattern(p[0], p[1], of)
	}
}

// namePattern reads a pattern that begins with a name: one that it binds, a value to compare with, or a class.
func (r *receivers) namePattern(i, end int, of analysis.TypeExpr) analysis.TypeExpr {
	open := i + 1
	for open+1 < end && r.tokens[open].kind == '.' {
		open += 2
	}
	switch {
	case open < end && r.tokens[open].kind == '(':
		class := r.value(i, open)
		for _, p := range r.arguments(open) {
			if r.is(p[0]+1, p[1], "=") {
				r.sets(p[0], class)
				p[0] += 2
			}
			r.pattern(p[0], p[1], analysis.Unknown)
		}
		return class
	case i+1 < end:
		r.value(i, end)
	case r.is(i, end, "None"), r.is(i, end, "True"), r.is(i, end, "False"):
	case r.is(i, end, "_"):
		r.b.Local(uint32(r.tokens[i].start))
	default:
		r.declare(i, of, false)
	}
	return analysis.Unknown
}
