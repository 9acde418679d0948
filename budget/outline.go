package budget

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/contextls/contextls/analysis"
)

// outline is a file's symbols as a tree, and the order in which they are worth showing.
type outline struct {
	symbols []analysis.Symbol
	parent  []int32   // -1 at the top
	kids    [][]int32 // of each symbol in source order; the last entry are those at the top
	order   []int32   // most telling first, a parent always before its children
}

// newOutline orders a file's symbols by breadth before depth: the second class comes before most of
// the first one's members. Among siblings, exported ones come first, then those with more weight, then
// definitions before values, then the longer ones. Members' weights are less sure, since their names
// are common ones, so there definitions come before values whatever their weights. Overloads of a name
// come after the first of each.
func newOutline(symbols []analysis.Symbol, weight func(i int32) float64) *outline {
	o := &outline{symbols: symbols, parent: parents(symbols), kids: make([][]int32, len(symbols)+1)}
	for i, p := range o.parent {
		if p < 0 {
			p = int32(len(symbols))
		}
		o.kids[p] = append(o.kids[p], int32(i))
	}
	keys := make([]float64, len(symbols))
	o.place(keys, int32(len(symbols)), 0, 1, weight)
	o.order = make([]int32, len(symbols))
	for i := range o.order {
		o.order[i] = int32(i)
	}
	slices.SortFunc(o.order, func(a, b int32) int { return cmp.Or(cmp.Compare(keys[a], keys[b]), cmp.Compare(a, b)) })
	return o
}

// place gives the children of a symbol their keys: the first one's is offset more than the parent's,
// each further one's a step more. Members take every second step, so that they mix with the symbols
// around their parent; values come a little later, and what is not exported after all that is.
func (o *outline) place(keys []float64, parent int32, from, step float64, weight func(int32) float64) {
	const hidden, valueDelay = 1e6, 2
	kids := slices.Clone(o.kids[parent])
	seen := make(map[string]bool, len(kids))
	overload := make(map[int32]bool)
	for _, k := range kids {
		if name := o.symbols[k].Name; seen[name] {
			overload[k] = true
		} else {
			seen[name] = true
		}
	}
	member := int(parent) < len(o.symbols)
	slices.SortFunc(kids, func(a, b int32) int {
		x, y := &o.symbols[a], &o.symbols[b]
		return cmp.Or(
			-compareBool(x.Exported, y.Exported),
			compareBool(overload[a], overload[b]),
			compareBool(member && isValue(x.Kind), member && isValue(y.Kind)),
			-cmp.Compare(weight(a), weight(b)),
			compareBool(isValue(x.Kind), isValue(y.Kind)),
			-cmp.Compare(length(x.Range), length(y.Range)),
			cmp.Compare(a, b))
	})
	for q, k := range kids {
		keys[k] = from + float64(q)*step
		if isValue(o.symbols[k].Kind) {
			keys[k] += valueDelay
		}
		if !o.symbols[k].Exported && keys[k] < hidden {
			keys[k] += hidden
		}
		o.place(keys, k, keys[k]+1.5, 2, weight)
	}
}

// parents finds each symbol's container: the latest symbol of that name that begins before it, else the
// first one (methods may stand above their type); -1 where it is not in this file.
func parents(symbols []analysis.Symbol) []int32 {
	named := map[string][]int32{}
	for i := range symbols {
		named[qualified(&symbols[i])] = append(named[qualified(&symbols[i])], int32(i))
	}
	out := make([]int32, len(symbols))
	for i := range symbols {
		out[i] = -1
		if symbols[i].Container == "" {
			continue
		}
		for k, p := range named[symbols[i].Container] {
			if k == 0 || p < int32(i) {
				out[i] = p
			}
		}
		if out[i] == int32(i) {
			out[i] = -1
		}
	}
	return out
}

func qualified(s *analysis.Symbol) string {
	if s.Container == "" {
		return s.Name
	}
	return s.Container + "." + s.Name
}

