package php

import (
	"strings"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/analysis/lang/walk"
	"github.com/contextls/contextls/analysis/syntax"
)

// receivers reads off one file what each of its variables and members holds, by what is declared there and what doc comments
// say: it tells the scan for references the receivers of members, and the symbols their types. It goes over the file's
// tokens once, and skips what it does not understand.
type receivers struct {
	b *syntax.Builder
	walk.Walk

	own   map[string]bool   // what the file defines at its top level
	bound map[string]bool   // what it imports
	full  map[string]string // by alias in lower case, the full name
	local map[uint32]string // what the file calls the names with their namespace, by where they stand

	vars    map[string]analysis.TypeExpr // of the function around
	class   class                        // the one around
	result  analysis.TypeExpr            // what the function around returns, as far as it was read
	context expected                     // of the value to come

	held   map[defined]analysis.TypeExpr // by symbols
	given  map[string]analysis.TypeExpr  // what the class around assigns to its properties, by their names
	fields map[string]defined            // its properties of which nothing else is known
}

// class is a type around: what its instances are, and what it derives from.
type class struct {
	this, parent analysis.TypeExpr
	templates    map[string]analysis.TypeExpr // its type parameters, as its doc comment has them
}

// defined is a definition, by its name, a property's with its sign, and where that stands.
type defined struct {
	line uint32
	name string
}

// expected is what a value that begins at a token is to be.
type expected struct {
	at  int
	typ analysis.TypeExpr
}

func readReceivers(b *syntax.Builder, d *draft) {
	f := b.Facts()
	r := &receivers{b: b, Walk: walk.Over(b, operator, d.qualified...), own: map[string]bool{}, bound: map[string]bool{}, full: d.full, local: d.local,
		vars: map[string]analysis.TypeExpr{}, held: map[defined]analysis.TypeExpr{}}
	for i := range f.Symbols {
		if s := &f.Symbols[i]; s.Container == "" {
			r.own[s.Name] = true
		}
	}
	for i := range f.Imports {
		for _, n := range f.Imports[i].Names {
			r.bound[n.Local] = true
		}
	}
	for i := range r.Tokens { // no file defines a variable for another
		if name := r.Str(i); r.Tokens[i].Kind == 'n' && name[0] == '$' && name != "$this" {
			b.Local(r.Tokens[i].Start)
		}
	}
	r.statements()
	for i := range f.Symbols {
		s := &f.Symbols[i]
		at := defined{s.Line, s.Name}
		if s.Kind == analysis.Field {
			at.name = "$" + s.Name
		}
		s.Type = analysis.TypeExpr(strings.Clone(string(r.held[at])))
		if s.Type == analysis.Unknown || s.Type == analysis.Func(analysis.Unknown) {
			s.Type = ""
		}
	}
}

// operator is the length of the operator that a text begins with.
func operator(text string) uint32 {
	for _, op := range []string{"...", "?->", "??=", "**=", "<=>", "===", "!=="} {
		if strings.HasPrefix(text, op) {
			return 3
		}
	}
	switch text[:min(2, len(text))] {
	case "->", "::", "=>", "==", "!=", "<=", ">=", "&&", "||", "??", "++", "--", "+=", "-=", "*=", "/=", "%=", ".=", "&=", "|=", "^=", "<<", ">>", "**", "#[":
		return 2
	}
	return 1
}

// has notes the type of the symbol whose name a token is.
func (r *receivers) has(i int, t analysis.TypeExpr) {
	r.held[r.defined(i)] = t
}

func (r *receivers) defined(i int) defined {
	return defined{r.b.Line(r.Tokens[i].Start), r.Str(i)}
}

// className is what the instances are of a class by the name at a token.
func (r *receivers) className(i int) analysis.TypeExpr {
	if local, qualified := r.local[r.Tokens[i].Start]; qualified {
		return analysis.TypeExpr(local)
	}
	switch name := r.Str(i); strings.ToLower(name) {
	case "self", "static":
		return r.class.this
	case "parent":
		return r.class.parent
	default:
		return r.named(name)
	}
}

// named is what the instances are of a class by its simple name.
func (r *receivers) named(name string) analysis.TypeExpr {
	if r.own[name] || r.bound[name] {
		return analysis.TypeExpr(name)
	}
	return analysis.Global(name)
}

// member notes that a member is named, of a receiver, and gives what it holds.
func (r *receivers) member(i int, receiver analysis.TypeExpr) analysis.TypeExpr {
	at, name := r.Tokens[i].Start, r.Str(i)
	if property, static := strings.CutPrefix(name, "$"); static { // to the scan, the sign is part of the name
		if receiver.Named() && property != "" {
			r.b.ReferAt(string(receiver), property, at+1)
		}
		return receiver.Member(property)
	}
	switch {
	case name == "class":
		return analysis.Unknown
	case receiver.IsForeign():
		r.b.Local(at) // nobody's that is in the folder
	case receiver == "" || receiver == analysis.Unknown:
		r.b.Receiver(at, analysis.UnknownQualifier)
	default:
		r.b.Receiver(at, string(receiver))
	}
	if receiver == "" {
		return analysis.Unknown
	}
	return receiver.Member(name)
}
