package markdown

import (
	"cmp"
	"slices"
	"strings"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/analysis/lang/scan"
)

// extractMDX reads Markdown with modules: paragraphs that begin with import or export are code, and
// components stand in the text.
func extractMDX(src []byte, code func([]byte) (*analysis.Facts, error)) (*analysis.Facts, error) {
	f := read("mdx", src)
	lines := prose(src)
	blank, rest := make([]byte, len(src)), make([]byte, len(src))
	for i, c := range src {
		blank[i], rest[i] = ' ', ' '
		if c == '\n' {
			blank[i] = c
		}
	}
	inside, above := false, true // above: a paragraph may begin here
	for _, l := range lines {
		empty := strings.TrimSpace(l.text) == ""
		inside = !empty && (inside || above && (strings.HasPrefix(l.text, "import ") || strings.HasPrefix(l.text, "export ")))
		above = empty
		if inside {
			copy(blank[l.Start:], src[l.Start:l.End])
		} else {
			copy(rest[l.Start:], l.text)
		}
	}
	modules, err := code(blank)
	if err != nil {
		return nil, err
	}
	bound := map[string]bool{}
	for _, i := range modules.Imports {
		bound[i.Local] = true
		for _, n := range i.Names {
			bound[n.Local] = true
		}
	}
	tags, _ := scan.Markup(rest, "")
	for _, t := range tags {
		first, member, dotted := strings.Cut(t.Name, ".")
		if bound[first] {
			f.Refer("", first)
			if dotted {
				f.Refer(first, member)
			}
		}
	}
	for _, r := range modules.References {
		if q := r.Qualifier; q != "" && q != analysis.UnknownQualifier && !analysis.TypeExpr(q).Dotted() { // a type, which nothing asks for here
			continue
		}
		for range r.Count {
			f.Refer(r.Qualifier, r.Name)
		}
	}
	out := f.Facts()
	out.Imports = append(out.Imports, modules.Imports...)
	slices.SortStableFunc(out.Imports, func(a, b analysis.Import) int { return cmp.Compare(a.Line, b.Line) })
	out.Symbols = append(out.Symbols, modules.Symbols...)
	slices.SortStableFunc(out.Symbols, func(a, b analysis.Symbol) int {
		return cmp.Or(cmp.Compare(a.Range.Start, b.Range.Start), cmp.Compare(b.Range.End, a.Range.End))
	})
	out.Exports = modules.Exports
	return out, nil
}