// outlineStyle is how an outline is written.
type outlineStyle struct {
	bar     string // before each line
	indent  string // for each level
	comment string // what begins a comment; "" leaves docs out
	widest  int    // bytes of a signature; longer ones are cut
	marks   bool   // mark what is left out of each symbol, not only that something is
	numbers int    // width of the line's number before it; 0: none
}

const (
	shortDoc   = 72  // bytes of a doc that still goes behind its signature
	lineWidth  = 110 // bytes of a signature with its doc
	outlineMax = 400 // bytes of a signature in an outline
)

// write is the outline of the first k symbols in order. `…` stands at the end where anything is left
// out, and with marks also where some of a symbol's members are shown and others are not.
func (o *outline) write(k int, style outlineStyle) string {
	shown := make([]bool, len(o.symbols))
	for _, i := range o.order[:k] {
		shown[i] = true
	}
	var b strings.Builder
	doc := ""
	var level func(parent int32, depth int)
	level = func(parent int32, depth int) {
		some, all := false, true
		for _, i := range o.kids[parent] {
			if !shown[i] {
				all = false
				continue
			}
			some = true
			o.line(&b, i, depth, style, o.symbols[i].Doc != doc)
			doc = o.symbols[i].Doc
			level(i, depth+1)
		}
		if depth == 0 && k < len(o.symbols) || style.marks && depth > 0 && some && !all {
			b.WriteString(style.bar)
			b.WriteString(strings.Repeat(style.indent, depth))
			b.WriteString("…\n")
		}
	}
	level(int32(len(o.symbols)), 0)
	return b.String()
}

// line writes a symbol, with its doc where it is short and not that of the line above (a group's).
func (o *outline) line(b *strings.Builder, i int32, depth int, style outlineStyle, withDoc bool) {
	s := &o.symbols[i]
	signature := clip(o.placed(i), style.widest)
	if style.numbers > 0 {
		b.WriteString(lineNumber(int(s.Line)+1, style.numbers))
	}
	b.WriteString(style.bar)
	for range depth {
		b.WriteString(style.indent)
	}
	b.WriteString(signature)
	doc := oneLine(s.Doc)
	if withDoc && style.comment != "" && doc != "" && len(doc) <= shortDoc && len(signature)+len(doc) <= lineWidth {
		b.WriteString("  ")
		b.WriteString(style.comment)
		b.WriteByte(' ')
		b.WriteString(doc)
	}
	b.WriteByte('\n')
}

// placed is a symbol's signature, behind the name of what it is a member of where that stands in another
// file and the signature does not say.
func (o *outline) placed(i int32) string {
	s := &o.symbols[i]
	signature := oneLine(s.Signature)
	if owner := s.Container[strings.LastIndexByte(s.Container, '.')+1:]; o.parent[i] < 0 && owner != "" && !strings.Contains(signature, owner) {
		return oneLine(owner) + ": " + signature
	}
	return signature
}

// commentMark begins a comment in a language, by the info string of its fence.
func commentMark(fence string) string {
	switch fence {
	case "python", "ruby", "bash", "sh", "yaml", "toml", "r", "elixir", "perl", "make", "dockerfile":
		return "#"
	case "lua", "sql", "haskell":
		return "--"
	}
	return "//"
}

// oneLine keeps a text from starting a line of its own, and makes visible what is unseen.
func oneLine(s string) string {
	if strings.IndexFunc(s, isControl) >= 0 {
		s = strings.Join(strings.FieldsFunc(s, func(r rune) bool { return r == ' ' || isControl(r) }), " ")
	}
	return visible(s)
}

func isControl(r rune) bool { return r < ' ' || r == 0x7f || r == 0x85 || r == 0x2028 || r == 0x2029 }

// clip cuts a text to about so many bytes, between runes, and marks the cut.
func clip(s string, widest int) string {
	if len(s) <= widest {
		return s
	}
	for widest > 0 && !utf8.RuneStart(s[widest]) {
		widest--
	}
	return s[:widest] + "…"
}

func isValue(k analysis.Kind) bool {
	return k == analysis.Constant || k == analysis.Variable || k == analysis.Field
}

func length(s analysis.Span) uint32 { return s.End - s.Start }

func compareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}
