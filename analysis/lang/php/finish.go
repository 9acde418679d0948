package php

import (
	"bytes"
	"cmp"
	"slices"
	"strings"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/analysis/syntax"
)

// finish brings what read left into order: it mends what syntax errors broke, drops what is defined
// inside functions, names containers, and resolves the names of other files' classes.
func finish(b *syntax.Builder, d *draft) {
	f := b.Facts()
	if len(f.Problems) > 0 {
		mend(b, d)
	}
	slices.SortStableFunc(d.symbols, func(x, y definition) int {
		return cmp.Or(cmp.Compare(x.Range.Start, y.Range.Start), cmp.Compare(y.Range.End, x.Range.End))
	})
	var open []definition // the definitions around the current one
	for _, s := range d.symbols {
		for len(open) > 0 && !open[len(open)-1].Range.Contains(s.Range) {
			open = open[:len(open)-1]
		}
		class, inFunction := "", false
		for _, o := range open {
			switch {
			case isClass(o.Kind):
				class = o.Name
			case o.Kind == analysis.Function || o.Kind == analysis.Method:
				inFunction = true
			}
		}
		switch {
		case s.promoted && len(open) > 0 && open[len(open)-1].Kind == analysis.Method:
			inFunction = slices.ContainsFunc(open[:len(open)-1], func(o definition) bool {
				return o.Kind == analysis.Function || o.Kind == analysis.Method
			})
		case s.Kind == analysis.Function && class != "":
			s.Kind = analysis.Method
		case s.Kind == analysis.Method && class == "": // its class was lost
			s.Kind = analysis.Function
		}
		open = append(open, s)
		if inFunction {
			continue
		}
		s.Container = class
		s.Exported = !isPrivate(s.Signature)
		b.Add(s.Symbol)
	}
	b.AddTests(d.tests, testCall)
	resolveNames(b, d)
	slices.SortStableFunc(f.Imports, func(x, y analysis.Import) int { return cmp.Compare(x.Line, y.Line) })
	b.Nest()
	readReceivers(b, d)
}

// testCall is the test, or the group of tests, that a callee makes, as Pest has them; "" where it makes none.
func testCall(callee string) string {
	switch callee {
	case "describe", "it", "test", "arch":
		return callee
	}
	return ""
}

func isClass(k analysis.Kind) bool {
	return k == analysis.Class || k == analysis.Interface || k == analysis.Trait || k == analysis.Enum
}

// isPrivate reports whether private is one of the words that a signature begins with.
func isPrivate(signature string) bool {
	for word := range strings.FieldsSeq(signature) {
		switch word {
		case "private", "private(set)":
			return word == "private"
		case "abstract", "final", "static", "readonly", "public", "protected", "var":
		default:
			return false
		}
	}
	return false
}

// mend ends classes where their braces close: to the parser a class ends with the first member that it
// does not understand (a constant of an enum), and what follows are functions. Where a brace is missing, a
// class ends before the next definition that is indented no more than itself.
func mend(b *syntax.Builder, d *draft) {
	src := b.Src()
	var starts []uint32 // of definitions that stand outside of classes, or in braces of a namespace
	for i := range d.symbols {
		s := &d.symbols[i]
		if s.Kind == analysis.Function || s.Kind == analysis.Constant {
			withModifiers(b, s)
		}
		if s.Kind == analysis.Function || isClass(s.Kind) && !s.anonymous {
			starts = append(starts, s.Range.Start)
		}
	}
	slices.Sort(starts)
	for i := range d.symbols {
		s := &d.symbols[i]
		brace := bytes.IndexByte(src[s.Range.Start:s.Range.End], '{')
		if !isClass(s.Kind) || s.anonymous || brace < 0 {
			continue
		}
		s.Range.End = max(s.Range.End, skipBrackets(src, s.Range.Start+uint32(brace), uint32(len(src))))
		next, _ := slices.BinarySearch(starts, s.Range.Start+1)
		for _, start := range starts[next:] {
			if start >= s.Range.End {
				break
			}
			if indentation(src, start) <= indentation(src, s.Range.Start) {
				s.Range.End = uint32(len(bytes.TrimRight(src[:start], " \t\r\n")))
			}
		}
	}
}

// indentation is how far from the beginning of its line an offset is; far, unless only white space is
// before it there.
func indentation(src []byte, offset uint32) int {
	line := src[bytes.LastIndexByte(src[:offset], '\n')+1 : offset]
	if len(bytes.TrimSpace(line)) > 0 {
		return len(src)
	}
	return len(line)
}

// withModifiers widens a definition by the words before it that the parser did not take for its modifiers.
func withModifiers(b *syntax.Builder, s *definition) {
	src, start := b.Src(), s.Range.Start
	for {
		before := bytes.TrimRight(src[:start], " \t")
		word := before[bytes.LastIndexAny(before, " \t\r\n;{}")+1:]
		if !isModifier(string(word)) {
			break
		}
		start = uint32(len(before) - len(word))
	}
	if start < s.Range.Start {
		s.Signature = b.Signature(start, s.Range.Start) + " " + s.Signature
		s.Range.Start, s.Doc = start, docOf(b, start)
	}
}

func isModifier(word string) bool {
	switch word {
	case "public", "protected", "private", "static", "final", "abstract":
		return true
	}
	return false
}
