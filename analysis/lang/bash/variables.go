package bash

import (
	"bytes"
	"slices"
	"strings"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/analysis/syntax"
)

// maxValue is how long a value can be, in bytes, to be shown.
const maxValue = 60

// readVariables adds the variables of the top level, once each. One that stands further right and is
// not declared is the temporary of a loop or a branch. Those that name places go to Facts.Package.
func readVariables(b *syntax.Builder, o *outline, inside func(analysis.Span) bool) {
	f := b.Facts()
	environment := syntax.Within(o.environments)
	seen := map[string]bool{}
	at := places{}
	var order []string
	slices.SortFunc(o.assignments, func(x, y assignment) int { return int(int64(x.whole.Start) - int64(y.whole.Start)) })
	for _, a := range o.assignments {
		if inside(a.whole) || environment(a.whole) {
			continue
		}
		name := b.Text(a.name)
		if place, ok := at.of(b.Text(a.value)); ok && !strings.ContainsAny(place, " =") {
			if _, again := at[name]; !again {
				order = append(order, name)
			}
			at[name] = place
		}
		declaration, declared := declarationOf(o.declarations, a.whole)
		if seen[name] || !declared && !startsLine(b.Src(), a.whole.Start) {
			continue
		}
		seen[name] = true
		s := analysis.Symbol{Name: name, Kind: analysis.Variable, Exported: true, Range: a.whole, Line: b.Line(a.name.Start)}
		s.Signature = name + "=" + value(b, a)
		if declared {
			words := strings.Fields(b.Text(analysis.Span{Start: declaration.Start, End: a.whole.Start}))
			if isReadOnly(words) {
				s.Kind = analysis.Constant
			}
			s.Signature = strings.Join(declarer(words), " ") + " " + s.Signature
			s.Doc = doc(b.Src(), declaration.Start)
		} else {
			s.Doc = doc(b.Src(), a.whole.Start)
		}
		b.Add(s)
	}
	for _, d := range o.declarations { // readonly NAME, of one that has its value
		words := strings.Fields(b.Text(d))
		for i := range f.Symbols {
			if s := &f.Symbols[i]; s.Kind == analysis.Variable && isReadOnly(words) && slices.Contains(words, s.Name) && !inside(d) {
				s.Kind = analysis.Constant
			}
		}
	}
	for i, name := range order {
		order[i] = name + "=" + at[name]
	}
	b.SetPackage(strings.Join(order, " "))
}

// declarationOf finds the readonly, export or declare that an assignment belongs to.
func declarationOf(declarations []analysis.Span, a analysis.Span) (analysis.Span, bool) {
	for _, d := range declarations {
		if d.Contains(a) {
			return d, true
		}
	}
	return a, false
}

// declarer is a declaration's command with its options, without the names declared with it.
func declarer(words []string) []string {
	n := 1
	for n < len(words) && strings.HasPrefix(words[n], "-") {
		n++
	}
	return words[:min(n, len(words))]
}

func isReadOnly(words []string) bool {
	return len(words) > 0 && (words[0] == "readonly" ||
		len(words) > 1 && strings.HasPrefix(words[1], "-") && strings.Contains(words[1], "r"))
}

// value is an assignment's value as its symbol shows it.
func value(b *syntax.Builder, a assignment) string {
	if a.value.End == 0 {
		return ""
	}
	text := b.Text(a.value)
	switch {
	case len(text) <= maxValue && !strings.ContainsAny(text, "\r\n"):
		return strings.TrimSpace(text)
	case strings.HasPrefix(text, "("):
		return "(…)"
	}
	return "…"
}

func startsLine(src []byte, at uint32) bool { return at == 0 || src[at-1] == '\n' }

// doc is the first sentence of the comment lines right above an offset. Those that speak to tools say
// nothing.
func doc(src []byte, at uint32) string {
	start := bytes.LastIndexByte(src[:at], '\n') + 1
	if len(bytes.TrimSpace(src[start:at])) > 0 {
		return ""
	}
	var lines []string
	for start > 0 {
		end := start - 1
		start = bytes.LastIndexByte(src[:end], '\n') + 1
		line, comment := strings.CutPrefix(strings.TrimSpace(string(src[start:end])), "#")
		if !comment {
			break
		}
		says := strings.TrimSpace(strings.TrimLeft(line, "#-=* \t"))
		if !strings.HasPrefix(line, "!") && !strings.HasPrefix(says, "shellcheck ") {
			lines = append(lines, says)
		}
	}
	slices.Reverse(lines)
	return syntax.Sentence(lines)
}
