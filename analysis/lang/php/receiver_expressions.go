package php

import (
	"strings"

	"github.com/contextls/contextls/analysis"
)

// value reads an expression up to a comma, and gives what it holds.
func (r *receivers) value() analysis.TypeExpr {
	if !r.Deeper() {
		return analysis.Unknown
	}
	defer r.Shallower()
	start := r.At
	t := r.operand()
	for {
		switch {
		case r.Take("?"):
			if r.Take(":") {
				return analysis.Either(t, r.value())
			}
			yes := r.value()
			if r.Take(":") {
				return analysis.Either(yes, r.value())
			}
			return yes
		case r.Take("??"):
			t = analysis.Either(t, r.value())
		case r.Take("instanceof"):
			t = r.narrows(start)
		case r.Is("=") || r.Is("??="):
			r.At++
			r.Take("&")
			r.context = expected{r.At, t}
			v := r.value()
			r.assign(start, v)
			return v
		case r.assigns():
			r.At++
			r.value()
			return analysis.Foreign
		case r.binary():
			r.At++
			start = r.At
			r.operand()
			t = analysis.Foreign
		default:
			return t
		}
	}
}

// narrows reads the class behind instanceof: of a variable of which nothing is known it says what it is.
func (r *receivers) narrows(start int) analysis.TypeExpr {
	if r.Kind() != 'n' {
		return analysis.Foreign
	}
	if r.Str(r.At)[0] != '$' {
		t := r.className(r.At)
		if name := r.Str(start); r.KindAt(start) == 'n' && name[0] == '$' && name != "$this" && r.IsAt(start+1, "instanceof") {
			if held := r.vars[name]; held == "" || held == analysis.Unknown {
				r.vars[name] = t
			} else {
				r.vars[name] = held.Or(t)
			}
		}
	}
	r.At++
	return analysis.Foreign
}

// assign notes what is assigned to what begins at a token.
func (r *receivers) assign(start int, t analysis.TypeExpr) {
	switch {
	case r.KindAt(start) == '[':
		at := r.At
		r.At = start
		r.target(t)
		r.At = at
	case r.KindAt(start) != 'n':
	case r.Is("list"):
	case r.IsAt(start, "$this") && r.IsAt(start+1, "->") && (r.IsAt(start+3, "=") || r.IsAt(start+3, "??=")) && r.given != nil:
		name := r.Str(start + 2)
		r.given[name] = analysis.Either(r.given[name], t)
	case r.Str(start)[0] == '$' && (r.IsAt(start+1, "=") || r.IsAt(start+1, "??=")):
		r.vars[r.Str(start)] = t
	case r.Str(start)[0] == '$' && r.KindAt(start+1) == '[' && r.IsAt(r.After(start+1), "="): // an element
		name := r.Str(start)
		if held := r.vars[name]; held == "" || held == analysis.Unknown || strings.HasPrefix(string(held), "[") {
			r.vars[name] = analysis.Either(held, analysis.Collection("", t))
		}
	}
}

func (r *receivers) assigns() bool {
	switch r.Kind() {
	case '+', '-', '*', '/', '.', '%', '&', '|', '^':
		return strings.HasSuffix(r.Str(r.At), "=")
	}
	return false
}

func (r *receivers) binary() bool {
	switch r.Kind() {
	case '+', '-', '*', '/', '.', '%', '<', '>', '&', '|', '^':
		return !r.assigns() && !r.Is("++") && !r.Is("--") && !r.Is("->") && !r.Is("...")
	case '=', '!':
		return r.Is("==") || r.Is("===") || r.Is("!=") || r.Is("!==")
	case 'n':
		switch r.Str(r.At) {
		case "and", "or", "xor":
			return true
		}
	}
	return false
}

// operand reads a value with what stands before and behind it.
func (r *receivers) operand() analysis.TypeExpr {
	if !r.Deeper() {
		return analysis.Unknown
	}
	defer r.Shallower()
	switch r.Kind() {
	case '!', '~', '+', '-':
		r.At++
		r.operand()
		return analysis.Foreign
	case '@', '&':
		r.At++
		return r.operand()
	case '.':
		if r.Take("...") {
			return r.operand()
		}
	case '(':
		if r.KindAt(r.At+1) == 'n' && r.IsAt(r.At+2, ")") {
			if t, ok := languageType(r.Str(r.At + 1)); ok && r.After(r.At) == r.At+3 {
				r.At += 3
				r.operand()
				return t
			}
		}
	}
	t := r.steps(r.primary())
	for r.Is("++") || r.Is("--") {
		r.At++
	}
	return t
}

