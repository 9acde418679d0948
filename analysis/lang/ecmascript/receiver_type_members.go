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
	if !r.Take("<") {
		return nil
	}
	for r.At < r.End && !r.Is(">") {
		before := r.At
		for (r.Is("const") || r.Is("in") || r.Is("out")) && r.KindAt(r.At+1) == 'n' && !r.IsAt(r.At+1, "extends") {
			r.At++
		}
		if r.Kind() == 'n' {
			name := r.At
			r.At++
			r.b.Local(r.Tokens[name].Start)
			r.hold(r.Str(name), analysis.Unknown)
			bound := analysis.Unknown
			if r.Take("extends") {
				bound = clean(r.alternatives())
			}
			p := typeParameter{r.Str(name), bound}
			if r.Take("=") {
				p.of = clean(r.typ())
			}
			all = append(all, p)
			if strings.ContainsRune("[(!", rune((bound + "?")[0])) {
				bound = analysis.Unknown
			}
			r.hold(r.Str(name), bound)
		}
		if !r.Take(",") && r.At == before {
			r.At++
		}
	}
	r.Take(">")
	return all
}

// functionType reads (a: A) => B.
func (r *receivers) functionType() analysis.TypeExpr {
	r.openScope()
	defer r.closeScope()
	r.typeParameters()
	if r.Kind() != '(' {
		return analysis.Unknown
	}
	params := r.parameters(expected{})
	if !r.Take("=>") {
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
	r.Inside(func() {
		for r.At < r.End {
			before := r.At
			if t := r.typeMember(fields); t != "" {
				more = t
			}
			if r.At == before {
				r.At++
			}
		}
	})
	return more
}

func (r *receivers) typeMember(fields map[string]analysis.TypeExpr) (more analysis.TypeExpr) {
	if r.Take(";") || r.Take(",") {
		return ""
	}
	accessor := false
	for r.Kind() == 'n' && (r.Is("readonly") || r.Is("get") || r.Is("set") || r.Is("static")) && (r.KindAt(r.At+1) == 'n' || r.KindAt(r.At+1) == '[' || r.KindAt(r.At+1) == '"') {
		accessor = accessor || !r.Is("readonly")
		r.At++
	}
	if r.Is("-") || r.Is("+") {
		r.At++
		r.Take("readonly")
	}
	switch {
	case r.Kind() == '(' || r.Kind() == '<':
		return r.signature()
	case r.Is("new") && (r.IsAt(r.At+1, "(") || r.IsAt(r.At+1, "<")):
		r.At++
		r.signature()
		return ""
	case r.Kind() == '[':
		return r.indexSignature()
	case r.Kind() != 'n' && r.Kind() != '"' && r.Kind() != '0':
		return ""
	}
	name := r.At
	r.At++
	r.Take("?")
	t := analysis.Unknown
	switch {
	case r.Kind() == '(' || r.Kind() == '<':
		if t = r.signature(); accessor {
			t = t.Result(0)
		}
	case r.Take(":"):
		t = r.typ()
	}
	r.noMember(name)
	r.has(name, t)
	fields[unquote(r.Str(name))] = t
	return ""
}

// signature reads (a: A): B.
func (r *receivers) signature() analysis.TypeExpr {
	r.openScope()
	defer r.closeScope()
	r.typeParameters()
	var params []analysis.TypeExpr
	if r.Kind() == '(' {
		params = r.parameters(expected{})
	}
	t := analysis.Unknown
	if r.Take(":") {
		t = clean(r.typ())
	}
	return analysis.Func(t).Taking(params...)
}

// indexSignature reads [key: string]: T, the name of a computed member, or [K in Keys]: T.
func (r *receivers) indexSignature() analysis.TypeExpr {
	open := r.At
	isIndex, isMapped := r.IsAt(open+2, ":"), r.IsAt(open+2, "in")
	r.openScope()
	defer r.closeScope()
	key, of := analysis.Unknown, analysis.TypeExpr("")
	r.Inside(func() {
		if isIndex || isMapped {
			r.declareLocal(r.At)
			r.At += 2
			if isMapped && r.Take("keyof") {
				of = clean(r.oneType())
			} else {
				key = r.typ()
			}
			if r.Take("as") {
				r.typ()
			}
			return
		}
		r.expression()
	})
	for r.Is("?") || r.Is("-") || r.Is("+") {
		r.At++
	}
	t := analysis.Unknown
	switch {
	case r.Take(":"):
		same := r.Kind() == 'n' && r.KindAt(r.At+1) == '[' && r.IsAt(r.At+2, r.Str(open+1))
		if t = r.typ(); same && of != "" { // its members are those of the other type
			return of
		}
	case r.Kind() == '(' || r.Kind() == '<':
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
	if i < r.End && r.Tokens[i].Kind == 'n' {
		r.b.Local(r.Tokens[i].Start)
		r.hold(r.Str(i), analysis.Unknown)
	}
}
