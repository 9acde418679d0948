package rust

import (
	"cmp"
	"slices"
	"strings"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/analysis/syntax"
)

// around writes what stands in a module or an impl block with that around it, where it makes anything.
func (e *expander) around(head, in []tree, depth int) {
	text, line := len(e.text), e.line
	e.write(head)
	e.text = append(e.text, '{')
	empty := len(e.text)
	if e.items(in, depth); len(e.text) == empty {
		e.text, e.line = e.text[:text], line
		return
	}
	e.text = append(e.text, '}')
}

// define writes an item, without what only its body says. One that there is no room for is left out.
func (e *expander) define(attributes, it []tree, word string) {
	before, end := len(e.text), ""
	switch word {
	case "const", "static":
		if value := slices.IndexFunc(it, func(t tree) bool { return t.text == "=" }); value >= 0 {
			it, end = it[:value], ";"
		}
	case "fn":
		if last := len(it) - 1; it[last].text == "{" {
			it, end = it[:last], "{}"
		}
	}
	for i := range attributes {
		if a := &attributes[i]; len(a.inner) > 0 && a.inner[0].text == "doc" {
			e.newLine() // where documentation is looked for
			e.text = append(e.text, '#')
			e.write(attributes[i : i+1])
		}
	}
	e.newLine()
	e.write(it)
	if e.text = append(e.text, end...); e.left < 0 {
		e.text = e.text[:before]
	}
}

func (e *expander) newLine() { e.text, e.line = append(e.text, '\n'), e.line+1 }

// write writes some trees.
func (e *expander) write(in []tree) {
	for i := range in {
		t := &in[i]
		if !e.spend(1) || len(e.text)+len(t.text) > maxExpansion {
			e.left = -1
			return
		}
		apart := t.spaced || i > 0 && (in[i-1].text == "," || t.kind != sign && in[i-1].kind != sign)
		switch isGiven := t.End > 0 && e.invocation.Contains(t.Span); {
		case isGiven && t.kind == word && (apart || i == 0):
			e.newLine()
			e.given[e.line] = given{t.Span, t.line, e.invocation}
		case apart:
			e.text = append(e.text, ' ')
		}
		text := t.text
		if text == "$crate" {
			text = "crate"
		}
		e.text, e.line = append(e.text, text...), e.line+uint32(strings.Count(text, "\n"))
		if t.bracket() {
			e.write(t.inner)
			e.text = append(e.text, closers[t.text]...)
		}
	}
}

// addMade adds what the file's macros make to its Facts: public definitions that are named by what was given. Such a one
// is what the invocation has on the name's line, or the name alone where that line names several.
func addMade(f *analysis.Facts, g *syntax.Grammar[found], src string) {
	e := expand(src)
	if e.text == "" {
		return
	}
	all, err := g.Extract([]byte(e.text))
	if err != nil {
		return
	}
	bytes, first := []byte(src), len(f.Symbols)
	var from []given
	seen, named := map[string]bool{}, map[uint32]analysis.Span{} // by line
	for _, s := range all.Symbols {
		at, ok := e.given[s.Line]
		id := s.Container + " " + s.Name
		if !ok || !s.Exported || seen[id] || strings.TrimPrefix(src[at.Start:at.End], "r#") != s.Name {
			continue
		}
		seen[id] = true
		s.Line, s.Range = at.line, at.Span
		f.Symbols, from = append(f.Symbols, s), append(from, at)
		if other, ok := named[at.line]; ok && other != at.Span {
			at.Span = analysis.Span{}
		}
		named[at.line] = at.Span
	}
	for i, at := range from {
		s := &f.Symbols[first+i]
		if named[at.line] == at.Span {
			s.Range = at.inLine(src)
			s.Doc = cmp.Or(s.Doc, doc(bytes, s.Range.Start, s.Range.Start))
		}
	}
	slices.SortStableFunc(f.Symbols, func(x, y analysis.Symbol) int {
		return cmp.Or(cmp.Compare(x.Range.Start, y.Range.Start), cmp.Compare(y.Range.End, x.Range.End))
	})
}

// inLine is what the invocation has on the name's line.
func (g given) inLine(src string) analysis.Span {
	start := max(g.invocation.Start, uint32(strings.LastIndexByte(src[:g.Start], '\n')+1))
	text := src[start:g.invocation.End]
	if end := strings.IndexByte(src[g.End:g.invocation.End], '\n'); end >= 0 {
		text = src[start : int(g.End)+end]
	}
	start += uint32(len(text) - len(strings.TrimLeft(text, " \t")))
	return analysis.Span{Start: start, End: start + uint32(len(strings.TrimSpace(text)))}
}
