package syntax

import (
	"strings"

	"github.com/contextls/contextls/analysis"
)

// Titled is a call that gives a function a title, such as it("adds", …), or "adds" in ….
type Titled struct{ whole, callee, title analysis.Span }

// TitledIn is the call that a match captures as @titled, with its @callee and its @title; it is not ok where there is none.
func TitledIn(m Match) (t Titled, ok bool) {
	if t.whole, ok = m.Span("titled"); !ok {
		return t, false
	}
	t.callee, _ = m.Span("callee")
	t.title, _ = m.Span("title")
	return t, t.title.Start < t.title.End // else the parser missed it
}

// AddTests adds those of some calls that make tests, or groups of tests. What a callee makes says makes: it, of it.skip; "" is nothing of the kind.
func (b *Builder) AddTests(calls []Titled, makes func(callee string) string) {
	for _, t := range calls {
		call, title := makes(b.Text(t.callee)), b.Text(t.title)
		if call == "" {
			continue
		}
		signature := call + "(" + title + ")"
		if t.title.Start < t.callee.Start {
			signature = title + " " + b.Text(t.callee)
		}
		b.AddTest(call, unquoted(title), signature, t.whole)
	}
}

// AddTest adds a test, or a group of tests, that goes by a title. Signature is how it is called.
func (b *Builder) AddTest(call, title, signature string, whole analysis.Span) {
	if name := analysis.TestName(call, title); name != "" {
		b.Add(analysis.Symbol{Name: name, Signature: analysis.ShortTitle(signature), Kind: analysis.TitledTest, Range: whole, Line: b.Line(whole.Start)})
	}
}

// unquoted is what a string literal says: 'adds', "adds", `adds`, [[adds]].
func unquoted(literal string) string {
	if strings.HasPrefix(literal, "[") { // Lua's
		return strings.Trim(literal, "[]=")
	}
	return strings.Trim(literal, "'\"`")
}
