package java

import (
	"strings"

	"github.com/contextls/contextls/analysis"
)

// declarations reads the types at the top level of a file.
func (r *receivers) declarations() {
	for r.At < r.End {
		before := r.At
		r.modifiers()
		if !r.typeDeclaration() && r.At == before {
			r.At = r.After(r.At)
		}
	}
}

// typeDeclaration reads a type behind its modifiers, and reports whether there is one.
func (r *receivers) typeDeclaration() bool {
	at := r.At
	if r.Kind() == '@' {
		at++
	}
	if r.KindAt(at) != 'n' || r.KindAt(at+1) != 'n' {
		return false
	}
	kind := r.Str(at)
	switch kind {
	case "class", "interface", "enum":
	case "record":
		if !r.IsAt(at+2, "(") && !r.IsAt(at+2, "<") {
			return false
		}
	default:
		return false
	}
	name := at + 1
	r.At = at
	r.noName()
	r.At++
	c := class{}
	if path := strings.TrimPrefix(r.outer()+"."+r.Str(name), "."); r.types[path] && (len(r.around) == 0 || r.outer() != "") {
		c.path = path
	} else {
		r.hold(key{'t', r.Str(name)}, analysis.Foreign)
	}
	r.open()
	r.typeParameters(true)
	if r.Kind() == '(' { // of a record
		r.around = append(r.around, class{path: c.path})
		r.parameters(r.field)
		r.around = r.around[:len(r.around)-1]
	}
	for r.At < r.End && r.Kind() == 'n' {
		bases := r.Is("extends") || r.Is("implements")
		r.noName()
		for {
			before := r.At
			if t := r.typ(); bases && t.Named() {
				c.bases = append(c.bases, t)
			} else if bases {
				c.bases = append(c.bases, analysis.Foreign)
			}
			if !r.Take(",") || r.At == before {
				break
			}
		}
	}
	var list []string
	for _, base := range c.bases {
		if base != analysis.Foreign {
			list = append(list, string(base))
		}
	}
	r.has('t', name, analysis.TypeExpr(strings.Join(list, ",")))
	if c.path == "" {
		scope := r.scopes[len(r.scopes)-2]
		scope[key{'t', r.Str(name)}] = c.super()
	}
	r.body(c, kind == "enum")
	r.close()
	return true
}

// outer is the path of the type around, "" where it has none.
func (r *receivers) outer() string {
	if len(r.around) == 0 {
		return ""
	}
	return r.around[len(r.around)-1].path
}

// body reads the body of a type.
func (r *receivers) body(c class, enum bool) {
	if r.Kind() != '{' {
		return
	}
	r.around = append(r.around, c)
	r.open()
	r.Inside(func() {
		if c.path == "" {
			r.ownMembers()
		}
		if enum {
			r.constants()
		}
		r.Rest(r.declaration)
	})
	r.close()
	r.around = r.around[:len(r.around)-1]
}

// ownMembers declares what a body declares that no symbols stand for.
func (r *receivers) ownMembers() {
	for i := r.At; i+1 < r.End; i = r.After(i) {
		if r.KindAt(i) != 'n' || i == r.At || isKeyword(r.Str(i)) {
			continue
		}
		typed := r.KindAt(i-1) == '>' || r.KindAt(i-1) == ']' || r.KindAt(i-1) == 'n' && (!isKeyword(r.Str(i-1)) || isPrimitive(r.Str(i-1)))
		switch {
		case !typed:
		case r.KindAt(i+1) == '(':
			r.hold(key{'m', r.Str(i)}, analysis.Unknown)
		case r.IsAt(i+1, "=") || r.IsAt(i+1, ";") || r.IsAt(i+1, ","):
			r.hold(key{'v', r.Str(i)}, analysis.Unknown)
		}
	}
}

// constants reads those of an enumeration.
func (r *receivers) constants() {
	t := r.this()
	for r.At < r.End && !r.Take(";") {
		before := r.At
		r.modifiers()
		if r.Kind() == 'n' {
			r.field(r.At, t)
			r.At++
			if r.Kind() == '(' {
				r.arguments(analysis.Unknown)
			}
			r.body(class{bases: []analysis.TypeExpr{t}}, false)
		}
		r.Take(",")
		if r.At == before {
			r.At = r.After(r.At)
		}
	}
}
