package ecmascript

import (
	"strings"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/analysis/lang/walk"
	"github.com/contextls/contextls/analysis/syntax"
)

// receivers reads off one file what each of its names holds, by what is declared there: it tells the scan for
// references the receivers of members and the names that are local, and the symbols their types. It goes over the
// file's tokens once, statement by statement, and skips what it does not understand.
type receivers struct {
	b *syntax.Builder
	walk.Walk

	own      map[string]bool     // names that the file defines at the top level
	bound    map[string]bool     // names that it imports
	module   bool                // it imports or exports: other names are the language's
	spaces   map[string][]string // the names in its namespaces, by path
	scopes   []scope             // the innermost last
	narrowed []narrowed
	makers   map[string]analysis.TypeExpr // the functions at the top level that give such objects, as far as they were read
	literals []literal                    // object types and values without a name: %0, %1, …

	this, super analysis.TypeExpr
	around      analysis.TypeExpr   // the innermost class
	result      analysis.TypeExpr   // what the function around returns, as far as it was read
	declared    analysis.TypeExpr   // what it says that it returns
	context     expected            // of the value to come
	react       map[string]string   // what the file calls React and its functions: see reactImports
	arguments   []analysis.TypeExpr // of the generic type that was read last
	making      []analysis.TypeExpr // what the functions get that the call to come is given

	types map[defined]analysis.TypeExpr // of symbols
	added []analysis.Symbol

	wrappers map[uint32]bool     // where the blocks start whose names are the file's
	holders  map[uint32]string   // what the functions are called that have local functions, by where their bodies start
	inner    map[string][]string // the names of the local functions, by these
}

// defined is a definition, by its name and where that stands.
type defined struct {
	line uint32
	name string
}

// scope is what names hold.
type scope struct {
	names map[string]analysis.TypeExpr
	space string // of a namespace: its path; its names are symbols
	file  bool   // of a wrapper: its names are the file's
	local string // of a function that has local functions: its qualified name
}

// literal is an object type or value without a name: what it has, and what beside that methods of it find in this.
type literal struct {
	fields map[string]analysis.TypeExpr
	beside analysis.TypeExpr
}

// narrowed is a name of which a condition says what it holds.
type narrowed struct {
	name string
	typ  analysis.TypeExpr
}

// expected is what a value that begins at a token is to be.
type expected struct {
	at     int
	typ    analysis.TypeExpr
	params []analysis.TypeExpr // of a function, if something better is known of them
}

// param is what the nth parameter of a function is.
func (e expected) param(n int) analysis.TypeExpr {
	switch {
	case n < len(e.params):
		return e.params[n]
	case e.params != nil || e.typ == "":
		return analysis.Unknown
	}
	return e.typ.Param(n)
}

func readReceivers(b *syntax.Builder, wrappers map[uint32]bool, holders map[uint32]string) {
	f := b.Facts()
	r := &receivers{b: b, wrappers: wrappers, holders: holders, inner: map[string][]string{}, Walk: walk.Over(b, operator), own: map[string]bool{}, bound: map[string]bool{}, module: len(f.Imports)+len(f.Exports) > 0,
		spaces: map[string][]string{}, types: map[defined]analysis.TypeExpr{}, makers: map[string]analysis.TypeExpr{}, scopes: []scope{{}}, this: analysis.Unknown}
	namespaces := map[string]bool{}
	for i := range f.Symbols {
		s := &f.Symbols[i]
		if s.Kind == analysis.Module {
			namespaces[s.QualifiedName()] = true
		}
		if s.Kind == analysis.LocalFunction {
			r.inner[s.Container] = append(r.inner[s.Container], s.Name)
		}
		if s.Container == "" {
			r.own[s.Name] = true
		} else if namespaces[s.Container] {
			r.spaces[s.Container] = append(r.spaces[s.Container], s.Name)
		}
	}
	for i := range f.Imports {
		for _, n := range f.Imports[i].Names {
			r.bound[n.Local] = true
		}
		r.bound[f.Imports[i].Local] = true
	}
	r.react = reactImports(f.Imports)
	r.statements()
	for i := range f.Symbols {
		s := &f.Symbols[i]
		s.Type = analysis.TypeExpr(strings.Clone(string(clean(r.types[defined{s.Line, s.Name}]))))
		if s.Type == analysis.Unknown && s.Kind != analysis.TypeAlias || s.Type == analysis.Func(analysis.Unknown) {
			s.Type = ""
		}
	}
	for _, s := range r.added {
		b.Add(s)
	}
}

// clean is a type without what only this reading knows: no symbol stands for the members of an object without a name.
func clean(t analysis.TypeExpr) analysis.TypeExpr {
	if !strings.Contains(string(t), "%") {
		return t
	}
	var out strings.Builder
	for i := 0; i < len(t); i++ {
		if t[i] != '%' {
			out.WriteByte(t[i])
			continue
		}
		out.WriteByte('!')
		for i+1 < len(t) && '0' <= t[i+1] && t[i+1] <= '9' {
			i++
		}
	}
	return analysis.TypeExpr(strings.ReplaceAll(strings.ReplaceAll(out.String(), "|!", ""), "!|", ""))
}

// operator is the length of the operator that a text begins with. One of several signs that begins with > is none: types
// end with it.
func operator(text string) uint32 {
	for n := len(text); n > 1; n-- {
		switch text[:n] {
		case "??=", "&&=", "||=", "**=", "===", "!==", "...":
			return 3
		case "=>", "==", "!=", "<=", "?.", "??", "&&", "||", "++", "--", "**", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<":
			return 2
		}
	}
	return 1
}
