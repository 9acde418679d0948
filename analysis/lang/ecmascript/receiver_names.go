package ecmascript

import (
	"slices"
	"strconv"
	"strings"

	"github.com/contextls/contextls/analysis"
)

func (r *receivers) openScope() { r.scopes = append(r.scopes, scope{}) }

func (r *receivers) closeScope() { r.scopes = r.scopes[:len(r.scopes)-1] }

// global reports whether declarations here are symbols.
func (r *receivers) global() bool {
	last := r.scopes[len(r.scopes)-1]
	return len(r.scopes) == 1 || last.space != "" || last.file
}

// isSymbol reports whether a declaration of a name here is one.
func (r *receivers) isSymbol(name string) bool {
	return r.global() && (r.scopes[len(r.scopes)-1].space != "" || r.own[name])
}

// enter notes what the block is that opens here: a wrapper, whose names are the file's, or a function with local functions.
func (r *receivers) enter() {
	s, start := &r.scopes[len(r.scopes)-1], r.Tokens[r.At].Start
	s.file, s.local = r.wrappers[start], r.holders[start]
	for _, name := range r.inner[s.local] { // those above may name it
		r.hold(name, analysis.Unknown)
	}
}

// path is the dotted name of what is called so here.
func (r *receivers) path(name string) analysis.TypeExpr {
	if space := r.scopes[len(r.scopes)-1].space; space != "" {
		return analysis.TypeExpr(space + "." + name)
	}
	return analysis.TypeExpr(name)
}

// has notes the type of a symbol.
func (r *receivers) has(i int, t analysis.TypeExpr) {
	key := defined{r.b.Line(r.Tokens[i].Start), unquote(r.Str(i))}
	if old, known := r.types[key]; known {
		t = analysis.Either(old, t)
	}
	r.types[key] = t
}

// declare says what a name holds from here on; a symbol's is its type.
func (r *receivers) declare(i int, t analysis.TypeExpr) {
	name := r.Str(i)
	switch {
	case r.isSymbol(name):
		r.has(i, t)
		if r.gives(t) != "" {
			r.makers[name] = t
		}
		return
	case r.global() && r.bound[name]: // by require
		return
	}
	r.b.Local(r.Tokens[i].Start)
	r.hold(name, t)
}

func (r *receivers) hold(name string, t analysis.TypeExpr) {
	s := &r.scopes[len(r.scopes)-1]
	if s.names == nil {
		s.names = map[string]analysis.TypeExpr{}
	}
	if t == "" {
		t = analysis.Unknown
	}
	s.names[name] = t
}

// name is what a name holds. One of the top level stands for itself.
func (r *receivers) name(i int) analysis.TypeExpr {
	t, local := r.holds(r.Str(i))
	if !local {
		return t
	}
	if holder := r.holder(r.Str(i)); holder != "" {
		r.b.Receiver(r.Tokens[i].Start, holder)
	} else {
		r.b.Local(r.Tokens[i].Start)
	}
	return t
}

// holder is the qualified name of the function that a local function of a name is in here, "" where the name is none of one.
func (r *receivers) holder(name string) string {
	if len(r.inner) == 0 { // as in most files
		return ""
	}
	for _, s := range slices.Backward(r.scopes) {
		if _, ok := s.names[name]; ok {
			if slices.Contains(r.inner[s.local], name) {
				return s.local
			}
			return ""
		}
	}
	return ""
}

// holds is what a name holds here, and whether it is one of the function around or of its blocks.
func (r *receivers) holds(name string) (t analysis.TypeExpr, local bool) {
	t, local = r.find(name)
	for _, n := range slices.Backward(r.narrowed) {
		if n.name == name {
			return n.typ, local
		}
	}
	return t, local
}

func (r *receivers) find(name string) (t analysis.TypeExpr, local bool) {
	for _, s := range slices.Backward(r.scopes) {
		if t, ok := s.names[name]; ok {
			return t, s.space == ""
		}
	}
	if r.own[name] || r.bound[name] {
		return analysis.TypeExpr(name), false
	}
	if t = undeclared(name); !r.module && t == analysis.Global(name) { // scripts may have it of each other
		return analysis.TypeExpr(name), false
	}
	return t, false
}

// member notes that a member is named, and gives what it holds.
func (r *receivers) member(i int, receiver analysis.TypeExpr) analysis.TypeExpr {
	name := r.Str(i)
	if l := r.literalOf(receiver); l != nil {
		if l.beside == "" {
			r.b.Local(r.Tokens[i].Start)
			return l.fields[name]
		}
		r.b.Receiver(r.Tokens[i].Start, string(l.beside)+"|!")
		if t, ok := l.fields[name]; ok {
			return t
		}
		return l.beside.Member(name)
	}
	known := clean(receiver)
	switch {
	case name[0] == '#' && isClass(r.around): // it is a member of that, whatever stands before it
		r.b.Receiver(r.Tokens[i].Start, string(r.around))
		return r.around.Member(name)
	case name[0] == '#':
		r.b.Local(r.Tokens[i].Start)
	case known.IsForeign():
		r.b.Local(r.Tokens[i].Start)
	case known == "":
		r.b.Receiver(r.Tokens[i].Start, string(analysis.Unknown))
	default:
		r.b.Receiver(r.Tokens[i].Start, string(known))
	}
	if known == "" {
		return analysis.Unknown
	}
	return known.Member(name)
}

// noMember notes that a name is that of a member that no symbol stands for.
func (r *receivers) noMember(i int) {
	if r.KindAt(i) == 'n' { // and where the file ends, there is none
		r.b.Local(r.Tokens[i].Start)
	}
}

// literal is the type of an object with these fields.
func (r *receivers) literal(fields map[string]analysis.TypeExpr) analysis.TypeExpr {
	return r.alias(literal{fields: fields})
}

func (r *receivers) alias(l literal) analysis.TypeExpr {
	r.literals = append(r.literals, l)
	return analysis.TypeExpr("%" + strconv.Itoa(len(r.literals)-1))
}

// fieldsOf are the fields of such an object.
func (r *receivers) fieldsOf(t analysis.TypeExpr) (map[string]analysis.TypeExpr, bool) {
	if l := r.literalOf(t); l != nil {
		return l.fields, true
	}
	return nil, false
}

// cleanUnlessLiteral is a type without what only this reading knows, but for an object as a whole.
func (r *receivers) cleanUnlessLiteral(t analysis.TypeExpr) analysis.TypeExpr {
	if r.literalOf(t) != nil {
		return t
	}
	return clean(t)
}

// gives is the object without a name that a function of this file gives, or "".
func (r *receivers) gives(t analysis.TypeExpr) analysis.TypeExpr {
	if maker, known := r.makers[string(t)]; known {
		t = maker
	}
	if strings.HasPrefix(string(t), "(") {
		if given := t.Result(0); r.literalOf(given) != nil {
			return given
		}
	}
	return ""
}

func (r *receivers) literalOf(t analysis.TypeExpr) *literal {
	if len(t) < 2 || t[0] != '%' {
		return nil
	}
	n := 0
	for _, c := range []byte(t[1:]) {
		if c < '0' || c > '9' {
			return nil
		}
		n = 10*n + int(c-'0')
	}
	return &r.literals[n]
}
