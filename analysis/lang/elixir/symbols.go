package elixir

import (
	"cmp"
	"slices"
	"strings"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/analysis/syntax"
)

// maxValue is how long an attribute's value can be, in bytes, to be shown whole.
const maxValue = 60

// definer says what a call of that name defines.
func definer(name string) (kind analysis.Kind, exported, ok bool) {
	switch name {
	case "def", "defdelegate":
		return analysis.Function, true, true
	case "defp":
		return analysis.Function, false, true
	case "defmacro", "defguard":
		return analysis.Macro, true, true
	case "defmacrop", "defguardp":
		return analysis.Macro, false, true
	case "defmodule", "defimpl":
		return analysis.Module, true, true
	case "defprotocol":
		return analysis.Interface, true, true
	}
	return 0, false, false
}

func isModule(name string) bool {
	return name == "defmodule" || name == "defimpl" || name == "defprotocol"
}

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

// containsModule says whether a module lies between a range and something in it.
func containsModule(modules []module, outer, inner analysis.Span) bool {
	return slices.ContainsFunc(modules, func(m module) bool {
		return m.whole != outer && outer.Contains(m.whole) && m.whole.Contains(inner)
	})
}

// moduleName is the name that a module has where it is defined, and the full one.
func moduleName(b *syntax.Builder, c *call, outer string) (name, full string) {
	name = strings.ReplaceAll(b.Text(c.head), " ", "")
	name = strings.TrimPrefix(name, "Elixir.")
	if rest, ok := strings.CutPrefix(name, "__MODULE__."); ok {
		name = rest
	}
	if name == "" || !(name[0] >= 'A' && name[0] <= 'Z' || name[0] == ':') || strings.ContainsAny(name, "(){}[]\n") {
		return "", ""
	}
	if c.name == "defimpl" {
		target := strings.Trim(c.options["for"], "[] ")
		target, _, _ = strings.Cut(target, ",")
		name += "." + cmp.Or(strings.ReplaceAll(target, "__MODULE__", outer), outer)
		return strings.TrimSuffix(name, "."), strings.TrimSuffix(name, ".")
	}
	if outer != "" && name[0] != ':' {
		return name, outer + "." + name
	}
	return name, name
}

// functionName is the name in the head of a definition: "f(a) when g", "a + b", "f".
func functionName(head string) string {
	n := 0
	for n < len(head) && (head[n] == '_' || head[n] >= 0x80 || isLetter(head[n]) || n > 0 && (isDigit(head[n]) || head[n] == '?' || head[n] == '!')) {
		n++
	}
	name, rest := head[:n], strings.TrimLeft(head[n:], " \t")
	switch {
	case name == "" || name == "unquote":
		return ""
	case rest == "" || rest[0] == '(' || strings.HasPrefix(rest, "when ") || strings.HasPrefix(rest, "when\n"):
		return name
	}
	// An operator: left + right.
	end := strings.IndexAny(rest, " \t\n")
	if end <= 0 || isLetter(rest[0]) || rest[0] == ',' {
		return name
	}
	return rest[:end]
}

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }
func isDigit(c byte) bool  { return '0' <= c && c <= '9' }
func isName(s string) bool { return s != "" && functionName(s) == s }

// readAttributes adds types, callbacks and the attributes that hold values.
func readAttributes(b *syntax.Builder, o *outline) {
	type id struct {
		module uint32
		name   string
	}
	seen := map[id]bool{}
	for _, a := range o.attributes {
		s := analysis.Symbol{Range: a.whole, Line: b.Line(a.whole.Start), Exported: true}
		switch a.name {
		case "type", "opaque", "typep":
			head, _, _ := strings.Cut(b.Text(a.value), "::")
			s.Name, s.Kind, s.Exported = functionName(strings.TrimSpace(head)), analysis.TypeAlias, a.name != "typep"
			s.Signature = elide(b.Signature(a.whole.Start, a.whole.End), 3*maxValue)
			if head, _, ok := strings.Cut(s.Signature, "::"); ok && a.name == "opaque" {
				s.Signature = strings.TrimSpace(head)
			}
		case "callback", "macrocallback":
			head, _, _ := strings.Cut(b.Text(a.value), "::")
			s.Name, s.Kind = functionName(strings.TrimSpace(head)), analysis.Method
			s.Signature = elide(b.Signature(a.whole.Start, a.whole.End), 3*maxValue)
		case "doc", "moduledoc", "typedoc", "shortdoc", "spec", "behaviour", "impl", "deprecated", "derive", "compile", "before_compile",
			"after_compile", "after_verify", "on_definition", "on_load", "external_resource", "enforce_keys", "dialyzer", "tag", "moduletag",
			"describetag", "optional_callbacks", "file", "vsn", "nifs", "fallback_to_any", "requirements", "recursive", "preferred_cli_env":
			continue
		default:
			s.Name, s.Kind, s.Exported = a.name, analysis.Constant, false
			s.Signature = elide(b.Signature(a.whole.Start, a.whole.End), maxValue)
			key := id{o.moduleAt(a.whole.Start), a.name}
			if seen[key] {
				continue
			}
			seen[key] = true
		}
		if s.Name != "" {
			b.Add(s)
		}
	}
}

// moduleAt tells the module around an offset from others: by where it starts.
func (o *outline) moduleAt(at uint32) uint32 {
	found := uint32(0)
	for _, c := range o.order {
		if c.whole.Start > at {
			break
		}
		if isModule(c.name) && at < c.whole.End {
			found = c.whole.Start
		}
	}
	return found
}

func elide(text string, limit int) string {
	if len(text) <= limit {
		return text
	}
	return strings.TrimRight(strings.ToValidUTF8(text[:limit], ""), " ") + "…"
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
