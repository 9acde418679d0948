package scala

import (
	"bytes"
	"cmp"
	"slices"
	"strings"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/analysis/lang/outline"
	"github.com/contextls/contextls/analysis/syntax"
)

// scope is a range around outline.Definitions.
type scope struct {
	outline.Definition
	path     string // of the types, dotted
	exported bool
}

// finish makes symbols of the definitions that are not hidden inside others.
func finish(b *syntax.Builder, f *found) {
	f.SortAnnotations()
	f.bodies(b)
	if len(b.Facts().Problems) > 0 {
		f.Mend(b.Src(), parser())
	}
	f.Sort()
	imports := importer{brought: map[string]string{}, objects: map[string]bool{}, own: f.own}
	for _, d := range f.Definitions {
		switch d.Kind {
		case "value", "parameter", "object":
			f.own[unquoted(b.Text(d.Name))] = true
		}
	}
	var objects []string
	open := []scope{{outline.Definition{Whole: analysis.Span{End: uint32(len(b.Src()))}}, "", true}}
	seen := map[uint32]bool{}
	for _, d := range f.Definitions {
		for len(open) > 1 && (!open[len(open)-1].Whole.Contains(d.Whole) || open[len(open)-1].Whole == d.Whole && d.Kind == open[len(open)-1].Kind) {
			open = open[:len(open)-1] // names of one declaration have the same range
		}
		outer := open[len(open)-1]
		switch {
		case d.Kind == "import" || d.Kind == "export":
			text := b.Signature(d.Whole.Start+uint32(len(d.Kind)), d.Whole.End)
			imports.read(b, text, b.Line(d.Whole.Start), d.Kind == "export", len(open) > 1)
			continue
		case hides(outer.Kind):
			continue
		case d.Kind == outline.Hidden || d.Kind == "extension":
			open = append(open, scope{d, outer.path, outer.exported})
			continue
		case seen[d.Name.Start]:
			continue
		}
		seen[d.Name.Start] = true
		if d.Kind == "parameter" && !f.isField(b, d, outer.Definition) {
			continue
		}
		if d.Kind == "object" && outer.path == "" {
			imports.objects[unquoted(b.Text(d.Name))] = true
		}
		s := symbol(b, f, d, outer)
		b.Add(s)
		inside := scope{d, strings.TrimPrefix(outer.path+"."+s.Name, "."), s.Exported}
		if d.Kind == "package" {
			objects = append(objects, s.Name)
			inside.path = ""
		}
		open = append(open, inside)
	}
	b.AddTests(f.tests, testCall)
	b.SetPackage(packages(f.clauses, objects))
}

// testCall is the test, or the group of tests, that a callee makes, as ScalaTest, specs2, MUnit and ZIO have them: test("adds") { … }, "adds" in { … }; ""
// where it makes none.
func testCall(callee string) string {
	switch callee {
	case "test", "describe", "it", "property", "feature", "scenario", "suite":
		return callee
	case "in", "ignore", ">>":
		return "it"
	case "should", "must", "can", "when":
		return "describe"
	}
	return ""
}

// bodies finds the bodies of types that begin on a line of their own: after some heads the grammar takes
// them for blocks.
func (f *found) bodies(b *syntax.Builder) {
	blocks := map[uint32]uint32{}
	for _, d := range f.Definitions {
		if d.Kind == outline.Hidden {
			blocks[d.Whole.Start] = d.Whole.End
		}
	}
	taken := map[uint32]bool{}
	for i := range f.Definitions {
		d := &f.Definitions[i]
		switch d.Kind {
		case "class", "trait", "object":
		default:
			continue
		}
		gap := len(b.Src()) - len(bytes.TrimLeft(b.Src()[d.Whole.End:], " \t\r\n")) - int(d.Whole.End)
		start := d.Whole.End + uint32(gap)
		if end, ok := blocks[start]; ok && d.Head.End == d.Whole.End && bytes.Count(b.Src()[d.Whole.End:start], []byte("\n")) == 1 {
			d.Whole.End, taken[start] = end, true
		}
	}
	f.Definitions = slices.DeleteFunc(f.Definitions, func(d outline.Definition) bool {
		return d.Kind == outline.Hidden && taken[d.Whole.Start]
	})
}

// hides reports whether what a definition encloses is nobody else's.
func hides(kind string) bool {
	switch kind {
	case outline.Hidden, "function", "value", "type", "parameter":
		return true
	}
	return false
}

