package python

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/analysis/syntax"
)

// receivers reads off one file what each of its names holds, by what is declared there: it tells the scan for
// references the receivers of members and the names that are local, and the symbols their types; and it adds the
// attributes that methods set. It goes over the file's tokens, statement by statement, and knows nothing of order
// but that: the last assignment counts, in a branch beside the one before it.
type receivers struct {
	b          *syntax.Builder
	text       string
	tokens     []lexeme
	frames     []frame                        // the definitions around the statement; the first is the module
	decorators []decorator                    // of the definition to come
	types      map[defined]analysis.TypeExpr  // of symbols
	attributes map[attribute]*analysis.Symbol // that methods set
	own        map[attribute]bool             // what the module and its classes define in their bodies
	inner      map[string][]string            // the local functions, by the qualified names of those that they are in
	parts      map[int]analysis.TypeExpr      // of lists with commas, by their first lexemes
	indented   int                            // how far the statement is
}

// defined is a definition, by its name and where that stands.
type defined struct {
	line uint32
	name string
}

// decorator is what stands before a definition: its last name, and what it holds.
type decorator struct {
	name string
	typ  analysis.TypeExpr
}

// attribute is a member of a class.
type attribute struct{ class, name string }

// frame is a definition that statements stand in, or the module.
type frame struct {
	kind    byte // 'm' of the module, 'c' of a class, 'f' of a function
	indent  int  // of its first line
	class   string
	bases   analysis.TypeExpr
	sent    analysis.TypeExpr // what yield gives
	gives   analysis.TypeExpr // what return and yield give
	yields  bool
	symbol  *given // the function whose result that is; nil where it is annotated
	names   map[string]held
	path    string   // of a function that has local functions: its qualified name…
	local   []string // …and theirs
	narrow  []narrowed
	matched []matched // the match statements around, the innermost last
}

// given is a function whose result is what its body gives.
type given struct {
	def  defined
	of   func(result analysis.TypeExpr, generator bool) analysis.TypeExpr // what the function is
	held bool                                                             // by a local name of the frame around
}

// held is what a local name holds.
type held struct {
	typ       analysis.TypeExpr
	indent    int  // of the statement that says so
	annotated bool // which nothing overrides
	imported  bool // it is no local name after all
}

// narrowed is what a name is known to hold in a block.
type narrowed struct {
	name   string
	typ    analysis.TypeExpr
	indent int // of the block's head
}

func readReceivers(b *syntax.Builder) {
	r := &receivers{b: b, text: string(b.Src()), types: map[defined]analysis.TypeExpr{}, attributes: map[attribute]*analysis.Symbol{},
		own: map[attribute]bool{}, inner: map[string][]string{}, parts: map[int]analysis.TypeExpr{}, frames: []frame{{kind: 'm', indent: -1}}}
	for _, s := range b.Facts().Symbols {
		r.own[attribute{s.Container, s.Name}] = true
		if s.Kind == analysis.LocalFunction {
			r.inner[s.Container] = append(r.inner[s.Container], s.Name)
		}
	}
	r.tokens = lexemes(r.text, 0, len(r.text))
	for i := 0; i < len(r.tokens); {
		j := i
		for j < len(r.tokens) && r.tokens[j].kind != '\n' {
			j = r.after(j)
		}
		if j > i {
			r.line(i, min(j, len(r.tokens)))
		}
		i = j + 1
	}
	r.leave(0)
	symbols := b.Facts().Symbols
	for i := range symbols {
		s := &symbols[i]
		if s.Type = r.types[defined{s.Line, s.Name}]; s.Type == analysis.Unknown || s.Type == analysis.Func(analysis.Unknown) {
			s.Type = ""
		}
	}
	inOrder := func(x, y *analysis.Symbol) int {
		return cmp.Or(cmp.Compare(x.Range.Start, y.Range.Start), cmp.Compare(x.Container, y.Container), cmp.Compare(x.Name, y.Name))
	}
	for _, s := range slices.SortedFunc(maps.Values(r.attributes), inOrder) {
		if s.Type == analysis.Unknown {
			s.Type = ""
		}
		b.Add(*s)
	}
	slices.SortStableFunc(b.Facts().Symbols, func(x, y analysis.Symbol) int { // several names of one assignment have one range
		if x.Range.Start != y.Range.Start {
			return int(int64(x.Range.Start) - int64(y.Range.Start))
		}
		return int(int64(y.Range.End) - int64(x.Range.End))
	})
}

