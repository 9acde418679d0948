package ecmascript

import (
	"strconv"
	"strings"

	"github.com/contextls/contextls/analysis"
)

// typeParametersOf declares the type parameters of a type: if a symbol stands for it, by their numbers, each with what it is if
// nothing is given for it.
func (r *receivers) typeParametersOf(of analysis.TypeExpr) {
	if of == analysis.Unknown || of == analysis.Foreign {
		r.typeParameters()
		return
	}
	for n, p := range r.typeParameters() {
		t := analysis.TypeExpr("#" + strconv.Itoa(n))
		if p.of != "" && p.of != analysis.Unknown && len(p.of) < maxBound {
			t += "{" + p.of + "}"
		}
		r.hold(p.name, t)
	}
}

// maxBound is how much is said of what a type parameter is without an argument, in bytes.
const maxBound = 40

// typeParameter is one, with its default or else what it must be.
type typeParameter struct {
	name string
	of   analysis.TypeExpr
}

// typeParameters declares them: of each is known what it must be.
func (r *receivers) typeParameters() (all []typeParameter) {
	if !r.take("<") {
		return nil
	}
	for r.i < r.end && !r.is(">") {
		before := r.i
		for (r.is("const") || r.is("in") || r.is("out")) && r.kindAt(r.i+1) == 'n' && !r.isAt(r.i+1, "extends") {
			r.i++
		}
		if r.kind() == 'n' {
			name := r.i
			r.i++
			r.b.Local(r.tokens[name].start)
			r.hold(r.str(name), analysis.Unknown)
			bound := analysis.Unknown
			if r.take("extends") {
				bound = clean(r.alternatives())
			}
			p := typeParameter{r.str(name), bound}
			if r.take("=") {
				p.of = clean(r.typ())
			}
			all = append(all, p)
			if strings.ContainsRune("[(!", rune((bound + "?")[0])) {
				bound = analysis.Unknown
			}
			r.hold(r.str(name), bound)
		}
		if !r.take(",") && r.i == before {
			r.i++
		}
	}
	r.take(">")
	return all
}

// functionType reads (a: A) => B.
func (r *receivers) functionType() analysis.TypeExpr {
	r.openScope()
	defer r.closeScope()
	r.typeParameters()
	if r.kind() != '(' {
		return analysis.Unknown
	}
	params := r.parameters(expected{})
	if !r.take("=>") {
		return analysis.Unknown
	}
	return analysis.Func(clean(r.typ())).Taking(params...)
}

// objectType reads the members of an object type.
func (r *receivers) objectType() analysis.TypeExpr {
	fields := map[string]analysis.TypeExpr{}
	if more := r.typeMembers(fields); more != "" {
		return more
	}
	return r.literal(fields)
}

// typeMembers reads the members of an interface or an object type; it gives what it is beside these: a function, a
// collection, or "".
func (r *receivers) typeMembers(fields map[string]analysis.TypeExpr) (more analysis.TypeExpr) {
	r.inside(func() {
		for r.i < r.end {
			before := r.i
			if t := r.typeMember(fields); t != "" {
				more = t
			}
			if r.i == before {
				r.i++
			}
		}
	})
	return more
}

func (r *receivers) typeMember(fields map[string]analysis.TypeExpr) (more analysis.TypeExpr) {
	if r.take(";") || r.take(",") {
		return ""
	}
	accessor := false
	for r.kind() == 'n' && (r.is("readonly") || r.is("get") || r.is("set") || r.is("static")) && (r.kindAt(r.i+1) == 'n' || r.kindAt(r.i+1) == '[' || r.kindAt(r.i+1) == '"') {
		accessor = accessor || !r.is("readonly")
		r.i++
	}
	if r.is("-") || r.is("+") {
		r.i++
		r.take("readonly")
	}
	switch {
	case r.kind() == '(' || r.kind() == '<':
		return r.signature()
	case r.is("new") && (r.isAt(r.i+1, "(") || r.isAt(r.i+1, "<")):
		r.i++
		r.signature()
		return ""
	case r.kind() == '[':
		return r.indexSignature()
	case r.kind() != 'n' && r.kind() != '"' && r.kind() != '0':
		return ""
	}
	name := r.i
	r.i++
	r.take("?")
	t := analysis.Unknown
	switch {
	case r.kind() == '(' || r.kind() == '<':
		if t = r.signature(); accessor {
			t = t.Result(0)
		}
	case r.take(":"):
		t = r.typ()
	}
	r.noMember(name)
	r.has(name, t)
	fields[unquote(r.str(name))] = t
	return ""
}

// signature reads (a: A): B.
func (r *receivers) signature() analysis.TypeExpr {
	r.openScope()
	defer r.closeScope()
	r.typeParameters()
	var params []analysis.TypeExpr
	if r.kind() == '(' {
		params = r.parameters(expected{})
	}
	t := analysis.Unknown
	if r.take(":") {
		t = clean(r.typ())
	}
	return analysis.Func(t).Taking(params...)
}

// indexSignature reads [key: string]: T, the name of a computed member, or [K in Keys]: T.
func (r *receivers) indexSignature() analysis.TypeExpr {
	open := r.i
	isIndex, isMapped := r.isAt(open+2, ":"), r.isAt(open+2, "in")
	r.openScope()
	defer r.closeScope()
	key, of := analysis.Unknown, analysis.TypeExpr("")
	r.inside(func() {
		if isIndex || isMapped {
			r.declareLocal(r.i)
			r.i += 2
			if isMapped && r.take("keyof") {
				of = clean(r.oneType())
			} else {
				key = r.typ()
			}
			if r.take("as") {
				r.typ()
			}
			return
		}
		r.expression()
	})
	for r.is("?") || r.is("-") || r.is("+") {
		r.i++
	}
	t := analysis.Unknown
	switch {
	case r.take(":"):
		same := r.kind() == 'n' && r.kindAt(r.i+1) == '[' && r.isAt(r.i+2, r.str(open+1))
		if t = r.typ(); same && of != "" { // its members are those of the other type
			return of
		}
	case r.kind() == '(' || r.kind() == '<':
		r.signature()
	}
	switch {
	case isIndex, isMapped:
		return analysis.Collection(key, t)
	}
	return ""
}

// declareLocal declares a name that is no symbol.
func (r *receivers) declareLocal(i int) {
	if i < r.end && r.tokens[i].kind == 'n' {
		r.b.Local(r.tokens[i].start)
		r.hold(r.str(i), analysis.Unknown)
	}
}
