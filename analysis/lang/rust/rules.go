package rust

import "slices"

// rule is one of a macro by example: how what it is given looks, and what it makes of that.
type rule struct{ pattern, body []tree }

// readRules reads what stands in macro_rules! name { … }.
func readRules(in []tree) (rules []rule) {
	for len(in) > 3 && in[0].bracket() && in[1].text == "=" && in[2].text == ">" && in[3].bracket() {
		rules = append(rules, rule{in[0].inner, in[3].inner})
		if in = in[4:]; len(in) > 0 && in[0].text == ";" {
			in = in[1:]
		}
	}
	return rules
}

// piece is one of a rule: a tree as it is, a variable, or a repetition.
type piece struct {
	*tree            // as it is, else the $
	variable  string // its name…
	fragment  string // …and what it may stand for
	repeated  []tree // what is repeated…
	separator []tree // …between what…
	times     string // …and how often: *, + or ?; "" where this is no repetition
}

// cutPiece cuts the first piece off a pattern or a body, which is not empty.
func cutPiece(in []tree, pattern bool) (p piece, rest []tree) {
	p.tree = &in[0]
	if p.text != "$" || len(in) == 1 {
		return p, in[1:]
	}
	if in[1].kind == word {
		p.variable = in[1].text
		if pattern && len(in) > 3 && in[2].text == ":" {
			p.fragment = in[3].text
			return p, in[4:]
		}
		return p, in[2:]
	}
	for n := 2; in[1].text == "(" && n < min(len(in), 5); n++ { // a separator has up to two signs: =>
		if times := in[n].text; times == "*" || times == "+" || times == "?" {
			p.repeated, p.separator, p.times = in[1].inner, in[2:n], times
			return p, in[n+1:]
		}
	}
	return p, in[1:]
}

// bindings are what the variables of a rule stand for.
type bindings map[string]*binding

// binding is what one variable stands for: some trees, or one binding for each time that it is repeated.
type binding struct {
	trees    []tree
	repeated bool
	each     []*binding
}

// variables adds to bindings those of a pattern that is repeated, and stands for nothing yet.
func (e *expander) variables(pattern []tree, to bindings) {
	for len(pattern) > 0 && e.spend(1) {
		var p piece
		p, pattern = cutPiece(pattern, true)
		if p.variable != "" {
			to[p.variable] = &binding{repeated: true}
		}
		e.variables(p.repeated, to)
		e.variables(p.inner, to)
	}
}

// match reads what a macro is given by a pattern, and returns what is left of it.
func (e *expander) match(pattern, in []tree, to bindings) (rest []tree, ok bool) {
	for len(pattern) > 0 {
		if !e.spend(1) {
			return in, false
		}
		var p piece
		switch p, pattern = cutPiece(pattern, true); {
		case p.times != "":
			if in, ok = e.matchRepeated(p, in, to); !ok {
				return in, false
			}
		case p.variable != "":
			n := fragment(p.fragment, in)
			if n < 0 || !e.spend(n) {
				return in, false
			}
			to[p.variable] = &binding{trees: in[:n]}
			in = in[n:]
		case len(in) == 0 || in[0].text != p.text:
			return in, false
		default:
			if left, ok := e.match(p.inner, in[0].inner, to); !ok || len(left) > 0 {
				return in, false
			}
			in = in[1:]
		}
	}
	return in, true
}

// matchRepeated reads as many repetitions as there are. Each takes something, so there is an end.
func (e *expander) matchRepeated(p piece, in []tree, to bindings) (rest []tree, ok bool) {
	e.variables(p.repeated, to)
	count := 0
	for ; len(in) > 0 && (count == 0 || p.times != "?"); count++ {
		from := in
		if count > 0 && len(p.separator) > 0 {
			n := len(p.separator)
			if len(in) < n || !slices.EqualFunc(in[:n], p.separator, func(a, b tree) bool { return a.text == b.text }) {
				break
			}
			from = in[n:]
		}
		each := bindings{}
		left, ok := e.match(p.repeated, from, each)
		if !ok || len(left) == len(from) {
			break
		}
		for name, b := range each {
			if all := to[name]; all != nil {
				all.each = append(all.each, b)
			}
		}
		in = left
	}
	return in, count > 0 || p.times != "+"
}

// fragment is how many trees a variable of a kind takes, below 0 where none fit. Types and expressions are known by what
// may follow them.
func fragment(kind string, in []tree) int {
	if kind == "vis" {
		switch {
		case len(in) == 0 || in[0].text != "pub":
			return 0
		case len(in) > 1 && in[1].text == "(":
			return 2
		}
		return 1
	}
	if len(in) == 0 {
		return -1
	}
	fits, n := true, 1
	switch first := &in[0]; kind {
	case "tt":
	case "ident":
		fits = first.kind == word && first.text != "_"
	case "lifetime":
		fits = first.kind == literal
	case "literal":
		if first.text == "-" && len(in) > 1 {
			first, n = &in[1], 2
		}
		fits = first.kind == literal || first.text == "true" || first.text == "false"
	case "block":
		fits = first.text == "{"
	case "item":
		n = itemLen(in)
	case "ty", "path":
		n = typeLen(in)
	default:
		for n = 0; n < len(in) && !ends(in[n:], ",", ";"); n++ {
		}
	}
	if !fits || n == 0 {
		return -1
	}
	return n
}

// typeLen is how many trees a type takes.
func typeLen(in []tree) int {
	depth := 0 // of angles
	for n := range in {
		switch text := in[n].text; {
		case text == "<":
			depth++
		case text == ">" && n > 0 && in[n-1].text == "-": // an arrow
		case text == ">" && depth > 0:
			depth--
		case depth == 0 && ends(in[n:], ",", ";", "=", ":", "{", "|", ">", "as", "where"):
			return n
		}
	}
	return len(in)
}

// ends reports whether one of some texts or a => stands first.
func ends(in []tree, texts ...string) bool {
	return slices.Contains(texts, in[0].text) || in[0].text == "=" && len(in) > 1 && in[1].text == ">"
}
