package ecmascript

import (
	"strings"

	"github.com/contextls/contextls/analysis"
)

// cutMember is the receiver in an expression for its member of a name.
func cutMember(t analysis.TypeExpr, name string) (analysis.TypeExpr, bool) {
	if strings.ContainsRune(string(t), '|') {
		return "", false
	}
	receiver, ok := strings.CutSuffix(string(t), "."+name)
	return analysis.TypeExpr(receiver), ok && receiver != ""
}

// functionDeclaration reads function f(…) {…}.
func (r *receivers) functionDeclaration() {
	r.i++
	r.take("*")
	name := -1
	if r.kind() == 'n' {
		name = r.i
		r.i++
	}
	this := r.this
	r.this = analysis.Unknown
	t := r.function(expected{})
	r.this = this
	if name >= 0 {
		r.declare(name, t)
	}
}

// parameters declares parameters, of which something may be expected, and gives what they hold.
func (r *receivers) parameters(e expected) (types []analysis.TypeExpr) {
	skip := 0
	r.each(func(n int) {
		n = max(n-skip, 0) // behind `this` a comma may be missing yet
		field := false
		for r.kind() == '@' || r.kind() == 'n' && r.kindAt(r.i+1) == 'n' || r.kind() == 'n' && (r.kindAt(r.i+1) == '{' || r.kindAt(r.i+1) == '[') {
			if r.kind() == '@' {
				r.i++
				r.steps(r.primary())
				continue
			}
			field = true
			r.i++
		}
		rest := r.take("...")
		target := r.i
		r.i = r.after(r.i)
		r.take("?")
		t := analysis.Unknown
		if r.take(":") {
			t = r.typ()
		} else if t = e.param(n); rest {
			t = analysis.Collection("", analysis.Unknown)
		}
		if r.take("=") {
			r.context = expected{at: r.i, typ: clean(t)}
			if v := r.value(); t == "" || t == analysis.Unknown {
				t = v
			}
		}
		if r.isAt(target, "this") {
			r.this = clean(t)
			skip = 1
			return
		}
		if field && r.kindAt(target) == 'n' {
			r.parameterField(target, t)
		}
		if k := r.kindAt(target); k == 'n' {
			r.b.Local(r.tokens[target].start)
			r.hold(r.str(target), t)
		} else {
			r.bind(target, t)
		}
		for len(types) <= n {
			types = append(types, "")
		}
		if types[n] = clean(t); rest {
			types[n] = ""
		}
	})
	return types
}

// typeDeclaration reads an interface, a type, an enum or a namespace.
func (r *receivers) typeDeclaration(word string) {
	switch word {
	case "enum":
		r.enum()
		return
	case "namespace", "module", "global":
		r.namespace()
		return
	}
	r.i++
	name := r.i
	r.i++
	r.openScope()
	outer := r.this
	r.this = analysis.Foreign
	if symbol := len(r.scopes) == 2 && r.own[r.str(name)] || r.scopes[len(r.scopes)-2].space != ""; symbol {
		if space := r.scopes[len(r.scopes)-2].space; space != "" {
			r.this = analysis.TypeExpr(space + "." + r.str(name))
		} else {
			r.this = analysis.TypeExpr(r.str(name))
		}
	}
	r.typeParametersOf(r.this)
	t := analysis.TypeExpr("")
	if word == "interface" {
		var bases []string
		if r.take("extends") {
			for r.i < r.end && r.kind() != '{' {
				before := r.i
				if base := clean(r.typ()); base == "" {
					bases = append(bases, string(analysis.Unknown))
				} else {
					bases = append(bases, string(base))
				}
				if !r.take(",") && r.i == before {
					r.i++
				}
			}
		}
		if more := clean(r.typeMembers(map[string]analysis.TypeExpr{})); more != "" {
			bases = append(bases, string(more))
		}
		t = analysis.TypeExpr(strings.Join(bases, ","))
	} else if r.take("=") {
		t = r.typ()
	}
	r.this = outer
	r.closeScope()
	if r.global() {
		r.has(name, t)
		return
	}
	r.b.Local(r.tokens[name].start)
	if word == "interface" {
		t = analysis.Foreign
	}
	r.hold(r.str(name), t)
}

// enum reads an enumeration.
func (r *receivers) enum() {
	r.i++
	name := r.i
	r.i++
	r.each(func(int) {
		r.noMember(r.i)
		r.i++
		if r.take("=") {
			r.value()
		}
	})
	if name < r.end && !r.global() {
		r.declare(name, analysis.Foreign)
	}
}

// namespace reads a namespace: its names are symbols.
func (r *receivers) namespace() {
	var path []string
	if space := r.scopes[len(r.scopes)-1].space; space != "" {
		path = append(path, space)
	}
	if r.is("global") {
		r.i++
		if r.kind() == '{' {
			r.inside(r.statements)
		}
		return
	}
	if r.kindAt(r.i+1) == '"' {
		r.has(r.i+1, analysis.TypeExpr(`"`+unquote(r.str(r.i+1))+`"`))
	}
	for r.i++; r.kind() == 'n' || r.kind() == '.' || r.kind() == '"'; r.i++ {
		if r.kind() != '.' {
			path = append(path, unquote(r.str(r.i)))
		}
	}
	if r.kind() != '{' {
		return
	}
	s := scope{names: map[string]analysis.TypeExpr{}, space: strings.Join(path, ".")}
	for _, name := range r.spaces[s.space] {
		s.names[name] = analysis.TypeExpr(s.space + "." + name)
	}
	r.scopes = append(r.scopes, s)
	defer r.closeScope()
	r.inside(r.statements)
}
