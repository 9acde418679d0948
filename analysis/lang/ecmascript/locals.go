package ecmascript

import (
	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/analysis/syntax"
)

func (r *reader) lines(s analysis.Span) int { return syntax.Lines(r.b.Src()[s.Start:s.End]) }

// measure notes the body of a function that has a symbol, if it is a long one.
func (r *reader) measure(body analysis.Span) {
	if body.End > body.Start && r.lines(body) >= syntax.LongFunction {
		r.long[body.Start] = true
	}
}

// local adds a function that stands directly in the body of a long one.
func (r *reader) local(d definition, at place) {
	if !r.long[at.block] || r.lines(d.whole) < syntax.LeastLocal {
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
	r.measure(body)
	r.within[start] = at.block
	r.add(s, d.name.Start)
}

// hold notes a definition whose value is long, and may have functions in it: a plugin, a store, a component and its methods.
func (r *reader) hold(d definition) {
	if d.value.End > 0 && r.lines(d.value) >= syntax.LongFunction {
		r.object = d.value
	}
}

// key adds a function that is the value of a key in a long object.
func (r *reader) key(d definition) {
	if !r.object.Contains(d.whole) || r.lines(d.whole) < syntax.LeastLocal {
		return
	}
	body := d.body
	if lambda, is := r.lambda(d); is && r.b.Src()[lambda.body.Start] == '{' {
		body = lambda.body
	}
	s := analysis.Symbol{Name: r.name(d.name), Kind: analysis.LocalFunction, Range: d.whole}
	if body.End == 0 || s.Name != identifier(s.Name) {
		return
	}
	s.Signature = r.b.Signature(d.whole.Start, body.Start)
	r.measure(body)
	r.add(s, d.name.Start)
}

// holders are the qualified names of the functions that have local functions in their bodies, by where their bodies start.
func (r *reader) holders() map[uint32]string {
	holders := map[uint32]string{}
	for i := range r.b.Facts().Symbols {
		s := &r.b.Facts().Symbols[i]
		if body, in := r.within[s.Range.Start]; in && s.Kind == analysis.LocalFunction {
			holders[body] = s.Container
		}
	}
	return holders
}
