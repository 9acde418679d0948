package python

import (
	"strings"

	"github.com/contextls/contextls/analysis"
)

func (r *receivers) loop(i, end int) {
	in := r.next(i, end, inWord)
	pairs, enumerated := r.iterated(in+1, end)
	t := r.value(in+1, end)
	r.targets(i+1, in, t, pairs, enumerated)
}

// targets declares the targets of a loop over a collection.
func (r *receivers) targets(i, end int, t analysis.TypeExpr, pairs, enumerated bool) {
	if i < end && r.after(i) == end && (r.tokens[i].kind == '(' || r.tokens[i].kind == '[') {
		i, end = i+1, end-1
	}
	parts := r.split(i, end)
	for n, p := range parts {
		element := t.Element()
		switch {
		case pairs && len(parts) == 2 && n == 0:
			element = t.Key()
		case enumerated && len(parts) == 2 && n == 0:
			element = analysis.Foreign
		case len(parts) > 1 && !pairs && !enumerated:
			element = analysis.Unknown
		}
		r.target(p[0], p[1], element)
	}
}

// target assigns to a name, an attribute, or a list of them.
func (r *receivers) target(i, end int, t analysis.TypeExpr) {
	for i < end && r.tokens[i].kind == '*' {
		i, t = i+1, analysis.Unknown
	}
	switch {
	case i >= end:
	case i+1 == end && r.tokens[i].kind == 'n':
		r.declare(i, t, false)
	case r.tokens[i].kind == '(' && r.after(i) == end:
		for _, p := range r.split(i+1, end-1) {
			r.target(p[0], p[1], analysis.Unknown)
		}
	default:
		r.value(i, end)
		r.attribute(i, end, end, t, false)
	}
}

func (r *receivers) with(i, end int) {
	if i < end && r.tokens[i].kind == '(' && r.after(i) == end {
		i, end = i+1, end-1
	}
	for _, p := range r.split(i, end) {
		as := r.next(p[0], p[1], asWord)
		t := r.value(p[0], as)
		if as+1 < p[1] {
			r.target(as+1, p[1], t)
		}
	}
}

// assignment reads an assignment or an expression.
func (r *receivers) assignment(i, end int) {
	colon := r.next(i, end, colonSign|lambdaWord)
	equal := r.next(i, end, equalSign)
	if r.is(colon, end, ":") && colon < equal && colon > i {
		t := r.annotation(colon+1, equal)
		r.annotationNames(colon+1, equal)
		value := r.value(equal+1, end)
		if r.namesType(colon+1, equal) {
			t = r.annotation(equal+1, end)
		}
		if t == analysis.Unknown {
			t = value
		}
		if colon == i+1 && r.tokens[i].kind == 'n' {
			r.has(i, t)
			r.declare(i, t, true)
			return
		}
		r.value(i, colon)
		r.attribute(i, colon, end, t, true)
		return
	}
	if equal == end {
		r.value(i, end)
		return
	}
	var targets [][2]int
	for equal < end {
		targets = append(targets, [2]int{i, equal})
		i, equal = equal+1, r.next(equal+1, end, equalSign)
	}
	t := r.value(i, end)
	if r.isType(i, end) {
		t = r.annotation(i, end)
	}
	for _, target := range targets {
		parts := r.split(target[0], target[1])
		values := r.split(i, end)
		for n, p := range parts {
			of := t
			switch {
			case len(parts) > 1 && len(values) == len(parts):
				of = r.parts[values[n][0]]
			case len(parts) > 1 && strings.HasSuffix(string(t), "()"):
				of = t[:len(t)-2].Result(n)
			case len(parts) > 1:
				of = t.Element()
			}
			if p[0]+1 == p[1] && r.tokens[p[0]].kind == 'n' {
				r.has(p[0], of)
			}
			if len(parts) == 1 && p[0]+1 < p[1] && r.tokens[p[0]].kind != '(' {
				r.value(p[0], p[1])
				r.attribute(p[0], p[1], end, of, false)
				continue
			}
			r.target(p[0], p[1], of)
		}
	}
}

// namesType reports whether an annotation says that what is assigned is a type.
func (r *receivers) namesType(i, end int) bool {
	return i < end && r.tokens[end-1].kind == 'n' && isTypeAlias(r.str(end-1))
}

// isTypeAlias reports whether an annotation ends in TypeAlias. Its name may have something before it, as in _TypeAlias.
func isTypeAlias(annotation string) bool { return strings.HasSuffix(annotation, "TypeAlias") }

// alias reads a statement that names a type: type Names[T] = dict[str, T]. It reports whether it is one.
func (r *receivers) alias(i, end int) bool {
	equal := r.next(i, end, equalSign)
	if equal == end || i+1 == equal || r.tokens[i+1].kind != 'n' || i+2 < equal && r.tokens[i+2].kind != '[' {
		return false
	}
	r.b.Local(uint32(r.tokens[i].start))
	r.annotationNames(equal+1, end)
	t := r.annotation(equal+1, end)
	r.has(i+1, t)
	r.declare(i+1, t, true)
	return true
}

// has notes the type of a symbol.
func (r *receivers) has(i int, t analysis.TypeExpr) {
	key := defined{r.b.Line(uint32(r.tokens[i].start)), r.str(i)}
	if _, known := r.types[key]; !known {
		r.types[key] = t
	}
}

// attribute notes that an assignment sets an attribute of self.
func (r *receivers) attribute(i, end, whole int, t analysis.TypeExpr, annotated bool) {
	f := r.top()
	if f.kind != 'f' || f.class == "" || i+3 != end || r.tokens[i+1].kind != '.' || r.tokens[i+2].kind != 'n' {
		return
	}
	if self, local := r.find(r.str(i)); !local || string(self) != f.class {
		return
	}
	key := attribute{f.class, r.str(i + 2)}
	if s := r.attributes[key]; s != nil {
		switch {
		case annotated:
			s.Type = t
		case !strings.Contains(s.Signature, ": "):
			s.Type = union(s.Type, t)
		}
		return
	}
	if r.own[key] {
		return
	}
	start, stop := r.tokens[i].start, r.tokens[end-1].end
	name := key.name
	r.attributes[key] = &analysis.Symbol{Name: name, Kind: analysis.Field, Container: f.class, Type: t, Exported: isPublic(name),
		Signature: name, Set: true, Range: analysis.Span{Start: uint32(start), End: uint32(stop)}, Line: r.b.Line(uint32(r.tokens[i+2].start))}
	statement := r.b.Signature(uint32(start), uint32(r.tokens[whole-1].end))
	if _, annotation, value := splitAssignment(statement[:min(len(statement), 4*maxValue)]); annotation != "" {
		r.attributes[key].Signature += ": " + annotation
	} else if value != "" {
		r.attributes[key].Signature += " = " + showValue(name, value)
	}
}
