package rust

import (
	"strings"

	"github.com/contextls/contextls/analysis"
)

// tree is a token, or a bracket with what is in it.
type tree struct {
	analysis.Span        // where the file has it, a bracket with all that is in it; empty of what a macro writes by itself
	text          string // of a bracket the sign that opens it
	kind          kind
	line          uint32
	spaced        bool // something without meaning stands before it
	inner         []tree
}

// maxNesting is how deep brackets may stand in each other for a file's macros to be read.
const maxNesting = 128

// closers are the signs that close brackets.
var closers = map[string]string{"(": ")", "[": "]", "{": "}"}

func (t *tree) bracket() bool { return closers[t.text] != "" }

// trees makes trees of the tokens of a file. What closes a bracket closes the innermost one, whichever it is, and the end
// of the file closes all. There are none where brackets nest too deep.
func trees(src string, tokens []token) []tree {
	var open []tree       // the brackets that are not closed yet
	held := [][]tree{nil} // what the file and each of them hold so far
	hold := func(t tree) { held[len(open)] = append(held[len(open)], t) }
	closeLast := func(end uint32) {
		last := len(open) - 1
		t := open[last]
		t.End, t.inner = end, held[last+1]
		open, held = open[:last], held[:last+1]
		hold(t)
	}
	end, line := uint32(0), 0
	for _, token := range tokens {
		gap, text := src[end:token.start], src[token.start:token.end]
		line += strings.Count(gap, "\n")
		t := tree{Span: analysis.Span{Start: token.start, End: token.end}, text: text, kind: token.kind, line: uint32(line), spaced: gap != ""}
		line += strings.Count(text, "\n")
		end = token.end
		switch t.text {
		case "(", "[", "{":
			if len(open) == maxNesting {
				return nil
			}
			open, held = append(open, t), append(held, nil)
		case ")", "]", "}":
			if len(open) > 0 {
				closeLast(end)
			}
		default:
			hold(t)
		}
	}
	for len(open) > 0 {
		closeLast(uint32(len(src)))
	}
	return held[0]
}

// itemLen is how many trees the first item takes of some that are not none. Anything is an item.
func itemLen(in []tree) int {
	value := false // may stand in braces
	switch word, _ := keyword(in); word {
	case "const", "static", "type", "use":
		value = true
	}
	for i := range in {
		if in[i].text == ";" || in[i].text == "{" && !value {
			return i + 1
		}
	}
	return len(in)
}

// attributes is how many trees the attributes take that stand before an item.
func attributes(in []tree) int {
	at := 0
	for at+1 < len(in) && in[at].text == "#" {
		if at++; in[at].text == "!" {
			at++
		}
		at++
	}
	return min(at, len(in))
}

// keyword is the word that says what an item is, and where it stands: fn in pub(crate) const unsafe fn; "" where none does.
func keyword(in []tree) (word string, at int) {
	for i := attributes(in); i < len(in); i++ {
		switch t := &in[i]; t.text {
		case "mod", "impl", "trait", "struct", "enum", "union", "fn", "type", "use", "macro_rules":
			return t.text, i
		case "const", "static", "extern":
			word, at = t.text, i
		case "pub", "(", "unsafe", "async", "default":
		default:
			if t.kind != literal { // of extern "C"
				return word, at
			}
		}
	}
	return word, at
}
