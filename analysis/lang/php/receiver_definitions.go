package php

import (
	"maps"
	"strings"

	"github.com/contextls/contextls/analysis"
)

// attributes reads those before a definition.
func (r *receivers) attributes() {
	for r.Is("#[") || r.Is("#") && r.IsAt(r.At+1, "[") {
		for depth := 0; r.At < r.End; {
			switch {
			case r.Is("#[") || r.Is("["):
				depth++
				r.At++
			case r.Take("]"):
				depth--
			case r.Kind() == '(':
				r.arguments(analysis.Unknown)
			default:
				r.At++
			}
			if depth == 0 {
				break
			}
		}
	}
}

// typeDeclaration reads a class, an interface, a trait or an enumeration from its first word on, and reports whether there is one.
func (r *receivers) typeDeclaration() bool {
	if r.Kind() != 'n' || r.KindAt(r.At+1) != 'n' {
		return false
	}
	switch r.Str(r.At) {
	case "class", "interface", "trait", "enum":
	default:
		return false
	}
	doc := r.doc(r.Tokens[r.At].Start)
	name := r.At + 1
	r.At += 2
	outer := r.class
	r.class = class{this: analysis.TypeExpr(r.Str(name)), templates: r.templates(doc)}
	r.classBody(name, doc)
	r.class = outer
	return true
}

// classBody reads what stands behind the name of a class: name is where that stands, -1 for one without.
func (r *receivers) classBody(name int, doc string) {
	if r.Take(":") { // an enumeration's
		r.typ()
	}
	var bases []string
	for r.At < r.End && r.Kind() == 'n' {
		extends := r.Is("extends")
		r.At++
		for {
			before := r.At
			t := r.typ()
			if t != "" && t != analysis.Foreign && t != analysis.Unknown {
				if extends {
					r.class.parent = t
					for _, tag := range []string{"extends", "template-extends"} {
						if says := r.tag(doc, tag, ""); strings.HasPrefix(string(says), string(t)+"{") {
							t = says
						}
					}
				}
				bases = append(bases, string(t))
			}
			if !r.Take(",") || r.At == before {
				break
			}
		}
	}
	if r.Kind() != '{' {
		return
	}
	if mixin := r.tag(doc, "mixin", ""); mixin.Named() {
		bases = append(bases, string(mixin))
	}
	bases = append(bases, r.traits()...)
	if name >= 0 {
		r.has(name, analysis.TypeExpr(strings.Join(bases, ",")))
	} else {
		r.class.this = analysis.TypeExpr(strings.Join(bases, "|"))
	}
	given, fields, vars := r.given, r.fields, r.vars
	r.given, r.fields, r.vars = map[string]analysis.TypeExpr{}, map[string]defined{}, map[string]analysis.TypeExpr{}
	r.Inside(r.declarations)
	for name, at := range r.fields {
		if t := r.given[name]; t != "" {
			r.held[at] = t
		}
	}
	r.given, r.fields, r.vars = given, fields, vars
}

// traits are those that the class whose body opens here uses, whose members it has.
func (r *receivers) traits() (bases []string) {
	at := r.At
	r.Inside(func() {
		for r.At < r.End {
			if !r.Is("use") {
				r.At = r.After(r.At)
				continue
			}
			r.At++
			for r.Kind() == 'n' {
				bases = append(bases, string(r.className(r.At)))
				r.At++
				r.Take(",")
			}
		}
	})
	r.At = at
	return bases
}

// declarations reads the members of a class.
func (r *receivers) declarations() {
	r.Rest(r.declaration)
}

func (r *receivers) declaration() {
	r.attributes()
	for r.Kind() == 'n' && (isModifier(r.Str(r.At)) || r.Is("readonly") || r.Is("var")) {
		r.At++
		if r.Kind() == '(' { // private(set)
			r.At = r.After(r.At)
		}
	}
	switch {
	case r.Is("function"):
		r.function()
	case r.Take("use"):
		for r.At < r.End && !r.Is(";") && r.Kind() != '{' {
			r.At++
		}
		if r.Kind() == '{' {
			r.At = r.After(r.At)
		}
	case r.Take("case"):
		if r.Kind() == 'n' {
			r.has(r.At, r.class.this)
		}
		r.toSemicolon()
	case r.Take("const"):
		if r.KindAt(r.At+1) == 'n' {
			r.typ()
		}
		r.toSemicolon()
	case r.Kind() == 'n':
		doc := r.doc(r.Tokens[r.At].Start)
		t := r.typ()
		if says := r.tag(doc, "var", ""); says != "" && (t == "" || t == analysis.Unknown || strings.HasPrefix(string(t), "[") || strings.Contains(string(says), "{")) {
			t = says
		}
		for r.Kind() == 'n' && r.Str(r.At)[0] == '$' {
			if t != "" {
				r.has(r.At, t)
			} else {
				r.fields[strings.TrimPrefix(r.Str(r.At), "$")] = r.defined(r.At)
			}
			r.At++
			if r.Take("=") {
				r.value()
			}
			if !r.Take(",") {
				break
			}
		}
		if r.Kind() == '{' { // hooks
			r.block()
		}
	}
}

