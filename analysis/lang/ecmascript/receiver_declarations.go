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
	r.At++
	r.Take("*")
	name := -1
	if r.Kind() == 'n' {
		name = r.At
		r.At++
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
	r.Each(func(n int) {
		n = max(n-skip, 0) // behind `this` a comma may be missing yet
		field := false
		for r.Kind() == '@' || r.Kind() == 'n' && r.KindAt(r.At+1) == 'n' || r.Kind() == 'n' && (r.KindAt(r.At+1) == '{' || r.KindAt(r.At+1) == '[') {
			if r.Kind() == '@' {
				r.At++
				r.steps(r.primary())
				continue
			}
			field = true
			r.At++
		}
		rest := r.Take("...")
		target := r.At
		r.At = r.After(r.At)
		r.Take("?")
		t := analysis.Unknown
		if r.Take(":") {
			t = r.typ()
		} else if t = e.param(n); rest {
			t = analysis.Collection("", analysis.Unknown)
		}
		if r.Take("=") {
			r.context = expected{at: r.At, typ: clean(t)}
			if v := r.value(); t == "" || t == analysis.Unknown {
				t = v
			}
		}
		if r.IsAt(target, "this") {
			r.this = clean(t)
			skip = 1
			return
		}
		if field && r.KindAt(target) == 'n' {
			r.parameterField(target, t)
		}
		if k := r.KindAt(target); k == 'n' {
			r.b.Local(r.Tokens[target].Start)
			r.hold(r.Str(target), t)
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
	r.At++
	name := r.At
	r.At++
	r.openScope()
	outer := r.this
	r.this = analysis.Foreign
	if symbol := len(r.scopes) == 2 && r.own[r.Str(name)] || r.scopes[len(r.scopes)-2].space != ""; symbol {
		if space := r.scopes[len(r.scopes)-2].space; space != "" {
			r.this = analysis.TypeExpr(space + "." + r.Str(name))
		} else {
			r.this = analysis.TypeExpr(r.Str(name))
		}
	}
	r.typeParametersOf(r.this)
	t := analysis.TypeExpr("")
	if word == "interface" {
		var bases []string
		if r.Take("extends") {
			for r.At < r.End && r.Kind() != '{' {
				before := r.At
				if base := clean(r.typ()); base == "" {
					bases = append(bases, string(analysis.Unknown))
				} else {
					bases = append(bases, string(base))
				}
				if !r.Take(",") && r.At == before {
					r.At++
				}
			}
		}
		if more := clean(r.typeMembers(map[string]analysis.TypeExpr{})); more != "" {
			bases = append(bases, string(more))
		}
		t = analysis.TypeExpr(strings.Join(bases, ","))
	} else if r.Take("=") {
		t = r.typ()
	}
	r.this = outer
	r.closeScope()
	if r.global() {
		r.has(name, t)
		return
	}
	r.b.Local(r.Tokens[name].Start)
	if word == "interface" {
		t = analysis.Foreign
	}
	r.hold(r.Str(name), t)
}

// enum reads an enumeration.
func (r *receivers) enum() {
	r.At++
	name := r.At
	r.At++
	r.Each(func(int) {
		r.noMember(r.At)
		r.At++
		if r.Take("=") {
			r.value()
		}
	})
	if name < r.End && !r.global() {
		r.declare(name, analysis.Foreign)
	}
}

// namespace reads a namespace: its names are symbols.
func (r *receivers) namespace() {
	var path []string
	if space := r.scopes[len(r.scopes)-1].space; space != "" {
		path = append(path, space)
	}
	if r.Is("global") {
		r.At++
		if r.Kind() == '{' {
			r.Inside(r.statements)
		}
		return
	}
	if r.KindAt(r.At+1) == '"' {
		r.has(r.At+1, analysis.TypeExpr(`"`+unquote(r.Str(r.At+1))+`"`))
	}
	for r.At++; r.Kind() == 'n' || r.Kind() == '.' || r.Kind() == '"'; r.At++ {
		if r.Kind() != '.' {
			path = append(path, unquote(r.Str(r.At)))
		}
	}
	if r.Kind() != '{' {
		return
	}
	s := scope{names: map[string]analysis.TypeExpr{}, space: strings.Join(path, ".")}
	for _, name := range r.spaces[s.space] {
		s.names[name] = analysis.TypeExpr(s.space + "." + name)
	}
	r.scopes = append(r.scopes, s)
	defer r.closeScope()
	r.Inside(r.statements)
}
