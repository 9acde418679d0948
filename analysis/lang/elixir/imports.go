package elixir

import (
	"bytes"
	"cmp"
	"slices"
	"strings"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/analysis/syntax"
)

// importer reads a file from top to bottom: what its aliases stand for, and which modules it names.
type importer struct {
	b       *syntax.Builder
	modules []module
	full    map[string]string // an alias's local name → the full name
	imports []analysis.Import
	aliased map[int]bool // imports that an alias directive made
	named   map[string]bool
	called  map[string]bool // names of modules of which something is called or built
	exact   map[string]bool // local names used as they are
	prefix  map[string]bool // local names used in front of others
}

// readImports adds the directives' imports, and one for each other module that the file names.
func readImports(b *syntax.Builder, o *outline, modules []module) {
	i := &importer{b: b, modules: modules, full: map[string]string{}, aliased: map[int]bool{}, named: map[string]bool{},
		called: called(b, o), exact: map[string]bool{}, prefix: map[string]bool{}}
	var directives []analysis.Span // their first arguments: no mentions
	next := 0
	mentions := func(until uint32) {
		for ; next < len(o.aliases) && o.aliases[next].Start < until; next++ {
			a := o.aliases[next]
			if n := len(directives); n == 0 || !directives[n-1].Contains(a) {
				i.mention(a)
			}
		}
	}
	for _, c := range o.order {
		if c.head.End == 0 {
			continue
		}
		mentions(c.whole.Start)
		switch c.name {
		case "alias", "import", "use", "require":
			i.directive(c)
		case "defmodule", "defprotocol":
			i.nested(c)
		default:
			continue
		}
		directives = append(directives, c.head)
	}
	mentions(uint32(len(b.Src())))
	for n, imp := range i.imports {
		if i.aliased[n] && i.prefix[imp.Local] && !i.exact[imp.Local] {
			continue // an alias of a name space: no module is meant
		}
		b.Import(imp)
	}
	slices.SortStableFunc(b.Facts().Imports, func(x, y analysis.Import) int { return cmp.Compare(x.Line, y.Line) })
}

// nested makes a module inside another known by its short name, as the compiler does.
func (i *importer) nested(c *call) {
	for _, m := range i.modules {
		if m.whole == c.whole {
			short, _, _ := strings.Cut(strings.TrimPrefix(i.b.Text(c.head), "__MODULE__."), ".")
			if outer, ok := strings.CutSuffix(m.name, "."+i.b.Text(c.head)); ok {
				i.full[short] = outer + "." + short
			}
		}
	}
}

// directive reads alias, import, use or require.
func (i *importer) directive(c *call) {
	for _, written := range targets(i.b.Text(c.head)) {
		full := i.expand(written, c.whole.Start)
		if full == "" {
			continue
		}
		imp := analysis.Import{Specifier: full, Local: written, Line: i.b.Line(c.head.Start)}
		as := strings.TrimSpace(c.options["as"])
		switch {
		case as != "":
			imp.Local = as
			i.full[as] = full
		case c.name == "alias":
			imp.Local = full[strings.LastIndexByte(full, '.')+1:]
			i.full[imp.Local] = full
		case c.name == "import":
			imp.Names = onlyNames(c.options["only"])
			imp.Star = len(imp.Names) == 0
		case c.name == "use":
			imp.Star = true
		}
		if i.owns(full) {
			continue
		}
		if c.name != "alias" {
			i.exact[imp.Local] = true
		} else {
			i.aliased[len(i.imports)] = true
		}
		i.named[imp.Local] = true
		i.imports = append(i.imports, imp)
	}
}

// targets are the modules that a directive names: A.B, or A.{B, C.D}.
func targets(text string) []string {
	text = strings.Join(strings.Fields(text), "")
	base, list, several := strings.Cut(text, ".{")
	if !several {
		return []string{text}
	}
	var out []string
	for name := range strings.SplitSeq(strings.TrimRight(list, "}"), ",") {
		if name != "" {
			out = append(out, base+"."+name)
		}
	}
	return out
}

// onlyNames are the functions of only: [f: 1, g: 2].
func onlyNames(list string) []analysis.Binding {
	inner, ok := strings.CutPrefix(strings.TrimSpace(list), "[")
	if !ok {
		return nil
	}
	var out []analysis.Binding
	for pair := range strings.SplitSeq(strings.TrimSuffix(inner, "]"), ",") {
		name, _, _ := strings.Cut(strings.TrimSpace(pair), ":")
		if name = strings.Trim(name, `"`); isName(name) {
			out = append(out, analysis.Binding{Name: name, Local: name})
		}
	}
	return out
}

// mention reads the name of a module that stands in the code.
func (i *importer) mention(span analysis.Span) {
	written := i.b.Text(span)
	if bytes.HasSuffix(i.b.Src()[:span.Start], []byte("__MODULE__.")) {
		written = "__MODULE__." + written
	}
	i.exact[written] = true
	for at := range len(written) {
		if written[at] == '.' {
			i.prefix[written[:at]] = true
		}
	}
	if i.named[written] {
		return
	}
	first, _, _ := strings.Cut(written, ".")
	if _, known := i.full[first]; !known && isStandard(first) && first != "Mix" {
		return
	}
	full := i.expand(written, span.Start)
	if full == "" || i.owns(full) {
		return
	}
	i.named[written] = true
	imp := analysis.Import{Specifier: full, Line: i.b.Line(span.Start)}
	if i.called[written] {
		imp.Local = written
	}
	i.imports = append(i.imports, imp)
}

// called are the modules, as they are written, of which the file calls a function, builds a struct or
// promises the behaviour. Other names may be of modules, of processes or of nothing: they are atoms.
func called(b *syntax.Builder, o *outline) map[string]bool {
	out := map[string]bool{}
	for _, r := range o.remotes {
		out[r.qualifier] = true
	}
	for _, a := range o.aliases {
		if a.Start > 0 && b.Src()[a.Start-1] == '%' {
			out[b.Text(a)] = true
		}
	}
	for _, a := range o.attributes {
		if a.name == "behaviour" {
			out[b.Text(a.value)] = true
		}
	}
	return out
}

// expand is the full name of a module as it is written at an offset; "" where it is made by a macro.
func (i *importer) expand(written string, at uint32) string {
	written = strings.TrimPrefix(written, "Elixir.")
	if rest, ok := strings.CutPrefix(written, "__MODULE__"); ok {
		own := ""
		for _, m := range i.modules {
			if m.whole.Start <= at && at < m.whole.End {
				own = m.name
			}
		}
		if own == "" || rest == "" {
			return ""
		}
		return own + rest
	}
	if written == "" || written[0] < 'A' || written[0] > 'Z' || strings.ContainsAny(written, "(){}[]@#:\"") {
		return ""
	}
	first, rest, _ := strings.Cut(written, ".")
	if full, ok := i.full[first]; ok {
		if rest == "" {
			return full
		}
		return full + "." + rest
	}
	return written
}

// owns reports whether the file itself defines a module.
func (i *importer) owns(full string) bool {
	return slices.ContainsFunc(i.modules, func(m module) bool { return m.name == full })
}
