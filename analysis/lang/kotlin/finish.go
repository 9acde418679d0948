package kotlin

import (
	"cmp"
	"slices"
	"strings"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/analysis/lang/outline"
	"github.com/contextls/contextls/analysis/syntax"
)

// finish makes symbols of the definitions that are not hidden inside others.
func finish(b *syntax.Builder, f *found) {
	f.SortAnnotations()
	f.bodies()
	if len(b.Facts().Problems) > 0 || f.misread {
		f.Mend(b.Src(), parser())
	}
	f.Sort()
	f.addBuilds(b)
	type scope struct {
		span     analysis.Span
		path     string // of the types, dotted
		hides    bool
		exported bool
	}
	seen := map[uint32]bool{}
	open := []scope{{span: analysis.Span{End: uint32(len(b.Src()))}, exported: true}}
	for _, d := range f.Definitions {
		for len(open) > 1 && (!open[len(open)-1].span.Contains(d.Whole) || open[len(open)-1].span == d.Whole && d.Kind != outline.Hidden) {
			open = open[:len(open)-1] // names of one declaration have the same range
		}
		outer := open[len(open)-1]
		if outer.hides {
			continue
		}
		if d.Kind == outline.Hidden {
			open = append(open, scope{span: d.Whole, hides: true})
			continue
		}
		if seen[d.Name.Start] {
			continue
		}
		seen[d.Name.Start] = true
		s := symbol(b, f, d)
		s.Container = outer.path
		s.Exported = s.Exported && outer.exported
		if s.Container != "" {
			s.Kind = member(s.Kind)
		}
		b.Add(s)
		open = append(open, scope{d.Whole, strings.TrimPrefix(outer.path+"."+s.Name, "."), !isType(d.Kind), s.Exported})
	}
	b.AddTests(f.tests, testCall)
}

// testCall is the test, or the group of tests, that a callee makes, as Kotest has them; "" where it makes none.
func testCall(callee string) string {
	switch callee = strings.Trim(callee, "`"); callee {
	case "test", "context", "describe", "it", "should", "expect", "feature", "scenario", "given", "when", "then", "xtest", "xcontext", "xdescribe", "xit":
		return callee
	}
	return ""
}

// addBuilds adds the imports of a build script, which is in no package, each once.
func (f *found) addBuilds(b *syntax.Builder) {
	if b.Facts().Package != "" {
		return
	}
	seen := map[string]bool{}
	for _, imp := range f.builds {
		if !seen[imp.Specifier] {
			seen[imp.Specifier] = true
			b.Import(imp)
		}
	}
	slices.SortStableFunc(b.Facts().Imports, func(x, y analysis.Import) int { return cmp.Compare(x.Line, y.Line) })
}

// bodies finds the bodies of types that delegate: the grammar takes the last braces of "class A : B by c {…}"
// for a lambda that is given to c.
func (f *found) bodies() {
	bodiless := map[uint32]*outline.Definition{}
	for i := range f.Definitions {
		if d := &f.Definitions[i]; isType(d.Kind) && d.Head.End == d.Whole.End {
			bodiless[d.Whole.End] = d
		}
	}
	f.Definitions = slices.DeleteFunc(f.Definitions, func(d outline.Definition) bool {
		t := bodiless[d.Whole.End]
		if d.Kind != outline.Hidden || t == nil || t.Whole.Start > d.Whole.Start {
			return false
		}
		t.Head.End = d.Whole.Start
		return true
	})
}

// isType reports whether what a definition encloses is a member of it.
func isType(kind string) bool { return kind == "class" || kind == "object" || kind == "companion" }

// member is the kind of what would be a k outside the type that it is in.
func member(k analysis.Kind) analysis.Kind {
	switch k {
	case analysis.Function, analysis.AsyncFunction:
		return analysis.Method
	case analysis.Variable:
		return analysis.Field
	}
	return k
}

// symbol is what a definition declares, as it would be at the top level.
func symbol(b *syntax.Builder, f *found, d outline.Definition) analysis.Symbol {
	s := analysis.Symbol{Name: strings.Trim(b.Text(d.Name), "`"), Range: d.Whole, Line: b.Line(d.Name.Start), Doc: b.Doc(d.Whole.Start)}
	before := strings.Fields(f.Line(b, analysis.Span{Start: d.Whole.Start, End: d.Name.Start}))
	s.Exported = !slices.Contains(before, "private")
	s.Signature = f.Line(b, d.Head)
	switch d.Kind {
	case "class":
		s.Kind = analysis.Class
		if head, _, found := strings.Cut(s.Signature, "({"); found { // what a base class is given to do: class A : FunSpec({ … })
			s.Signature = head + "({…})"
		}
		if slices.Contains(before, "interface") {
			s.Kind = analysis.Interface
		} else if slices.Contains(before, "enum") {
			s.Kind = analysis.Enum
		}
	case "object":
		s.Kind = analysis.Class
	case "companion":
		s.Kind = analysis.Class
		if s.Name == "companion" {
			s.Name = "Companion"
		}
	case "facade":
		s.Kind = analysis.Module
	case "alias":
		s.Kind = analysis.TypeAlias
	case "function":
		s.Kind = analysis.Function
		if slices.Contains(before, "suspend") {
			s.Kind = analysis.AsyncFunction
		}
	case "constructor":
		s.Kind = analysis.Method
	case "entry":
		s.Kind = analysis.Constant
	case "parameter":
		s.Kind = analysis.Field
	case "property":
		s.Kind = analysis.Variable
		if slices.Contains(before, "const") {
			s.Kind = analysis.Constant
		}
		s.Signature, _, _ = strings.Cut(strings.TrimSuffix(s.Signature, ","), " by ") // of one that the tree has lost
		s.Signature += f.value(b, d, s.Kind == analysis.Constant)
	}
	return s
}

// value is what a signature says after the name of a constant, or of a property whose type is not given:
// what it is set to, or who it is delegated to.
func (f *found) value(b *syntax.Builder, d outline.Definition, constant bool) string {
	value, ok := f.values[d.Whole.Start]
	if !ok {
		value = d.Value
	}
	typed := strings.Contains(f.Line(b, analysis.Span{Start: d.Name.End, End: d.Head.End}), ":")
	switch {
	case typed && !constant || value.Start >= value.End:
		return ""
	case strings.HasPrefix(b.Text(value), "by "):
		return " " + f.Value(b, value)
	}
	return " = " + f.Value(b, value)
}
