package walk

// Walk is what is still to be read of a file's tokens.
type Walk struct {
	Text    string
	Tokens  []Token
	At, End int // the token to be read, and the first of those that are not
	depth   int
}

// maxNesting is how deep brackets may nest before what is in them is skipped.
const maxNesting = 200

// Str is the text of a token.
func (w *Walk) Str(i int) string { return w.Text[w.Tokens[i].Start:w.Tokens[i].End] }

// Kind is the kind of the token to be read, 0 at the end.
func (w *Walk) Kind() byte { return w.KindAt(w.At) }

// KindAt is the kind of a token, 0 where it is not to be read.
func (w *Walk) KindAt(i int) byte {
	if i < w.End {
		return w.Tokens[i].Kind
	}
	return 0
}

// Is reports whether the token to be read is this word or operator.
func (w *Walk) Is(word string) bool { return w.IsAt(w.At, word) }

// IsAt reports whether a token is this word or operator.
func (w *Walk) IsAt(i int, word string) bool {
	if i >= w.End {
		return false
	}
	t := &w.Tokens[i]
	return int(t.End-t.Start) == len(word) && t.Kind != '"' && w.Text[t.Start:t.End] == word
}

// Take reads a word or an operator, if it is the next.
func (w *Walk) Take(word string) bool {
	if w.Is(word) {
		w.At++
		return true
	}
	return false
}

// NewLine reports whether a token is the first of its line.
func (w *Walk) NewLine(i int) bool { return i < w.End && w.Tokens[i].NewLine }

// After is where the token after one stands, brackets and all that is in them counting as one.
func (w *Walk) After(i int) int {
	if i < w.End && int(w.Tokens[i].Close) > i {
		return int(w.Tokens[i].Close) + 1
	}
	return i + 1
}

// Deeper goes a level deeper, for a function that calls itself, and reports whether that is allowed; if not, it passes
// over the token. Each true is followed by Shallower.
func (w *Walk) Deeper() bool {
	if w.depth++; w.depth <= maxNesting {
		return true
	}
	w.depth--
	w.At = w.After(w.At)
	return false
}

// Shallower goes back a level.
func (w *Walk) Shallower() { w.depth-- }

// Inside reads what is in the brackets that open here, and goes on behind them.
func (w *Walk) Inside(read func()) {
	if w.At >= w.End {
		return
	}
	end, closing := w.End, int(w.Tokens[w.At].Close)
	if closing <= w.At || closing > end {
		closing = end
	}
	w.At, w.End = w.At+1, closing
	if w.depth++; w.depth < maxNesting {
		read()
	}
	w.depth--
	w.At, w.End = min(closing+1, end), end
}

// Rest reads up to the end, one part after the other, and passes over what is read by none.
func (w *Walk) Rest(read func()) {
	for w.At < w.End {
		before := w.At
		if read(); w.At == before {
			w.At = w.After(w.At)
		}
	}
}

// Each reads the parts of brackets between commas.
func (w *Walk) Each(read func(n int)) {
	w.Inside(func() {
		for n := 0; w.At < w.End; {
			before := w.At
			if !w.Is(",") {
				read(n)
			}
			if w.Take(",") {
				n++
			} else if w.At == before {
				w.At++
			}
		}
	})
}
