package ecmascript

import (
	"bytes"

	"github.com/contextls/contextls/analysis"
)

// A function of some length has the functions in it for definitions, as a class has its methods: what makes a renderer, a store or a component is
// hundreds of lines that nobody wants as a whole.
const (
	longFunction = 40 // lines from which on a function has local functions…
	leastLocal   = 3  // …of so many lines at the least
)

func (r *reader) lines(s analysis.Span) int {
	return bytes.Count(r.b.Src()[s.Start:s.End], []byte("\n")) + 1
}

// holds notes the body of a function that has a symbol.
func (r *reader) holds(body analysis.Span) {
	if body.End > body.Start && r.lines(body) >= longFunction {
		r.long[body.Start] = true
	}
}

// local adds a function that stands directly in the body of a long one.
func (r *reader) local(d definition, at place) {
	if !r.long[at.block] || r.lines(d.whole) < leastLocal {
		return
	}
	body, start := d.body, r.begin(d, at)
	switch lambda, isLambda := r.lambda(d); {
	case d.kind == "variable" && isLambda && r.b.Src()[lambda.body.Start] == '{':
		body = lambda.body
	case d.kind != "function" || body.End == 0:
		return
	}
	s := analysis.Symbol{Name: r.name(d.name), Kind: analysis.LocalFunction, Range: analysis.Span{Start: start, End: d.whole.End}}
	if s.Name != identifier(s.Name) {
		return // it takes something apart
	}
	s.Signature = r.b.Signature(start, body.Start)
	r.holds(body)
	r.within[start] = at.block
	r.add(s, d.name.Start)
}

// holders are the qualified names of the functions that have local functions, by where their bodies start.
func (r *reader) holders() map[uint32]string {
	holders := map[uint32]string{}
	for i := range r.b.Facts().Symbols {
		if s := &r.b.Facts().Symbols[i]; s.Kind == analysis.LocalFunction {
			holders[r.within[s.Range.Start]] = s.Container
		}
	}
	return holders
}