func (r *receivers) toSemicolon() {
	for r.At < r.End && !r.Take(";") {
		before := r.At
		r.value()
		if r.At == before {
			r.At = r.After(r.At)
		}
	}
}

// function reads a function or a method from the word on.
func (r *receivers) function() {
	doc := r.doc(r.Tokens[r.At].Start)
	r.At++
	r.Take("&")
	if r.Kind() != 'n' {
		return
	}
	name := r.At
	r.At++
	outer, result := r.vars, r.result
	r.vars, r.result = map[string]analysis.TypeExpr{}, ""
	params := r.parameters(doc, expected{})
	t := analysis.TypeExpr("")
	if r.Take(":") {
		t = r.typ()
	}
	if says := r.tag(doc, "return", ""); says != "" && (t == "" || t == analysis.Unknown || strings.HasPrefix(string(t), "[") || strings.Contains(string(says), "{") || strings.HasPrefix(string(says), "#")) {
		t = says
	}
	r.has(name, analysis.Func(t).Taking(params...))
	if r.Kind() == '{' {
		r.block()
	}
	if t == "" {
		r.has(name, analysis.Func(r.result).Taking(params...))
	}
	r.vars, r.result = outer, result
}

// parameters reads those of a function, and declares them.
func (r *receivers) parameters(doc string, of expected) (types []analysis.TypeExpr) {
	if r.Kind() != '(' {
		return nil
	}
	r.Each(func(n int) {
		r.attributes()
		promoted := false
		for r.Kind() == 'n' && (isModifier(r.Str(r.At)) || r.Is("readonly")) {
			promoted = true
			r.At++
		}
		t := r.typ()
		r.Take("&")
		many := r.Take("...")
		if r.Kind() != 'n' || r.Str(r.At)[0] != '$' {
			return
		}
		name := r.Str(r.At)
		if says := r.tag(doc, "param", name); says != "" && (t == "" || t == analysis.Unknown || strings.HasPrefix(string(t), "[") || strings.Contains(string(says), "{")) {
			t = says
		}
		if t == "" && of.typ != "" {
			t = of.typ.Param(n)
		}
		if promoted {
			r.has(r.At, t)
		}
		if many {
			t = analysis.Collection("", t)
		}
		r.vars[name] = t
		types = append(types, t)
		r.At++
		if r.Take("=") {
			r.value()
		}
		if r.Kind() == '{' {
			r.At = r.After(r.At)
		}
	})
	return types
}

// closure reads a function without a name, from the word on; an arrow function sees the variables around.
func (r *receivers) closure() analysis.TypeExpr {
	of := expected{}
	if r.context.at == r.At {
		of = r.context
	}
	r.Take("static")
	arrow := r.Is("fn")
	r.At++
	r.Take("&")
	outer, result := r.vars, r.result
	r.vars, r.result = map[string]analysis.TypeExpr{}, ""
	if arrow {
		r.vars = maps.Clone(outer)
	}
	params := r.parameters("", of)
	if r.Take("use") {
		r.Each(func(int) {
			r.Take("&")
			if r.Kind() == 'n' {
				r.vars[r.Str(r.At)] = outer[r.Str(r.At)]
				r.At++
			}
		})
	}
	t := analysis.TypeExpr("")
	if r.Take(":") {
		t = r.typ()
	}
	if arrow {
		r.Take("=>")
		t = analysis.Either(t, r.value())
	} else if r.Kind() == '{' {
		r.block()
		t = analysis.Either(t, r.result)
	}
	r.vars, r.result = outer, result
	return analysis.Func(t).Taking(params...)
}
