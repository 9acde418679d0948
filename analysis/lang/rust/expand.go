package rust

import (
	"slices"
	"strings"

	"github.com/contextls/contextls/analysis"
)

// expansion is what the macros of a file make of what they are given in it: public items as text, without their bodies,
// in the modules and impl blocks that they belong to. A name that was given is the first on its line.
type expansion struct {
	text  string
	given map[uint32]given // by line
}

// given is a name in a file that a macro was given there.
type given struct {
	analysis.Span
	line       uint32 // of the file
	invocation analysis.Span
}

// What the macros of one file may cost: a table of a thousand rows costs some ten thousand steps.
const (
	maxSteps     = 1 << 18 // pieces and trees that are looked at or written
	maxExpansion = 1 << 18 // bytes of text
	maxRecursion = 64      // macros that stand in what macros make
)

// expand expands the macros by example that a file has where it has items, each by the first of its rules that fits. Only
// what the file's own macros make is known: Facts of a file depend on its bytes alone.
func expand(src string) expansion {
	if !strings.Contains(src, "macro_rules") {
		return expansion{}
	}
	tokens := lex(src)
	if !makesItems(src, tokens) {
		return expansion{}
	}
	e := &expander{macros: map[string][]rule{}, left: maxSteps, given: map[uint32]given{}}
	e.items(trees(src, tokens), 0)
	return expansion{string(e.text), e.given}
}

// makesItems reports whether a macro names an item by what it is given: const $name.
func makesItems(src string, tokens []token) bool {
	for i := 1; i < len(tokens); i++ {
		if src[tokens[i].start] != '$' || tokens[i].kind != sign {
			continue
		}
		switch src[tokens[i-1].start:tokens[i-1].end] {
		case "const", "static", "mut", "type", "struct", "enum", "union", "trait", "fn", "mod":
			return true
		}
	}
	return false
}

// expander goes through a file. Everything that is done once for each of some trees spends one of its steps, so that no
// macro can go on for long.
type expander struct {
	macros     map[string][]rule // as far as the file has been read
	left       int               // steps
	invocation analysis.Span     // in the file, whose macro is expanded
	text       []byte
	line       uint32 // that the text is on
	given      map[uint32]given
}

// spend reports whether there are that many steps left, which are taken.
func (e *expander) spend(steps int) bool {
	e.left -= steps
	return e.left >= 0
}

// items goes through what stands where items do, in the file or in what so many macros make.
func (e *expander) items(in []tree, depth int) {
	for len(in) > 0 {
		n := itemLen(in)
		if depth > 0 && !e.spend(n) {
			return
		}
		e.item(in[:n], depth)
		in = in[n:]
	}
}

func (e *expander) item(it []tree, depth int) {
	n := attributes(it)
	attrs, it := it[:n], it[n:]
	if len(it) == 0 {
		return
	}
	word, at := keyword(it)
	last := &it[len(it)-1]
	switch word {
	case "macro_rules":
		if at+3 < len(it) {
			e.macros[it[at+2].text] = readRules(it[at+3].inner)
		}
	case "":
		bang := slices.IndexFunc(it, func(t tree) bool { return t.text == "!" })
		if bang < 1 || bang+1 == len(it) || depth == maxRecursion {
			return
		}
		if depth == 0 {
			e.invocation = analysis.Span{Start: it[0].Start, End: last.End}
		}
		e.invoke(it[bang-1].text, it[bang+1].inner, depth+1)
	case "mod", "impl":
		ofTrait := slices.ContainsFunc(it, func(t tree) bool { return t.text == "for" }) // whose names are not new
		if last.text == "{" && !ofTrait {
			e.around(it[:len(it)-1], last.inner, depth)
		}
	default:
		if depth > 0 && it[0].text == "pub" {
			e.define(attrs, it, word)
		}
	}
}

// invoke expands a macro with what it is given.
func (e *expander) invoke(name string, in []tree, depth int) {
	for _, r := range e.macros[name] {
		to := bindings{}
		if rest, ok := e.match(r.pattern, in, to); !ok || len(rest) > 0 {
			continue
		}
		var out []tree
		if e.transcribe(r.body, to, nil, &out) {
			e.items(out, depth)
		}
		return
	}
}

// transcribe appends what a body says with what its variables stand for, in the repetitions around it those at the given
// places. It reports whether that makes sense, and came to an end.
func (e *expander) transcribe(body []tree, to bindings, at []int, out *[]tree) bool {
	for len(body) > 0 {
		if !e.spend(1) {
			return false
		}
		var p piece
		p, body = cutPiece(body, false)
		b := to[p.variable]
		switch {
		case p.times != "":
			for k := range e.count(p.repeated, to, at) {
				if k > 0 {
					e.transcribe(p.separator, nil, nil, out)
				}
				if !e.transcribe(p.repeated, to, append(slices.Clip(at), k), out) {
					return false
				}
			}
		case b != nil:
			if b = b.in(at); b == nil || b.repeated || !e.spend(len(b.trees)) {
				return false
			}
			first := len(*out)
			if *out = append(*out, b.trees...); len(b.trees) > 0 {
				(*out)[first].spaced = p.spaced
			}
		default:
			t := *p.tree
			t.Span, t.inner = analysis.Span{}, nil
			if !e.transcribe(p.inner, to, at, &t.inner) {
				return false
			}
			if *out = append(*out, t); p.variable != "" { // a macro's that is made
				*out = append(*out, tree{text: p.variable, kind: word})
			}
		}
	}
	return true
}

// in is what a variable stands for at the given places of the repetitions around it; nil where there is nothing.
func (b *binding) in(at []int) *binding {
	for _, k := range at {
		if b == nil || !b.repeated {
			break
		}
		if k >= len(b.each) {
			return nil
		}
		b = b.each[k]
	}
	return b
}

// count is how often a part of a body is repeated: as often as a variable in it.
func (e *expander) count(body []tree, to bindings, at []int) (n int) {
	for len(body) > 0 && e.spend(1) {
		var p piece
		p, body = cutPiece(body, false)
		if b := to[p.variable].in(at); b != nil {
			n = max(n, len(b.each))
		}
		n = max(n, e.count(p.repeated, to, at), e.count(p.inner, to, at))
	}
	return n
}
