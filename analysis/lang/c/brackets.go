package c

// pair finds the partner of each bracket of the structure, in one pass. Where the brackets of the file do
// not add up, as while somebody types, a second pass believes the indentation.
func (r *reader) pair() {
	if !r.pairBy(false) {
		r.facts.Problems = append(r.facts.Problems, "syntax errors")
		r.pairBy(true)
	}
}

// pairBy reports whether all braces found their partners.
func (r *reader) pairBy(indentation bool) bool {
	r.match = make([]int32, len(r.code))
	for i := range r.match {
		r.match[i] = -1
	}
	var open []int32 // brackets without a partner yet
	whole := true
	for i := range r.code {
		t := r.at(i)
		if t.kind != sign {
			continue
		}
		if indentation && (t.sign == '}' && t.first || t.sign == '{') {
			open = r.outdented(open, i)
		}
		switch t.sign {
		case '(', '[', '{':
			open = append(open, int32(i))
		case '<':
			if r.opensAngle(i) {
				open = append(open, int32(i))
			}
		case '>':
			if n := len(open) - 1; n >= 0 && r.is(int(open[n]), '<') {
				r.join(open[n], i)
				open = open[:n]
			}
		case ';': // ends what looked like a template's argument list
			for len(open) > 0 && r.is(int(open[len(open)-1]), '<') {
				open = open[:len(open)-1]
			}
		case ')', ']', '}':
			var ok bool
			open, ok = r.closes(open, i)
			whole = whole && ok
		}
	}
	for _, o := range open {
		whole = whole && !r.is(int(o), '{')
	}
	return whole
}

func (r *reader) join(open int32, end int) { r.match[open], r.match[end] = int32(end), open }

// closes joins a closing bracket with the last open one of its sort. Those of other sorts in between stay
// alone, but a brace is stepped over by none but a brace.
func (r *reader) closes(open []int32, i int) ([]int32, bool) {
	partner := byte('{')
	switch r.at(i).sign {
	case ')':
		partner = '('
	case ']':
		partner = '['
	}
	for n := len(open) - 1; n >= 0; n-- {
		if r.is(int(open[n]), partner) {
			r.join(open[n], i)
			return open[:n], true
		}
		if r.is(int(open[n]), '{') {
			return open[:n+1], true // a lone ) or ]
		}
	}
	return open[:0], partner != '{'
}

// outdented drops the open braces that have been left without being closed: a closing one at the start of
// a line closes what begins on a line with its own indentation; and what has the indentation of the
// function around it is not in it any more.
func (r *reader) outdented(open []int32, i int) []int32 {
	t := r.at(i)
	for n := len(open) - 1; n >= max(0, len(open)-lookBack); n-- {
		o := r.at(int(open[n]))
		if o.sign != '{' {
			continue
		}
		function := r.is(int(open[n])-1, ')')
		if t.sign == '}' && o.indent > t.indent || t.sign == '{' && function && t.indent <= o.indent && t.line > o.line {
			open = open[:n]
			continue
		}
		break
	}
	return open
}

// lookBack is how many open brackets are compared with a line's indentation: more never stand in good code.
const lookBack = 64

// opensAngle reports whether a < may begin a template's parameters or arguments.
func (r *reader) opensAngle(i int) bool {
	if r.is(i+1, '<') && !r.at(i+1).apart || r.is(i-1, '<') {
		return false
	}
	before := r.at(i - 1)
	return before.kind == word && before.keyword != operatorKey || r.is(i-1, ']')
}
