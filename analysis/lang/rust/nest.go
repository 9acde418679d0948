package rust

import (
	"bytes"
	"cmp"
	"slices"
	"sort"
	"strings"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/analysis/syntax"
)

// around is something that definitions stand in.
type around struct {
	analysis.Span
	name     string // as a container: a module, a type
	kind     analysis.Kind
	exported bool // its members are visible when it is
	trait    bool // a trait's own members or their implementation
	closed   bool // nothing inside counts
}

// nest names each symbol's container, with the types of impl blocks as those of what they hold, drops
// what is local to functions and values, and says what the attributes and comments above it say.
func nest(b *syntax.Builder, f *found) {
	symbols := b.Facts().Symbols
	slices.SortStableFunc(symbols, func(x, y analysis.Symbol) int {
		return cmp.Or(cmp.Compare(x.Range.Start, y.Range.Start), cmp.Compare(y.Range.End, x.Range.End))
	})
	impls := f.impls
	var open []around
	kept := symbols[:0]
	for _, s := range symbols {
		for len(impls) > 0 && impls[0].Start <= s.Range.Start {
			open = push(open, around{Span: impls[0].Span, name: impls[0].typ, trait: impls[0].trait, kind: analysis.Struct})
			impls = impls[1:]
		}
		whole := s.Range
		open = push(open, around{Span: whole, name: s.Name, kind: s.Kind, exported: s.Exported, trait: s.Kind == analysis.Trait,
			closed: !holds(s.Kind)})
		if slices.ContainsFunc(open[:len(open)-1], func(a around) bool { return a.closed }) {
			continue
		}
		contain(&s, open[:len(open)-1])
		s.Range.Start = withAttributes(b.Src(), f.attributes, whole.Start)
		attributes := string(b.Src()[s.Range.Start:whole.Start])
		s.Doc = doc(b.Src(), s.Range.Start, whole.Start)
		if s.Kind == analysis.Macro {
			s.Exported = strings.Contains(attributes, "macro_export")
		}
		if name := derived(attributes); name != "" { // what others know of such a function
			s.Name, s.Kind, s.Signature = name, analysis.Macro, "#[derive("+name+")]"
		}
		kept = append(kept, s)
	}
	b.Facts().Symbols = kept
}

func push(open []around, a around) []around {
	for len(open) > 0 && open[len(open)-1].End <= a.Start {
		open = open[:len(open)-1]
	}
	return append(open, a)
}

// holds reports whether definitions inside one of this kind count.
func holds(k analysis.Kind) bool {
	switch k {
	case analysis.Module, analysis.Struct, analysis.Enum, analysis.Trait:
		return true
	}
	return false
}

// contain says what a symbol is by what stands around it.
func contain(s *analysis.Symbol, open []around) {
	names := make([]string, len(open))
	for i, a := range open {
		names[i] = a.name
	}
	s.Container = strings.Join(names, ".")
	if len(open) == 0 {
		return
	}
	last := open[len(open)-1]
	if last.kind != analysis.Module && (s.Kind == analysis.Function || s.Kind == analysis.AsyncFunction) {
		s.Kind = analysis.Method
	}
	switch last.kind {
	case analysis.Enum:
		s.Exported = last.exported
	case analysis.Trait:
		s.Exported = last.exported
	case analysis.Struct:
		s.Exported = s.Exported || last.trait
	}
}

// withAttributes is where the attributes above an offset begin; comments may stand between them. A broken
// one may have the definition in it.
func withAttributes(src []byte, attributes []analysis.Span, offset uint32) uint32 {
	i := sort.Search(len(attributes), func(i int) bool { return attributes[i].Start >= offset }) - 1
	for ; i >= 0 && attributes[i].End <= offset && onlyComments(src[attributes[i].End:offset]); i-- {
		offset = attributes[i].Start
	}
	return offset
}

func onlyComments(gap []byte) bool {
	for line := range bytes.Lines(gap) {
		if line = bytes.TrimSpace(line); len(line) > 0 && !bytes.HasPrefix(line, []byte("//")) {
			return false
		}
	}
	return true
}

// doc is the first sentence of the documentation above or between the attributes of a definition. Other
// comments are none.
func doc(src []byte, start, item uint32) string {
	from := start
	for from > 0 { // the lines of comment above
		above := bytes.TrimRight(src[:from], " \t\r\n")
		if bytes.HasSuffix(above, []byte("*/")) {
			open := bytes.LastIndex(above, []byte("/*"))
			if open < 0 {
				break
			}
			from = uint32(open)
			continue
		}
		begin := bytes.LastIndexByte(above, '\n') + 1
		if !bytes.HasPrefix(bytes.TrimSpace(above[begin:]), []byte("//")) {
			break
		}
		from = uint32(begin)
	}
	var lines []string
	heading := ""  // says something, too, where nothing else does
	block := false // inside /** */
	for line := range strings.Lines(string(src[from:item])) {
		line = strings.TrimSpace(line)
		text, ok := "", block
		switch {
		case block:
			text = strings.TrimLeft(line, "*")
		case strings.HasPrefix(line, "///") && !strings.HasPrefix(line, "////"):
			text, ok = line[3:], true
		case strings.HasPrefix(line, "/**") && !strings.HasPrefix(line, "/***"):
			text, ok, block = line[3:], true, true
		case strings.HasPrefix(line, "#[doc = \""):
			text, ok = strings.TrimSuffix(strings.TrimPrefix(line, "#[doc = \""), "\"]"), true
		}
		if before, _, ended := strings.Cut(text, "*/"); ended && block {
			text, block = before, false
		}
		if text = strings.TrimSpace(text); !ok {
			continue
		}
		if title := strings.TrimLeft(text, "#"); title != text && strings.HasPrefix(title, " ") { // # What it does
			heading, text = cmp.Or(heading, title), ""
		}
		lines = append(lines, text)
	}
	return cmp.Or(syntax.Sentence(lines), syntax.Sentence([]string{heading}))
}
