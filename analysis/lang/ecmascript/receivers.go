package ecmascript

import (
	"slices"
	"strconv"
	"strings"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/analysis/syntax"
)

// receivers reads off one file what each of its names holds, by what is declared there: it tells the scan for
// references the receivers of members and the names that are local, and the symbols their types. It goes over the
// file's tokens once, statement by statement, and skips what it does not understand.
type receivers struct {
	b      *syntax.Builder
	text   string
	tokens []lexeme
	i, end int // the token to be read, and the first of those that are not

	own      map[string]bool     // names that the file defines at the top level
	bound    map[string]bool     // names that it imports
	module   bool                // it imports or exports: other names are the language's
	spaces   map[string][]string // the names in its namespaces, by path
	scopes   []scope             // the innermost last
	narrowed []narrowed
	fields   []map[string]analysis.TypeExpr // of object types and values without a name: %0, %1, …

	this, super analysis.TypeExpr
	result      analysis.TypeExpr   // what the function around returns, as far as it was read
	declared    analysis.TypeExpr   // what it says that it returns
	context     expected            // of the value to come
	arguments   []analysis.TypeExpr // of the generic type that was read last
	making      []analysis.TypeExpr // what the functions get that the call to come is given
	depth       int

	types map[defined]analysis.TypeExpr // of symbols
	added []analysis.Symbol
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

// maxNesting is how deep brackets may nest before what is in them is skipped.
const maxNesting = 200

func readReceivers(b *syntax.Builder) {
	f := b.Facts()
	r := &receivers{b: b, text: string(b.Src()), own: map[string]bool{}, bound: map[string]bool{}, module: len(f.Imports)+len(f.Exports) > 0,
		spaces: map[string][]string{}, types: map[defined]analysis.TypeExpr{}, scopes: []scope{{}}, this: analysis.Unknown}
	namespaces := map[string]bool{}
	for i := range f.Symbols {
		s := &f.Symbols[i]
		if s.Kind == analysis.Module {
			namespaces[s.QualifiedName()] = true
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
	r.tokens = lexemes(b)
	r.end = len(r.tokens)
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

// either is what one of two may be. Where one is nothing of the folder's or unknown, the other counts.
func either(x, y analysis.TypeExpr) analysis.TypeExpr {
	switch {
	case x == y || y == "" || y == analysis.Unknown || y == analysis.Foreign && x != "" && x != analysis.Unknown:
		return x
	case x == "" || x == analysis.Unknown || x == analysis.Foreign:
		return y
	}
	return x.Or(y)
}

func (r *receivers) str(i int) string { return r.text[r.tokens[i].start:r.tokens[i].end] }

// kind is the kind of the token to be read, 0 at the end.
func (r *receivers) kind() byte { return r.kindAt(r.i) }

func (r *receivers) kindAt(i int) byte {
	if i < r.end {
		return r.tokens[i].kind
	}
	return 0
}

// is reports whether the token to be read is this word or operator.
func (r *receivers) is(word string) bool { return r.isAt(r.i, word) }

func (r *receivers) isAt(i int, word string) bool {
	if i >= r.end {
		return false
	}
	t := &r.tokens[i]
	return int(t.end-t.start) == len(word) && t.kind != '"' && r.text[t.start:t.end] == word
}

// take reads a word or an operator, if it is the next.
func (r *receivers) take(word string) bool {
	if r.is(word) {
		r.i++
		return true
	}
	return false
}

// newLine reports whether a token is the first of its line.
func (r *receivers) newLine(i int) bool { return i < r.end && r.tokens[i].newLine }

// after is where the token after one stands, brackets and all that is in them counting as one.
func (r *receivers) after(i int) int {
	if i < r.end && int(r.tokens[i].close) > i {
		return int(r.tokens[i].close) + 1
	}
	return i + 1
}

// deeper goes a level deeper, for a function that calls itself, and reports whether that is allowed; if not, it passes
// over the token. Each true is followed by shallower.
func (r *receivers) deeper() bool {
	if r.depth++; r.depth <= maxNesting {
		return true
	}
	r.depth--
	r.i = r.after(r.i)
	return false
}

func (r *receivers) shallower() { r.depth-- }

// inside reads what is in the brackets that open here, and goes on behind them.
func (r *receivers) inside(read func()) {
	if r.i >= r.end {
		return
	}
	end, closing := r.end, int(r.tokens[r.i].close)
	if closing <= r.i || closing > end {
		closing = end
	}
	r.i, r.end = r.i+1, closing
	if r.depth++; r.depth < maxNesting {
		read()
	}
	r.depth--
	r.i, r.end = min(closing+1, end), end
}

// each reads the parts of brackets between commas.
func (r *receivers) each(read func(n int)) {
	r.inside(func() {
		for n := 0; r.i < r.end; {
			before := r.i
			if !r.is(",") {
				read(n)
			}
			if r.take(",") {
				n++
			} else if r.i == before {
				r.i++
			}
		}
	})
}

func (r *receivers) openScope()  { r.scopes = append(r.scopes, scope{}) }
func (r *receivers) closeScope() { r.scopes = r.scopes[:len(r.scopes)-1] }

// global reports whether declarations here are symbols.
func (r *receivers) global() bool {
	last := r.scopes[len(r.scopes)-1]
	return len(r.scopes) == 1 || last.space != ""
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
	key := defined{r.b.Line(r.tokens[i].start), unquote(r.str(i))}
	if old, known := r.types[key]; known {
		t = either(old, t)
	}
	r.types[key] = t
}

// declare says what a name holds from here on; a symbol's is its type.
func (r *receivers) declare(i int, t analysis.TypeExpr) {
	name := r.str(i)
	switch {
	case r.global() && (len(r.scopes) > 1 || r.own[name]):
		r.has(i, t)
		return
	case r.global() && r.bound[name]: // by require
		return
	}
	r.b.Local(r.tokens[i].start)
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
	name := r.str(i)
	t, local := r.find(name)
	if local {
		r.b.Local(r.tokens[i].start)
	}
	for _, n := range slices.Backward(r.narrowed) {
		if n.name == name {
			return n.typ
		}
	}
	return t
}

func (r *receivers) find(name string) (t analysis.TypeExpr, local bool) {
	for _, s := range slices.Backward(r.scopes) {
		if t, ok := s.names[name]; ok {
			return t, s.space == ""
		}
	}
	if r.own[name] || r.bound[name] || !r.module {
		return analysis.TypeExpr(name), false
	}
	return analysis.Foreign, false
}

// member notes that a member is named, and gives what it holds.
func (r *receivers) member(i int, receiver analysis.TypeExpr) analysis.TypeExpr {
	name := r.str(i)
	if n, ok := r.fieldsOf(receiver); ok {
		r.b.Local(r.tokens[i].start)
		return n[name]
	}
	known := clean(receiver)
	switch {
	case name[0] == '#':
		r.b.Local(r.tokens[i].start + 1)
	case known == analysis.Foreign || strings.HasPrefix(string(known), "[") || strings.HasPrefix(string(known), "("):
		r.b.Local(r.tokens[i].start)
	case known == "":
		r.b.Receiver(r.tokens[i].start, string(analysis.Unknown))
	default:
		r.b.Receiver(r.tokens[i].start, string(known))
	}
	if known == "" {
		return analysis.Unknown
	}
	return known.Member(name)
}

// noMember notes that a name is that of a member that no symbol stands for.
func (r *receivers) noMember(i int) {
	if r.kindAt(i) == 'n' { // and where the file ends, there is none
		r.b.Local(r.tokens[i].start)
	}
}

// literal is the type of an object with these fields.
func (r *receivers) literal(fields map[string]analysis.TypeExpr) analysis.TypeExpr {
	r.fields = append(r.fields, fields)
	return analysis.TypeExpr("%" + strconv.Itoa(len(r.fields)-1))
}

// fieldsOf are the fields of such an object.
func (r *receivers) fieldsOf(t analysis.TypeExpr) (map[string]analysis.TypeExpr, bool) {
	if len(t) < 2 || t[0] != '%' {
		return nil, false
	}
	n := 0
	for _, c := range []byte(t[1:]) {
		if c < '0' || c > '9' {
			return nil, false
		}
		n = 10*n + int(c-'0')
	}
	return r.fields[n], true
}