// primary reads a value without what stands behind it.
func (r *receivers) primary() analysis.TypeExpr {
	switch r.Kind() {
	case '0':
		r.At++
		return analysis.Foreign
	case '"', '`':
		r.text()
		return analysis.Foreign
	case '(':
		t, at := analysis.Unknown, r.At
		r.Inside(func() {
			if r.context.at == at {
				r.context.at = r.At
			}
			t = r.value()
		})
		return t
	case '[':
		return r.array()
	case 'n':
	default:
		return analysis.Unknown
	}
	name := r.Str(r.At)
	if name[0] == '$' {
		r.At++
		if name == "$this" {
			return r.class.this
		}
		return r.vars[name]
	}
	switch strings.ToLower(name) {
	case "new":
		r.At++
		return r.construction()
	case "clone", "throw", "print", "yield", "include", "require", "include_once", "require_once":
		r.At++
		r.Take("from")
		return r.operand()
	case "null":
		r.At++
		return analysis.Unknown
	case "true", "false":
		r.At++
		return analysis.Foreign
	case "array", "list":
		if r.KindAt(r.At+1) == '(' {
			r.At++
			return r.array()
		}
	case "function", "fn":
		return r.closure()
	case "static":
		if r.IsAt(r.At+1, "function") || r.IsAt(r.At+1, "fn") {
			if r.context.at == r.At {
				r.context.at++
			}
			r.At++
			return r.closure()
		}
	case "match":
		if r.KindAt(r.At+1) == '(' {
			return r.match()
		}
	case "isset", "empty", "exit", "die":
		r.At++
		if r.Kind() == '(' {
			r.arguments(analysis.Unknown)
		}
		return analysis.Foreign
	case "as", "extends", "implements", "insteadof", "else", "case", "use":
		return analysis.Unknown
	}
	at := r.At
	r.At++
	switch {
	case r.Is("::"):
		return r.className(at)
	case r.Kind() == '(':
		if t, qualified := r.local[r.Tokens[at].Start]; qualified {
			return analysis.TypeExpr(t)
		}
		return r.named(name)
	}
	return analysis.Foreign // a constant
}

// text reads a string; one in double quotes may have values in it.
func (r *receivers) text() {
	if r.Tokens[r.At].End-r.Tokens[r.At].Start > 1 {
		r.At++
		return
	}
	quote := r.Str(r.At)
	for r.At++; r.At < r.End && !r.Take(quote); {
		before := r.At
		r.operand()
		if r.At == before {
			r.At++
		}
	}
}

// array reads the elements of an array.
func (r *receivers) array() (t analysis.TypeExpr) {
	r.Each(func(n int) {
		v := r.value()
		if r.Take("=>") {
			v = r.value()
		}
		if n < maxElements {
			t = analysis.Either(t, v)
		}
	})
	return analysis.Collection("", t)
}

// maxElements is how many elements of an array tell what it has in it.
const maxElements = 8

// match reads a match expression: any of its branches.
func (r *receivers) match() (t analysis.TypeExpr) {
	r.At++
	r.arguments(analysis.Unknown)
	if r.Kind() == '{' {
		r.Each(func(int) {
			if !r.Take("default") {
				r.value()
			}
			if r.Take("=>") {
				t = analysis.Either(t, r.value())
			}
		})
	}
	return t
}

// steps reads what stands behind a value: members, calls, indexes.
func (r *receivers) steps(t analysis.TypeExpr) analysis.TypeExpr {
	for before := -1; r.At < r.End && r.At > before; {
		before = r.At
		switch {
		case r.Is("->") || r.Is("?->") || r.Is("::"):
			r.At++
			switch r.Kind() {
			case 'n':
				t = r.member(r.At, t)
				r.At++
			case '{':
				r.Inside(func() { r.value() })
				t = analysis.Unknown
			}
		case r.Kind() == '[':
			r.Inside(func() { r.value() })
			t = t.Element()
		case r.Kind() == '(':
			r.arguments(t)
			if t != "" {
				t = t.Result(0)
			}
		default:
			return t
		}
	}
	return t
}

// arguments reads those of a call.
func (r *receivers) arguments(callee analysis.TypeExpr) {
	r.Each(func(n int) {
		if r.Kind() == 'n' && r.IsAt(r.At+1, ":") && !r.IsAt(r.At+1, "::") { // by its name
			r.b.Local(r.Tokens[r.At].Start)
			r.At += 2
		}
		r.context = expected{r.At, ""}
		if callee != "" {
			r.context.typ = callee.Param(n)
		}
		r.value()
	})
}

// construction reads what is behind new.
func (r *receivers) construction() analysis.TypeExpr {
	r.attributes()
	if r.Kind() != 'n' {
		r.operand()
		return analysis.Unknown
	}
	if r.Is("readonly") {
		r.At++
	}
	if r.Take("class") {
		if r.Kind() == '(' {
			r.arguments(analysis.Unknown)
		}
		outer := r.class
		r.class = class{}
		r.classBody(-1, "")
		t := r.class.this
		r.class = outer
		return t
	}
	t := analysis.Unknown
	if r.Str(r.At)[0] == '$' {
		r.At++
		for (r.Is("->") || r.Is("::")) && r.KindAt(r.At+1) == 'n' {
			r.At += 2
		}
	} else {
		t = r.className(r.At)
		r.At++
	}
	if r.Kind() == '(' {
		r.arguments(analysis.Unknown)
	}
	return t
}
