package java

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/analysis/lang/walk"
	"github.com/contextls/contextls/analysis/syntax"
)

// receivers reads off one file what each of its names holds, by what is declared there: it tells the scan for
// references the receivers of members and the names that are local, and the symbols their types. It goes over the
// file's tokens once, and skips what it does not understand.
type receivers struct {
	b *syntax.Builder
	walk.Walk

	members map[string]map[key]bool // what the types of the file have, by their paths; "" has those at its top level
	types   map[string]bool         // the paths of these types
	bound   map[string]string       // what the file imports by name, and out of what
	stars   []string                // the packages that it imports all of
	statics bool                    // it imports all members of some type

	scopes  []map[key]analysis.TypeExpr // the innermost last
	around  []class                     // the types around, the innermost last
	context expected                    // of the value to come
	label   bool                        // what is read is a label: the arrow behind it makes it no lambda
	result  analysis.TypeExpr           // what the lambda around returns, as far as it was read

	held map[defined]analysis.TypeExpr // by symbols
}

// key is a name in a scope: variables ('v'), methods ('m') and types ('t') do not hide each other.
type key struct {
	kind byte
	name string
}

// class is a type around. One that is no symbol, as it stands in code, has no path.
type class struct {
	path  string
	bases []analysis.TypeExpr
}

// defined is a definition, by its name and where that stands.
type defined struct {
	key
	line uint32
}

// expected is what a value that begins at a token is to be.
type expected struct {
	at  int
	typ analysis.TypeExpr
}

func readReceivers(b *syntax.Builder) {
	f := b.Facts()
	r := &receivers{b: b, Walk: walk.Over(b, operator), members: map[string]map[key]bool{}, types: map[string]bool{}, bound: map[string]string{},
		scopes: []map[key]analysis.TypeExpr{{}}, held: map[defined]analysis.TypeExpr{}}
	for i := range f.Symbols {
		s := &f.Symbols[i]
		if r.members[s.Container] == nil {
			r.members[s.Container] = map[key]bool{}
		}
		if s.Kind != analysis.Method || s.Name != s.Container[strings.LastIndexByte(s.Container, '.')+1:] { // a constructor
			r.members[s.Container][keyOf(s)] = true
		}
		switch s.Kind {
		case analysis.Class, analysis.Interface, analysis.Enum:
			r.types[s.QualifiedName()] = true
		}
	}
	for i := range f.Imports {
		imp := &f.Imports[i]
		for _, n := range imp.Names {
			r.bound[n.Local] = imp.Specifier
		}
		if imp.Star {
			r.stars = append(r.stars, imp.Specifier)
			r.statics = r.statics || isUpper(imp.Specifier[strings.LastIndexByte(imp.Specifier, '.')+1:])
		}
	}
	r.declarations()
	for i := range f.Symbols {
		s := &f.Symbols[i]
		s.Type = analysis.TypeExpr(strings.Clone(string(r.held[defined{keyOf(s), s.Line}])))
		if s.Type == analysis.Unknown || s.Type == analysis.Func(analysis.Unknown) {
			s.Type = ""
		}
	}
}

// operator is the length of the operator that a text begins with. One of several signs that begins with > is none: types
// end with it.
func operator(text string) uint32 {
	if strings.HasPrefix(text, "...") || strings.HasPrefix(text, "<<=") {
		return 3
	}
	switch text[:min(2, len(text))] {
	case "->", "::", "==", "!=", "<=", "&&", "||", "++", "--", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<":
		return 2
	}
	return 1
}

func isUpper(name string) bool {
	first, _ := utf8.DecodeRuneInString(name)
	return unicode.IsUpper(first)
}

// keyOf is the key of a symbol.
func keyOf(s *analysis.Symbol) key {
	switch s.Kind {
	case analysis.Method:
		return key{'m', s.Name}
	case analysis.Class, analysis.Interface, analysis.Enum:
		return key{'t', s.Name}
	}
	return key{'v', s.Name}
}

// isConstant reports whether a name is written as those of constants are, and not as those of types.
func isConstant(name string) bool {
	return len(name) > 1 && strings.ToUpper(name) == name
}

// has notes the type of the symbol whose name a token is: there is none in a type without a path.
func (r *receivers) has(kind byte, i int, t analysis.TypeExpr) {
	if len(r.around) == 0 || r.outer() != "" {
		r.held[defined{key{kind, r.Str(i)}, r.b.Line(r.Tokens[i].Start)}] = t
	}
}

// field notes what a field holds, of a type that is a symbol or of one that is not.
func (r *receivers) field(i int, t analysis.TypeExpr) {
	if r.has('v', i, t); r.outer() == "" {
		r.hold(key{'v', r.Str(i)}, t)
	}
}

func (r *receivers) open()  { r.scopes = append(r.scopes, nil) }
func (r *receivers) close() { r.scopes = r.scopes[:len(r.scopes)-1] }

// declare says what a local name holds from here on.
func (r *receivers) declare(i int, t analysis.TypeExpr) {
	if r.KindAt(i) == 'n' {
		r.b.Local(r.Tokens[i].Start)
		r.hold(key{'v', r.Str(i)}, t)
	}
}

func (r *receivers) hold(k key, t analysis.TypeExpr) {
	scope := &r.scopes[len(r.scopes)-1]
	if *scope == nil {
		*scope = map[key]analysis.TypeExpr{}
	}
	if t == "" {
		t = analysis.Unknown
	}
	(*scope)[k] = t
}

func (r *receivers) find(k key) (t analysis.TypeExpr, local bool) {
	for i := len(r.scopes) - 1; i >= 0; i-- {
		if t, local = r.scopes[i][k]; local {
			return t, true
		}
	}
	return "", false
}
