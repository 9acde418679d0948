package csharp

import (
	"cmp"
	"slices"
	"strings"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/analysis/syntax"
)

// finish drops functions inside functions, settles what is visible to other files, and says which
// namespaces the file is part of.
func finish(b *syntax.Builder, o *outline) {
	f := b.Facts()
	damaged := len(f.Problems) > 0
	if damaged {
		mend(b)
	}
	slices.SortStableFunc(f.Symbols, func(x, y analysis.Symbol) int {
		return cmp.Or(cmp.Compare(x.Range.Start, y.Range.Start), cmp.Compare(y.Range.End, x.Range.End))
	})
	var open []analysis.Symbol // what is around the current symbol
	f.Symbols = slices.DeleteFunc(f.Symbols, func(s analysis.Symbol) bool {
		for len(open) > 0 && open[len(open)-1].Range.End <= s.Range.Start {
			open = open[:len(open)-1]
		}
		within := func(kinds ...analysis.Kind) bool {
			return slices.ContainsFunc(open, func(o analysis.Symbol) bool {
				return slices.Contains(kinds, o.Kind) && o.Range.Contains(s.Range) && o.Range != s.Range
			})
		}
		// A brace that is missing makes the parser take the methods that follow for local functions; those
		// have no access modifiers.
		if s.Kind == analysis.Function && within(analysis.Function, analysis.Method, analysis.Field) &&
			!(damaged && access(s.Signature) != "") {
			return true
		}
		if s.Name == "_" && s.Kind == analysis.Struct { // an extension block
			return true
		}
		open = append(open, s)
		return false
	})
	o.settle(f.Symbols)
	f.Package = o.words()
}

// settle says what is exported, by modifiers and by what a definition stands in, and turns functions
// inside of types into methods.
func (o *outline) settle(symbols []analysis.Symbol) {
	var types []int // the types around the current symbol
	for i := range symbols {
		s := &symbols[i]
		s.Signature = strings.ReplaceAll(s.Signature, "allows_ref_struct", "allows ref struct")
		for len(types) > 0 && symbols[types[len(types)-1]].Range.End <= s.Range.Start {
			types = types[:len(types)-1]
		}
		visible := true // without a modifier; at the top level that is internal
		if len(types) > 0 {
			around := &symbols[types[len(types)-1]]
			if s.Kind == analysis.Function {
				s.Kind = analysis.Method
			}
			visible = around.Kind == analysis.Interface || around.Kind == analysis.Enum || o.positional[s.Range.Start]
			s.Container = syntax.Inside(around)
		}
		switch access(s.Signature) {
		case "private", "file":
			visible = false
		case "":
		default:
			visible = true
		}
		s.Exported = s.Exported && visible
		switch s.Kind {
		case analysis.Class, analysis.Struct, analysis.Interface, analysis.Enum:
			types = append(types, i)
		}
	}
}

// access is the access modifier that a signature begins with, "" where there is none. What is private and
// more besides (private protected) can be seen by some other files.
func access(signature string) string {
	found := ""
	for word := range strings.FieldsSeq(signature) {
		switch {
		case word == "public" || word == "internal" || word == "protected":
			return word
		case word == "private" || word == "file":
			found = word
		case !isModifier(word):
			return found
		}
	}
	return found
}

func isModifier(word string) bool {
	switch word {
	case "public", "internal", "protected", "private", "file", "abstract", "async", "const", "event", "extern", "new",
		"override", "partial", "readonly", "required", "sealed", "static", "unsafe", "virtual", "volatile", "ref":
		return true
	}
	return false
}

func hasModifier(signature, modifier string) bool {
	return slices.Contains(strings.Fields(signature), modifier)
}

// words are the Facts.Package of the file.
func (o *outline) words() string {
	var out []string
	if o.file != "" {
		out = append(out, o.file)
	}
	var open []scope
	slices.SortFunc(o.scopes, func(x, y scope) int { return cmp.Compare(x.span.Start, y.span.Start) })
	for _, s := range o.scopes {
		for len(open) > 0 && open[len(open)-1].span.End <= s.span.Start {
			open = open[:len(open)-1]
		}
		if len(open) > 0 {
			s.name = open[len(open)-1].name + "." + s.name
		} else if o.file != "" {
			s.name = o.file + "." + s.name
		}
		open = append(open, s)
		out = append(out, s.name)
	}
	for _, namespace := range o.global {
		out = append(out, "+"+namespace)
	}
	slices.Sort(out)
	return strings.Join(slices.Compact(out), " ")
}
