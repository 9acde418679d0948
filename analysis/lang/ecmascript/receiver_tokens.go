package ecmascript

// maxNesting is how deep brackets may nest before what is in them is skipped.
const maxNesting = 200

func (r *receivers) str(i int) string { return r.text[r.tokens[i].start:r.tokens[i].end] }

// kind is the kind of the token to be read, 0 at the end.
func (r *receivers) kind() byte { return r.kindAt(r.i) }

func (r *receivers) kindAt(i int) byte {
	if i < r.end {
		return r.tokens[i].kind
	}
	return 0
}

// is reports whether the token to be read is this word or operator.
func (r *receivers) is(word string) bool { return r.isAt(r.i, word) }

func (r *receivers) isAt(i int, word string) bool {
	if i >= r.end {
		return false
	}
	t := &r.tokens[i]
	return int(t.end-t.start) == len(word) && t.kind != '"' && r.text[t.start:t.end] == word
}

// take reads a word or an operator, if it is the next.
func (r *receivers) take(word string) bool {
	if r.is(word) {
		r.i++
		return true
	}
	return false
}

// newLine reports whether a token is the first of its line.
func (r *receivers) newLine(i int) bool { return i < r.end && r.tokens[i].newLine }

// after is where the token after one stands, brackets and all that is in them counting as one.
func (r *receivers) after(i int) int {
	if i < r.end && int(r.tokens[i].close) > i {
		return int(r.tokens[i].close) + 1
	}
	return i + 1
}

// deeper goes a level deeper, for a function that calls itself, and reports whether that is allowed; if not, it passes
// over the token. Each true is followed by shallower.
func (r *receivers) deeper() bool {
	if r.depth++; r.depth <= maxNesting {
		return true
	}
	r.depth--
	r.i = r.after(r.i)
	return false
}

func (r *receivers) shallower() { r.depth-- }

// inside reads what is in the brackets that open here, and goes on behind them.
func (r *receivers) inside(read func()) {
	if r.i >= r.end {
		return
	}
	end, closing := r.end, int(r.tokens[r.i].close)
	if closing <= r.i || closing > end {
		closing = end
	}
	r.i, r.end = r.i+1, closing
	if r.depth++; r.depth < maxNesting {
		read()
	}
	r.depth--
	r.i, r.end = min(closing+1, end), end
}

// each reads the parts of brackets between commas.
func (r *receivers) each(read func(n int)) {
	r.inside(func() {
		for n := 0; r.i < r.end; {
			before := r.i
			if !r.is(",") {
				read(n)
			}
			if r.take(",") {
				n++
			} else if r.i == before {
				r.i++
			}
		}
	})
}
