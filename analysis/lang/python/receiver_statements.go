package python

import (
	"github.com/contextls/contextls/analysis"
)

// line reads a logical line: statements with semicolons between them, the first of which may be the head of a block.
func (r *receivers) line(i, end int) {
	indent := r.indent(i)
	r.indented = indent
	r.leave(indent)
	narrow := r.top().narrow[:0]
	for _, n := range r.top().narrow {
		if n.indent < indent {
			narrow = append(narrow, n)
		}
	}
	r.top().narrow = narrow
	for i < end {
		j := r.next(i, end, semicolonSign)
		r.statement(i, j, indent)
		i = j + 1
	}
}

// leave ends the definitions that a line of an indent is no longer in.
func (r *receivers) leave(indent int) {
	for len(r.frames) > 1 && r.top().indent >= indent {
		f := *r.top()
		r.frames = r.frames[:len(r.frames)-1]
		if f.symbol == nil || f.gives == "" || f.gives == analysis.Unknown {
			continue
		}
		t := f.symbol.of(f.gives, f.yields)
		r.types[f.symbol.def] = t
		if outer := r.top(); f.symbol.held && outer.names != nil {
			h := outer.names[f.symbol.def.name]
			h.typ = t
			outer.names[f.symbol.def.name] = h
		}
	}
}

func (r *receivers) statement(i, end, indent int) {
	if i >= end {
		return
	}
	if r.is(i, end, "async") {
		i++
	}
	if i >= end {
		return
	}
	word := ""
	if r.tokens[i].kind == 'n' {
		word = r.str(i)
	}
	switch word {
	case "def":
		r.def(i, end, indent)
		return
	case "class":
		r.class(i, end, indent)
		return
	case "if", "elif", "while":
		colon := r.colon(i, end)
		r.value(i+1, colon)
		r.narrowBy(i+1, colon, indent)
		r.statement(colon+1, end, indent+1)
	case "for":
		colon := r.colon(i, end)
		r.loop(i, colon)
		r.statement(colon+1, end, indent+1)
	case "with":
		colon := r.colon(i, end)
		r.with(i+1, colon)
		r.statement(colon+1, end, indent+1)
	case "except":
		colon := r.colon(i, end)
		as := r.next(i, colon, asWord)
		t := r.value(i+1, as)
		if as+1 < colon {
			r.declare(as+1, t, false)
		}
		r.statement(colon+1, end, indent+1)
	case "else", "try", "finally":
		r.statement(r.colon(i, end)+1, end, indent+1)
	case "assert":
		r.value(i+1, end)
		r.narrowBy(i+1, end, indent-1)
	case "return", "raise", "del":
		if from := r.next(i+1, end, fromWord); word == "raise" && from < end {
			r.value(i+1, from)
			i = from
		}
		if t := r.value(i+1, end); word == "return" {
			r.top().gives = union(r.top().gives, t)
		}
	case "import", "from":
		r.imports(i, end)
	case "global", "nonlocal", "pass", "break", "continue":
	case "type":
		if !r.alias(i, end) {
			r.assignment(i, end)
		}
	case "match", "case":
		if !r.matchOrCase(i, end, indent) {
			r.assignment(i, end)
		}
	default:
		if r.tokens[i].kind == '@' {
			t := r.value(i+1, end)
			last := i + 1
			for last+2 < end && r.is(last+1, end, ".") {
				last += 2
			}
			if last < end {
				r.decorators = append(r.decorators, decorator{r.str(last), t})
			}
			return
		}
		r.assignment(i, end)
	}
	r.decorators = nil
}

// colon is where the head of a block ends.
func (r *receivers) colon(i, end int) int {
	for i < end {
		j := r.next(i, end, colonSign|lambdaWord)
		if !r.is(j, end, "lambda") {
			return j
		}
		i = r.next(j, end, colonSign) + 1
	}
	return end
}

// narrowBy takes isinstance(name, type) for true in the block to come, unless it is but one of several alternatives.
func (r *receivers) narrowBy(i, end, indent int) {
	if r.next(i, end, orWord|notWord) < end {
		return
	}
	for i < end {
		if r.is(i, end, "isinstance") && i+1 < end && r.tokens[i+1].kind == '(' {
			if a := r.arguments(i + 1); len(a) == 2 && a[0][0]+1 == a[0][1] && r.tokens[a[0][0]].kind == 'n' {
				t := analysis.TypeExpr("")
				from, to := a[1][0], a[1][1]
				if r.tokens[from].kind == '(' {
					from, to = from+1, to-1
				}
				for _, p := range r.split(from, to) {
					t = union(t, r.annotation(p[0], p[1]))
				}
				f := r.top()
				f.narrow = append(f.narrow, narrowed{r.str(a[0][0]), t, indent})
			}
		}
		i = r.after(i)
	}
}
