package groovy

import "bytes"

// pair finds for each opening bracket the token that closes it. Where the brackets of a file do not match,
// because somebody is typing, a brace is closed by the first line that is indented as little as its own,
// and a round or square bracket that none closes within that ends with its line.
func (r *reader) pair() {
	r.closes = make([]int, len(r.Tokens))
	var open []int
	matched := true
	for i := range r.Tokens {
		r.closes[i] = i
		switch t := r.text(i); t {
		case "(", "[", "{":
			open = append(open, i)
		case ")", "]", "}":
			n := len(open) - 1
			if n < 0 || r.Src[r.Tokens[open[n]].Start] != opening(t[0]) {
				matched = false
				continue
			}
			r.closes[open[n]] = i
			open = open[:n]
		}
	}
	if !matched || len(open) > 0 {
		r.pairByLines()
	}
}

func opening(closing byte) byte {
	if closing == ')' {
		return '('
	}
	return closing - 2
}

// maxOpen is how many brackets may be left open inside the one that a bracket closes.
const maxOpen = 64

// pairByLines pairs the brackets of a file where they do not match.
func (r *reader) pairByLines() {
	type bracket struct{ token, indent int }
	var open []bracket
	indent := 0
	for i, t := range r.Tokens {
		r.closes[i] = i
		text := r.Text(t)
		if i == 0 || r.newLine(i) {
			indent = r.indent(int(t.Start))
			closing := text == ")" || text == "]" || text == "}"
			for len(open) > 0 {
				last := open[len(open)-1]
				if indent > last.indent || closing && indent == last.indent {
					break
				}
				r.closes[last.token] = i - 1
				open = open[:len(open)-1]
			}
		}
		switch text {
		case "(", "[", "{":
			open = append(open, bracket{i, indent})
		case ")", "]", "}":
			for k := len(open) - 1; k >= max(0, len(open)-maxOpen); k-- { // what was opened since then is not closed any more
				if r.Src[r.Tokens[open[k].token].Start] == opening(text[0]) && (open[k].indent == indent || !r.newLine(i)) {
					for _, b := range open[k+1:] {
						r.closes[b.token] = i - 1
					}
					r.closes[open[k].token] = i
					open = open[:k]
					break
				}
			}
		}
	}
	for _, b := range open {
		r.closes[b.token] = len(r.Tokens) - 1
	}
}

// indent is how far the line of an offset is indented.
func (r *reader) indent(at int) int {
	start := bytes.LastIndexByte(r.Src[:at], '\n') + 1
	n := 0
	for start+n < at && (r.Src[start+n] == ' ' || r.Src[start+n] == '\t') {
		n++
	}
	return n
}
