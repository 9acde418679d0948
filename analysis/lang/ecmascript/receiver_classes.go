package ecmascript

import (
	"strings"

	"github.com/contextls/contextls/analysis"
)

// parameterField adds the field that a constructor's parameter declares.
func (r *receivers) parameterField(target int, t analysis.TypeExpr) {
	class := string(r.this)
	if !isClass(r.this) {
		return
	}
	from := target
	for from > 0 && r.Tokens[from-1].Kind == 'n' {
		from--
	}
	start, end := r.Tokens[from].Start, r.Tokens[max(r.At-1, target)].End
	private := strings.HasPrefix(r.Text[start:end], "private")
	r.added = append(r.added, analysis.Symbol{Name: strings.Clone(r.Str(target)), Kind: analysis.Field, Container: strings.Clone(class), Signature: r.b.Signature(start, end),
		Type: analysis.TypeExpr(strings.Clone(string(clean(t)))), Exported: !private, Range: analysis.Span{Start: start, End: end}, Line: r.b.Line(r.Tokens[target].Start)})
}

// isClass reports whether a type is that of a class that has a symbol.
func isClass(t analysis.TypeExpr) bool { return t != "" && !strings.ContainsAny(string(t), "?!%") }

// class reads a class declaration.
func (r *receivers) class() {
	r.At++
	name := -1
	if r.Kind() == 'n' && !r.Is("extends") && !r.Is("implements") {
		name = r.At
		r.At++
	}
	this := analysis.Unknown
	if name >= 0 && r.isSymbol(r.Str(name)) {
		this = r.path(r.Str(name))
	}
	bases := r.classBody(this)
	if name >= 0 {
		if this == analysis.Unknown {
			bases = analysis.Foreign
		}
		r.declare(name, bases)
	}
}

// classValue reads a class that is a value: what a variable at the top level is given is its symbol.
func (r *receivers) classValue() analysis.TypeExpr {
	start := r.At
	r.At++
	if r.Kind() == 'n' && !r.Is("extends") && !r.Is("implements") {
		r.At++
	}
	this := analysis.Foreign
	if r.global() && start > 1 && r.IsAt(start-1, "=") && r.KindAt(start-2) == 'n' {
		this = r.path(r.Str(start - 2))
	}
	return r.classBody(this)
}

// classBody reads a class from its type parameters on; it gives its bases.
func (r *receivers) classBody(this analysis.TypeExpr) analysis.TypeExpr {
	r.openScope()
	defer r.closeScope()
	outer, super, around := r.this, r.super, r.around
	defer func() { r.this, r.super, r.around = outer, super, around }()
	r.typeParametersOf(this)
	r.super = analysis.Foreign
	var bases, promised []string
	for r.Is("extends") || r.Is("implements") {
		if r.Take("extends") {
			r.super = clean(r.heritage())
			if r.super == "" {
				r.super = analysis.Unknown
			}
			bases = append(bases, string(r.super))
			continue
		}
		for r.At++; r.At < r.End && r.Kind() != '{'; {
			before := r.At
			promised = append(promised, string(clean(r.typ())))
			if !r.Take(",") || r.At == before {
				break
			}
		}
	}
	r.this, r.around = this, this
	if r.Kind() == '{' {
		r.Inside(func() {
			for r.At < r.End {
				before := r.At
				r.classMember()
				if r.At == before {
					r.At++
				}
			}
		})
	}
	t := strings.Join(bases, ",")
	if len(promised) > 0 {
		t += ";" + strings.Join(promised, ",")
	}
	return analysis.TypeExpr(t)
}

// heritage reads the class behind extends.
func (r *receivers) heritage() analysis.TypeExpr {
	t := r.steps(r.primary())
	return applied(t, r.typeArguments())
}

func (r *receivers) classMember() {
	accessor := false
	for r.Kind() == ';' || r.Kind() == '@' || r.Kind() == '*' || r.isModifier() {
		switch {
		case r.Kind() == '@':
			r.At++
			r.steps(r.primary())
		default:
			accessor = accessor || r.Is("get") || r.Is("set")
			r.At++
		}
	}
	if r.At >= r.End {
		return
	}
	if r.Is("static") && r.KindAt(r.At+1) == '{' {
		r.At++
		r.block()
		return
	}
	name := r.At
	if r.Kind() == '[' {
		r.Inside(func() { r.expression() })
	} else {
		r.At++
	}
	if !r.Take("?") {
		r.Take("!")
	}
	t := analysis.TypeExpr("")
	if r.Kind() == '(' || r.Kind() == '<' {
		if t = r.function(expected{}); accessor {
			t = t.Result(0)
		}
	} else {
		if r.Take(":") {
			t = r.typ()
		}
		if r.Take("=") {
			r.context = expected{at: r.At, typ: clean(t)}
			if v := r.value(); t == "" || t == analysis.Unknown {
				t = v
			}
		}
	}
	if r.KindAt(name) != '[' {
		r.has(name, clean(t))
		r.noMember(name)
	}
}

// isModifier reports whether a word stands before the member of a class that it is about.
func (r *receivers) isModifier() bool {
	if r.Kind() != 'n' {
		return false
	}
	switch r.Str(r.At) {
	case "static", "public", "private", "protected", "readonly", "abstract", "declare", "override", "async", "accessor", "get", "set":
		k := r.KindAt(r.At + 1)
		return k == 'n' || k == '[' || k == '"' || k == '0' || k == '*'
	}
	return false
}