// after is where the lexeme after one stands, brackets and all that is in them counting as one.
func (r *receivers) after(i int) int {
	if c := r.tokens[i].close; c > i {
		return c + 1
	}
	return i + 1
}

func (r *receivers) str(i int) string { return r.text[r.tokens[i].start:r.tokens[i].end] }

// is reports whether a lexeme before end is this word or operator.
func (r *receivers) is(i, end int, word string) bool {
	return i < end && r.tokens[i].kind != '"' && r.str(i) == word
}

// next is where one of these marks stands from i on, outside of brackets; end without one.
func (r *receivers) next(i, end int, any mark) int {
	for i < end {
		t := &r.tokens[i]
		if t.mark&any != 0 {
			return i
		}
		if i++; t.close >= i {
			i = t.close + 1
		}
	}
	return end
}

// marks are those of a range that stand outside of brackets.
func (r *receivers) marks(i, end int) (all mark) {
	for ; i < end; i = r.after(i) {
		all |= r.tokens[i].mark
	}
	return all
}

// nextWord is next for other words.
func (r *receivers) nextWord(i, end int, words ...string) int {
	for i < end {
		if r.tokens[i].kind == 'n' && slices.Contains(words, r.str(i)) {
			return i
		}
		i = r.after(i)
	}
	return end
}

// indent is how far the line begins to the right that a lexeme is the first of.
func (r *receivers) indent(i int) int {
	start := r.tokens[i].start
	return start - (strings.LastIndexByte(r.text[:start], '\n') + 1)
}

func (r *receivers) top() *frame { return &r.frames[len(r.frames)-1] }

// declare says what a name holds from here on, unless it is a symbol's.
func (r *receivers) declare(i int, t analysis.TypeExpr, annotated bool) {
	f := r.top()
	name := r.str(i)
	if f.kind == 'c' || f.kind == 'm' && r.own[attribute{"", name}] {
		return
	}
	r.b.Local(uint32(r.tokens[i].start))
	r.hold(f, name, t, annotated)
}

func (r *receivers) hold(f *frame, name string, t analysis.TypeExpr, annotated bool) {
	if f.names == nil {
		f.names = map[string]held{}
	}
	f.narrow = slices.DeleteFunc(f.narrow, func(n narrowed) bool { return n.name == name })
	old, known := f.names[name]
	indent := r.indented
	switch {
	case known && old.annotated && !annotated:
		return
	case known && !annotated && indent > old.indent:
		t, indent = union(old.typ, t), old.indent
	}
	f.names[name] = held{typ: t, indent: indent, annotated: annotated}
}

// find is what a local name holds. What a class defines is seen in its body alone, and by its members there.
func (r *receivers) find(name string) (analysis.TypeExpr, bool) {
	for i := len(r.frames) - 1; i >= 0; i-- {
		f := &r.frames[i]
		for _, n := range slices.Backward(f.narrow) {
			if n.name == name {
				_, local := f.names[name]
				return n.typ, local
			}
		}
		if h, ok := f.names[name]; ok {
			return h.typ, !h.imported
		}
	}
	return analysis.TypeExpr(name), false
}

// holder is the qualified name of the function that a local function of a name is in here, "" where the name is none of one.
func (r *receivers) holder(name string) string {
	if len(r.inner) == 0 { // as in most files
		return ""
	}
	for _, f := range slices.Backward(r.frames) {
		if _, ok := f.names[name]; ok {
			if slices.Contains(f.local, name) {
				return f.path
			}
			return ""
		}
	}
	return ""
}

// union is what either may be. Where one is nothing of the folder's or unknown, the other counts.
func union(x, y analysis.TypeExpr) analysis.TypeExpr {
	switch {
	case x == y || y == "" || y == analysis.Unknown || y == analysis.Foreign && x != "" && x != analysis.Unknown:
		return x
	case x == "" || x == analysis.Unknown || x == analysis.Foreign:
		return y
	}
	return x.Or(y)
}
