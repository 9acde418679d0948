package python

import (
	"cmp"
	"slices"
	"strings"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/analysis/syntax"
)

// finish brings what read added into order: it mends what syntax errors broke, drops what is defined
// inside functions, tells methods from functions and fields from variables, and says what is exported
// and re-exported.
func finish(b *syntax.Builder, functions *functions) {
	f := b.Facts()
	if len(f.Problems) > 0 {
		mend(b)
	}
	slices.SortStableFunc(f.Symbols, func(x, y analysis.Symbol) int {
		return cmp.Or(cmp.Compare(x.Range.Start, y.Range.Start), cmp.Compare(y.Range.End, x.Range.End))
	})
	slices.SortStableFunc(f.Imports, func(x, y analysis.Import) int { return cmp.Compare(x.Line, y.Line) })
	listed := map[string]bool{}
	f.Exports = slices.DeleteFunc(f.Exports, func(e analysis.Export) bool {
		again := listed[e.Name]
		listed[e.Name] = true
		return again
	})
	reExport(b)

	type name struct{ container, name string }
	seen := map[name]bool{}
	type opened struct {
		analysis.Symbol
		dropped bool
	}
	var open []opened // the definitions around the current one
	kept := f.Symbols[:0]
	for _, s := range f.Symbols {
		for len(open) > 0 && !open[len(open)-1].Range.Contains(s.Range) {
			open = open[:len(open)-1]
		}
		if len(open) > 0 {
			outer := &open[len(open)-1]
			switch {
			case outer.Line == s.Line && outer.Name == s.Name: // once more without its decorators
				continue
			case outer.Kind == analysis.Class && !outer.dropped:
				s.Container, s.Kind = syntax.Inside(&outer.Symbol), member(s.Kind)
			case outer.dropped || !functions.long[outer.Range.Start] || s.Kind != analysis.Function && s.Kind != analysis.AsyncFunction ||
				syntax.Lines(b.Src()[s.Range.Start:s.Range.End]) < syntax.LeastLocal: // inside a function
				if !isValue(s.Kind) {
					open = append(open, opened{s, true})
				}
				continue
			default:
				s.Container, s.Kind = syntax.Inside(&outer.Symbol), analysis.LocalFunction
			}
		}
		if s.Name == "" { // the parser made it up
			continue
		}
		id := name{s.Container, s.Name}
		if isValue(s.Kind) && seen[id] {
			continue // assigned again
		}
		seen[id] = true
		s.Exported = s.Kind != analysis.LocalFunction && isPublic(s.Name) && (s.Container != "" || len(listed) == 0 || listed[s.Name])
		kept = append(kept, s)
		if !isValue(s.Kind) {
			open = append(open, opened{s, false})
		}
	}
	f.Symbols = kept
	readReceivers(b)
}

// member is the kind of what would be a k outside the class that it is in.
func member(k analysis.Kind) analysis.Kind {
	switch k {
	case analysis.Function, analysis.AsyncFunction:
		return analysis.Method
	case analysis.Constant, analysis.Variable:
		return analysis.Field
	}
	return k
}

// isValue reports whether a symbol of this kind is made by an assignment, which can happen again.
func isValue(k analysis.Kind) bool {
	return k == analysis.Constant || k == analysis.Variable || k == analysis.Field
}

// isPublic reports whether a name is public by convention, as those that Python itself gives a meaning are.
func isPublic(name string) bool {
	return !strings.HasPrefix(name, "_") || len(name) > 4 && strings.HasPrefix(name, "__") && strings.HasSuffix(name, "__")
}

// reExport marks the imports outside all definitions: what these bind are names of the module, which
// others can import from it. No two of a definition and an import outside it share a line.
func reExport(b *syntax.Builder) {
	f := b.Facts()
	definition := 0
	last := int64(-1) // the last line of the definitions up to here
	for i := range f.Imports {
		imp := &f.Imports[i]
		for ; definition < len(f.Symbols); definition++ {
			s := f.Symbols[definition]
			if b.Line(s.Range.Start) > imp.Line {
				break
			}
			if !isValue(s.Kind) {
				last = max(last, int64(b.Line(s.Range.End-1)))
			}
		}
		imp.ReExport = int64(imp.Line) > last
	}
}