// isField reports whether a parameter of a class is a member of it: one that says val or var, and all in the
// first list of a case class.
func (f *found) isField(b *syntax.Builder, d, class outline.Definition) bool {
	words := strings.Fields(f.Line(b, analysis.Span{Start: d.Whole.Start, End: d.Name.Start}))
	if slices.Contains(words, "val") || slices.Contains(words, "var") {
		return true
	}
	before := strings.Fields(f.Line(b, analysis.Span{Start: class.Whole.Start, End: class.Name.Start}))
	if class.Kind != "case" && !slices.Contains(before, "case") {
		return false
	}
	depth := 0
	for _, c := range b.Src()[min(class.Name.End, d.Whole.Start):d.Whole.Start] {
		switch c {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return false
			}
		}
	}
	return true
}

// symbol is what a definition declares.
func symbol(b *syntax.Builder, f *found, d outline.Definition, outer scope) analysis.Symbol {
	s := analysis.Symbol{Name: unquoted(b.Text(d.Name)), Container: outer.path, Range: d.Whole,
		Line: b.Line(d.Name.Start), Doc: b.Doc(d.Whole.Start)}
	words := strings.Fields(f.Line(b, analysis.Span{Start: d.Whole.Start, End: max(d.Name.Start, d.Whole.Start)}))
	s.Exported = outer.exported && !slices.Contains(words, "private") && !slices.Contains(words, "private[this]")
	named := f.Line(b, analysis.Span{Start: d.Head.Start, End: d.Name.End}) // an operator may end like a head
	rest, _ := strings.CutPrefix(f.Line(b, d.Head), named)
	s.Signature = named + strings.TrimRight(rest, " =:{")
	switch d.Kind {
	case "class":
		s.Kind = analysis.Class
	case "trait":
		s.Kind = analysis.Trait
	case "object":
		s.Kind = analysis.Module
	case "package":
		s.Kind = analysis.Module
		s.Range.End = d.Head.End // its members are the package's
	case "enum":
		s.Kind = analysis.Enum
	case "case":
		s.Kind = analysis.Constant
		s.Range, s.Signature = d.Head, "case "+s.Signature
		if strings.HasPrefix(f.Line(b, analysis.Span{Start: d.Name.End, End: d.Head.End}), "(") {
			s.Kind = analysis.Class
		}
	case "type":
		s.Kind = analysis.TypeAlias
	case "function":
		s.Kind = analysis.Function
		if outer.path != "" {
			s.Kind = analysis.Method
		}
		if outer.Kind == "extension" {
			s.Signature = f.Line(b, outer.Head) + " " + s.Signature
		}
	case "parameter":
		s.Kind = analysis.Field
	case "given", "unnamed":
		s.Kind = valueKind(outer, false)
		s.Signature = strings.TrimSuffix(s.Signature, " with")
		if d.Kind == "unnamed" { // it is called after its type
			s.Name = "given_" + strings.Join(strings.FieldsFunc(s.Name, notInName), "_")
		}
	case "value":
		constant := (slices.Contains(words, "final") || slices.Contains(words, "inline")) && slices.Contains(words, "val")
		s.Kind = valueKind(outer, constant)
		typed := strings.Contains(f.Line(b, analysis.Span{Start: d.Name.End, End: d.Head.End}), ":")
		if d.Value.Start < d.Value.End && (!typed || constant) {
			s.Signature += " = " + f.Value(b, d.Value)
		}
	}
	return s
}

func valueKind(outer scope, constant bool) analysis.Kind {
	switch {
	case constant:
		return analysis.Constant
	case outer.path != "":
		return analysis.Field
	}
	return analysis.Variable
}

// notInName reports whether a rune of a type separates the words of which a given's name is made.
func notInName(r rune) bool { return strings.ContainsRune(" .,[](){}:=>&|?*", r) }

// packages is what the package clauses and the package objects of a file make up, as package jvm wants it.
func packages(clauses []clause, objects []string) string {
	slices.SortFunc(clauses, func(x, y clause) int { return cmp.Compare(x.whole.Start, y.whole.Start) })
	var names []string
	var open []clause // those that the current one is in, by their whole names
	for i, c := range clauses {
		for len(open) > 0 && open[len(open)-1].braces && !open[len(open)-1].whole.Contains(c.whole) {
			open = open[:len(open)-1]
		}
		if len(open) > 0 {
			c.name = open[len(open)-1].name + "/" + c.name
		}
		open = append(open, c)
		chained := i+1 < len(clauses) && (!c.braces || c.whole.Contains(clauses[i+1].whole))
		if !chained && !slices.Contains(names, c.name) {
			names = append(names, c.name)
		}
	}
	for _, o := range objects {
		if len(names) > 0 {
			o = names[0] + "." + o
		}
		names = append(names, o)
	}
	return strings.Join(names, " ")
}
