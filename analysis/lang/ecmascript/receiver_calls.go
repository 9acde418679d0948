package ecmascript

import (
	"strings"

	"github.com/contextls/contextls/analysis"
)

// steps reads what stands behind a value: members, calls, indexes.
func (r *receivers) steps(t analysis.TypeExpr) analysis.TypeExpr {
	receiver, name := analysis.Unknown, "" // of the member that was read last
	var types []analysis.TypeExpr          // of the call to come
	defer func(outer []analysis.TypeExpr) { r.making = outer }(r.making)
	if r.At > 0 && r.KindAt(r.At-1) == 'n' {
		name = r.Str(r.At - 1)
	}
	for before := -1; r.At < r.End && r.At > before; {
		before = r.At
		switch {
		case (r.Is(".") || r.Is("?.")) && r.KindAt(r.At+1) == 'n':
			name, receiver = r.Str(r.At+1), t
			t = r.member(r.At+1, t)
			r.At += 2
		case r.Is("?."):
			r.At++
		case r.Is("!") && !r.NewLine(r.At):
			r.At++
		case r.Kind() == '[':
			if r.KindAt(r.At+1) == '"' && r.IsAt(r.At+2, "]") {
				t = clean(t).Member(unquote(r.Str(r.At + 1)))
				r.At = r.After(r.At)
				continue
			}
			r.Inside(func() { r.expression() })
			t = clean(t).Element()
		case r.Kind() == '(':
			t = r.call(name, receiver, t, types)
			name, receiver, types = "", analysis.Unknown, nil
		case r.Kind() == '`':
			r.template()
			t = clean(t).Result(0)
		case r.Is("<") && r.isCall():
			types = r.typeArguments()
		default:
			return t
		}
	}
	return t
}

// isCall reports whether the type arguments that may begin here are some, since a call stands behind them.
func (r *receivers) isCall() bool {
	depth := 0
	for i := r.At; i < r.End && i < r.At+64; i = r.After(i) {
		switch r.KindAt(i) {
		case '<':
			depth++
		case '>':
			if depth--; depth == 0 {
				return r.KindAt(i+1) == '(' || r.KindAt(i+1) == '`'
			}
		case 'n', '.', '[', '{', '"', '0', ',', '|', '&', ':':
		case '=':
			if !r.IsAt(i, "=>") {
				return false
			}
		case '(':
			if !r.IsAt(r.After(i), "=>") && depth < 2 && r.KindAt(i-1) == 'n' {
				return false
			}
		default:
			return false
		}
	}
	return false
}

// call reads the arguments of a call, and gives what it gives. Of a member, name and receiver say which it is; types are its type arguments.
func (r *receivers) call(name string, receiver, callee analysis.TypeExpr, types []analysis.TypeExpr) analysis.TypeExpr {
	of := clean(receiver)
	react := r.reactName(name, receiver, callee)
	var params []analysis.TypeExpr // of functions among the arguments
	elements := of != "" && of != analysis.Foreign && of != analysis.Unknown
	switch name {
	case "forEach", "map", "filter", "find", "findLast", "findIndex", "some", "every", "flatMap":
		params = []analysis.TypeExpr{of.Element(), analysis.Foreign, of}
	case "sort", "toSorted":
		params = []analysis.TypeExpr{of.Element(), of.Element()}
	case "reduce", "reduceRight":
		params = []analysis.TypeExpr{analysis.Unknown, of.Element()}
	case "then", "finally":
		params = []analysis.TypeExpr{of}
	}
	if !elements {
		params = nil
	}
	if params == nil {
		params = r.making
	}
	r.making = nil
	var args []analysis.TypeExpr
	given := r.gives(callee)
	callee = clean(callee)
	r.Each(func(n int) {
		spread := r.Take("...")
		r.context = expected{at: r.At, params: params}
		if params == nil && callee != "" {
			r.context.typ = callee.Param(n)
		}
		if e := reactTakes(react, n, types, args); e.typ != "" || e.params != nil {
			e.at = r.At
			r.context = e
		}
		none := react != "" && (r.Is("null") || r.Is("undefined")) // until there is something
		v := r.value()
		if none {
			v = analysis.Unknown
		}
		if !spread {
			args = append(args, v)
		}
	})
	arg := func(n int) analysis.TypeExpr {
		if n < len(args) {
			return clean(args[n])
		}
		return analysis.Unknown
	}
	if receiver == analysis.Foreign {
		switch name { // of Object, Array, Promise
		case "values", "from", "all", "allSettled", "race", "any", "of":
			t := arg(0)
			if name == "any" || name == "race" {
				return t.Element()
			}
			return analysis.Collection(t.Key(), t.Element())
		case "entries", "assign", "freeze", "seal", "resolve":
			return arg(0)
		case "create":
			return analysis.Unknown
		case "parse":
			return analysis.Unknown
		}
	}
	if t := r.reactCall(react, types, args); t != "" {
		return t
	}
	switch {
	case given != "":
		return given
	case name == "map" && strings.HasPrefix(string(of), "["):
		return analysis.Collection("", arg(0).Result(0))
	case name == "then":
		return arg(0).Result(0)
	case callee == "":
		return analysis.Unknown
	}
	return callee.Result(0)
}

// construction reads new C(…).
func (r *receivers) construction() analysis.TypeExpr {
	r.At++
	if r.Is(".") { // new.target
		r.At += 2
		return analysis.Unknown
	}
	t := r.primary()
	for (r.Is(".") || r.Is("?.")) && r.KindAt(r.At+1) == 'n' {
		t = r.member(r.At+1, t)
		r.At += 2
	}
	name := r.Str(max(r.At-1, 0))
	var args []analysis.TypeExpr
	if r.Kind() == '<' && r.isCall() {
		args = r.typeArguments()
	}
	var values []analysis.TypeExpr
	if r.Kind() == '(' {
		r.Each(func(int) { r.Take("..."); values = append(values, r.value()) })
	}
	if t == analysis.Foreign {
		if made, _ := libraryType(name, args); made != analysis.Foreign {
			return made
		}
		if len(values) > 0 && (name == "Set" || name == "Map" || name == "Array") {
			return analysis.Collection(clean(values[0]).Key(), clean(values[0]).Element())
		}
	}
	return applied(t, args)
}
