package elixir

import (
	"cmp"
	"slices"
	"strings"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/analysis/syntax"
)

// module is a module that the file defines.
type module struct {
	whole analysis.Span
	name  string // the full one
}

// finish turns the calls into facts.
func finish(b *syntax.Builder, o *outline) {
	slices.SortFunc(o.order, func(x, y *call) int { return cmp.Compare(x.whole.Start, y.whole.Start) })
	slices.SortFunc(o.aliases, func(x, y analysis.Span) int { return cmp.Compare(x.Start, y.Start) })
	slices.SortFunc(o.attributes, func(x, y attribute) int { return cmp.Compare(x.whole.Start, y.whole.Start) })
	modules := define(b, o)
	readAttributes(b, o)
	f := b.Facts()
	slices.SortStableFunc(f.Symbols, func(x, y analysis.Symbol) int {
		return cmp.Or(cmp.Compare(x.Range.Start, y.Range.Start), cmp.Compare(y.Range.End, x.Range.End))
	})
	f.Symbols = outside(f.Symbols)
	document(b, o)
	mergeClauses(f)
	export(f)
	var names []string
	for _, m := range modules {
		names = append(names, m.name)
	}
	slices.Sort(names)
	b.SetPackage(strings.Join(slices.Compact(names), " "))
	readImports(b, o, modules)
	readReferences(b, o)
}

// define adds the modules, functions and macros, and returns the modules in source order.
func define(b *syntax.Builder, o *outline) []module {
	var modules, open []module
	for _, c := range o.order {
		kind, exported, ok := definer(c.name)
		if !ok || c.head.End == 0 {
			addTest(b, c)
			continue
		}
		for len(open) > 0 && open[len(open)-1].whole.End <= c.whole.Start {
			open = open[:len(open)-1]
		}
		outer := ""
		if len(open) > 0 {
			outer = open[len(open)-1].name
		}
		s := analysis.Symbol{Kind: kind, Exported: exported, Range: c.whole, Line: b.Line(c.head.Start)}
		if isModule(c.name) {
			name, full := moduleName(b, c, outer)
			if name == "" {
				continue
			}
			s.Name, s.Signature = name, b.Signature(c.whole.Start, c.head.End)
			if target := c.options["for"]; c.name == "defimpl" && target != "" {
				s.Signature += ", for: " + strings.Join(strings.Fields(target), " ")
			}
			m := module{c.whole, full}
			modules, open = append(modules, m), append(open, m)
		} else {
			if s.Name = functionName(b.Text(c.head)); s.Name == "" {
				continue
			}
			s.Signature = b.Signature(c.whole.Start, c.head.End)
		}
		b.Add(s)
	}
	for _, f := range o.fields {
		c := o.calls[f.call.Start]
		name := keyName(strings.TrimPrefix(b.Text(f.name), ":"))
		if c == nil || !isName(name) {
			continue
		}
		b.Add(analysis.Symbol{Name: name, Kind: analysis.Field, Signature: name, Exported: true, Range: f.name, Line: b.Line(f.name.Start)})
		for i := range b.Facts().Symbols { // the innermost module around it is a struct
			if s := &b.Facts().Symbols[i]; s.Kind == analysis.Module && s.Range.Contains(c.whole) && !containsModule(modules, s.Range, c.whole) {
				s.Kind = analysis.Struct
			}
		}
	}
	return modules
}

// addTest adds a test, a property or a group of those, by its title.
func addTest(b *syntax.Builder, c *call) {
	title := b.Text(c.head)
	switch c.name {
	case "test", "describe", "property", "feature":
		if strings.HasPrefix(title, `"`) && strings.HasSuffix(b.Text(c.whole), "end") {
			b.AddTest(c.name, strings.Trim(title, `"`), c.name+" "+title, c.whole)
		}
	}
}

// containsModule reports whether a module lies between a range and something in it.
func containsModule(modules []module, outer, inner analysis.Span) bool {
	return slices.ContainsFunc(modules, func(m module) bool {
		return m.whole != outer && outer.Contains(m.whole) && m.whole.Contains(inner)
	})
}

// outside drops what is defined inside functions: the quotes of macros.
func outside(symbols []analysis.Symbol) []analysis.Symbol {
	end := uint32(0)
	return slices.DeleteFunc(symbols, func(s analysis.Symbol) bool {
		if s.Range.Start < end {
			return true
		}
		if s.Kind == analysis.Function || s.Kind == analysis.Macro {
			end = s.Range.End
		}
		return false
	})
}

// mergeClauses makes one symbol of the clauses of a function that follow each other.
func mergeClauses(f *analysis.Facts) {
	out := f.Symbols[:0]
	for _, s := range f.Symbols {
		if n := len(out); n > 0 && s.Kind <= analysis.Function && out[n-1].Kind == s.Kind && out[n-1].Name == s.Name &&
			arity(out[n-1].Signature) == arity(s.Signature) {
			out[n-1].Range.End = s.Range.End
			continue
		}
		out = append(out, s)
	}
	f.Symbols = out
}

// arity is how many parameters a signature shows.
func arity(signature string) int {
	depth, n := 0, 0
	for i := range len(signature) {
		switch signature[i] {
		case '(', '[', '{':
			if depth++; depth == 1 && n == 0 && signature[i] == '(' && i+1 < len(signature) && signature[i+1] != ')' {
				n = 1
			}
		case ')', ']', '}':
			if depth--; depth == 0 {
				return n
			}
		case ',':
			if depth == 1 {
				n++
			}
		}
	}
	return n
}

// export offers what modules define: Export.Local is the outermost module's symbol, under which linking
// finds it.
func export(f *analysis.Facts) {
	seen := map[string]bool{}
	var top analysis.Symbol
	for _, s := range f.Symbols {
		if s.Range.Start >= top.Range.End {
			top = s
			continue
		}
		switch s.Kind {
		case analysis.Function, analysis.Macro, analysis.TypeAlias, analysis.Method:
			if s.Exported && !seen[s.Name] {
				seen[s.Name] = true
				f.Exports = append(f.Exports, analysis.Export{Name: s.Name, Local: top.Name})
			}
		}
	}
}
