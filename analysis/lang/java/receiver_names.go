package java

import (
	"strings"

	"github.com/contextls/contextls/analysis"
)

// name is what a name in an expression holds, or gives if it is called ('m'). One of the top level stands for itself.
func (r *receivers) name(i int, kind byte) analysis.TypeExpr {
	name, at := r.Str(i), r.Tokens[i].Start
	if t, local := r.find(key{kind, name}); local {
		r.b.Local(at)
		return t
	}
	if kind == 'v' {
		if t, local := r.find(key{'t', name}); local {
			r.b.Local(at)
			return t
		}
	}
	if of := r.own(name, kind); of != "" {
		r.b.Receiver(at, string(of))
		return of.Member(name)
	}
	if _, bound := r.bound[name]; bound || r.isTop(name) {
		if r.libraryType(name) {
			return analysis.Foreign
		}
		return analysis.TypeExpr(name)
	}
	if kind == 'v' && isUpper(name) && (!isConstant(name) || r.IsAt(i+1, ".")) {
		return r.typeName(i)
	}
	inherited := r.inherited()
	switch {
	case r.statics:
		return analysis.Unknown
	case inherited == "" && kind == 'v' && isUpper(name):
		return r.typeName(i)
	case inherited == "":
		r.b.Local(at)
		return analysis.Foreign
	}
	r.b.Receiver(at, string(inherited))
	return inherited.Member(name)
}

// own is the innermost type around, of those that are symbols, that has a member of a name itself; "" where there is none.
func (r *receivers) own(name string, kind byte) analysis.TypeExpr {
	for i := len(r.around) - 1; i >= 0; i-- {
		path := r.around[i].path
		members := r.members[path]
		if path != "" && (members[key{kind, name}] || kind == 'v' && members[key{'t', name}]) {
			return analysis.TypeExpr(path)
		}
	}
	return ""
}

// isTop reports whether the file defines a type of a name at its top level.
func (r *receivers) isTop(name string) bool { return r.members[""][key{'t', name}] }

// inherited are those of the types around that may have members which the file does not show; "" where there are none.
func (r *receivers) inherited() (t analysis.TypeExpr) {
	for i := len(r.around) - 1; i >= 0; i-- {
		c := &r.around[i]
		switch {
		case len(c.bases) == 0:
		case c.path != "":
			t = t.Or(analysis.TypeExpr(c.path))
		default:
			t = t.Or(c.super())
		}
	}
	return t
}

// super is what a type derives from.
func (c *class) super() (t analysis.TypeExpr) {
	for _, base := range c.bases {
		t = t.Or(base)
	}
	if t == "" {
		return analysis.Foreign
	}
	return t
}

// this is an instance of the innermost type around.
func (r *receivers) this() analysis.TypeExpr {
	if len(r.around) == 0 {
		return analysis.Unknown
	}
	c := &r.around[len(r.around)-1]
	if c.path != "" {
		return analysis.TypeExpr(c.path)
	}
	return c.super()
}

// typeName is what the instances are of a type by its simple name.
func (r *receivers) typeName(i int) analysis.TypeExpr {
	name, at := r.Str(i), r.Tokens[i].Start
	if t, local := r.find(key{'t', name}); local {
		r.b.Local(at)
		return t
	}
	for i := len(r.around) - 1; i >= 0; i-- {
		if path := r.around[i].path; path != "" && r.types[path+"."+name] {
			r.b.Receiver(at, path)
			return analysis.TypeExpr(path + "." + name)
		}
	}
	_, bound := r.bound[name]
	switch {
	case r.libraryType(name):
		return analysis.Foreign
	case bound || r.isTop(name):
		return analysis.TypeExpr(name)
	case languageType(name):
		r.b.Local(at)
		return analysis.Foreign
	}
	return analysis.Global(name)
}

// member notes that a member is named, of a receiver, and gives what it holds.
func (r *receivers) member(i int, receiver analysis.TypeExpr) analysis.TypeExpr {
	at := r.Tokens[i].Start
	switch {
	case receiver.IsForeign() ||
		receiver[:min(1, len(receiver))] == "#" && strings.HasSuffix(string(receiver), "{!}"):
		r.b.Local(at) // nobody's that is in the folder
	case receiver == "" || receiver == analysis.Unknown:
		r.b.Receiver(at, analysis.UnknownQualifier)
	default:
		r.b.Receiver(at, string(receiver))
	}
	if receiver == "" {
		return analysis.Unknown
	}
	return receiver.Member(r.Str(i))
}

// noName passes over a word that is a keyword here, and a name elsewhere.
func (r *receivers) noName() {
	r.b.Local(r.Tokens[r.At].Start)
	r.At++
}
