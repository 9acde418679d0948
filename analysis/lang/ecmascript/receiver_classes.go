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
	for from > 0 && r.tokens[from-1].kind == 'n' {
		from--
	}
	start, end := r.tokens[from].start, r.tokens[max(r.i-1, target)].end
	private := strings.HasPrefix(r.text[start:end], "private")
	r.added = append(r.added, analysis.Symbol{Name: strings.Clone(r.str(target)), Kind: analysis.Field, Container: strings.Clone(class), Signature: r.b.Signature(start, end),
		Type: analysis.TypeExpr(strings.Clone(string(clean(t)))), Exported: !private, Range: analysis.Span{Start: start, End: end}, Line: r.b.Line(r.tokens[target].start)})
}

// isClass reports whether a type is that of a class that has a symbol.
func isClass(t analysis.TypeExpr) bool { return t != "" && !strings.ContainsAny(string(t), "?!%") }

// class reads a class declaration.
func (r *receivers) class() {
	r.i++
	name := -1
	if r.kind() == 'n' && !r.is("extends") && !r.is("implements") {
		name = r.i
		r.i++
	}
	this := analysis.Unknown
	if name >= 0 && r.global() && (len(r.scopes) > 1 || r.own[r.str(name)]) {
		this = r.path(r.str(name))
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
	start := r.i
	r.i++
	if r.kind() == 'n' && !r.is("extends") && !r.is("implements") {
		r.i++
	}
	this := analysis.Foreign
	if r.global() && start > 1 && r.isAt(start-1, "=") && r.kindAt(start-2) == 'n' {
		this = r.path(r.str(start - 2))
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
	for r.is("extends") || r.is("implements") {
		if r.take("extends") {
			r.super = clean(r.heritage())
			if r.super == "" {
				r.super = analysis.Unknown
			}
			bases = append(bases, string(r.super))
			continue
		}
		for r.i++; r.i < r.end && r.kind() != '{'; {
			before := r.i
			promised = append(promised, string(clean(r.typ())))
			if !r.take(",") || r.i == before {
				break
			}
		}
	}
	r.this, r.around = this, this
	if r.kind() == '{' {
		r.inside(func() {
			for r.i < r.end {
				before := r.i
				r.classMember()
				if r.i == before {
					r.i++
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
	for r.kind() == ';' || r.kind() == '@' || r.kind() == '*' || r.isModifier() {
		switch {
		case r.kind() == '@':
			r.i++
			r.steps(r.primary())
		default:
			accessor = accessor || r.is("get") || r.is("set")
			r.i++
		}
	}
	if r.i >= r.end {
		return
	}
	if r.is("static") && r.kindAt(r.i+1) == '{' {
		r.i++
		r.block()
		return
	}
	name := r.i
	if r.kind() == '[' {
		r.inside(func() { r.expression() })
	} else {
		r.i++
	}
	if !r.take("?") {
		r.take("!")
	}
	t := analysis.TypeExpr("")
	if r.kind() == '(' || r.kind() == '<' {
		if t = r.function(expected{}); accessor {
			t = t.Result(0)
		}
	} else {
		if r.take(":") {
			t = r.typ()
		}
		if r.take("=") {
			r.context = expected{at: r.i, typ: clean(t)}
			if v := r.value(); t == "" || t == analysis.Unknown {
				t = v
			}
		}
	}
	if r.kindAt(name) != '[' {
		r.has(name, clean(t))
		r.noMember(name)
	}
}

// isModifier reports whether a word stands before the member of a class that it is about.
func (r *receivers) isModifier() bool {
	if r.kind() != 'n' {
		return false
	}
	switch r.str(r.i) {
	case "static", "public", "private", "protected", "readonly", "abstract", "declare", "override", "async", "accessor", "get", "set":
		k := r.kindAt(r.i + 1)
		return k == 'n' || k == '[' || k == '"' || k == '0' || k == '*'
	}
	return false
}
