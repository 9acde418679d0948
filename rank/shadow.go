package rank

import (
	"slices"
	"strings"

	"github.com/contextls/contextls/analysis"
)

// blank is what may stand between two words.
const blank = " \t\r\n"

// shadowed reports whether a name that stands by itself means something of the function around it, a parameter, a local variable or the
// label of an argument, as far as its text shows: facts do not have what is local.
func (f *useFinder) shadowed(u Use) bool {
	before, after := strings.TrimRight(f.text[:u.Span.Start], blank), strings.TrimLeft(f.text[u.Span.End:], blank)
	if strings.HasPrefix(after, ":") && !strings.HasPrefix(after, "::") && endsInAny(before, "(,") {
		return f.spelling().Sets != ":" // where it is a field of a literal
	}
	ofType := analysis.Class <= f.s.Kind && f.s.Kind <= analysis.TypeAlias
	constant := f.s.Kind == analysis.Constant && 'A' <= f.s.Name[0] && f.s.Name[0] <= 'Z' // its name is no variable's
	if ofType || constant || u.In == WholeFile || strings.HasPrefix(after, "(") {
		return false
	}
	in := f.ix.symbols(f.n)[u.In]
	switch in.Kind {
	case analysis.Function, analysis.AsyncFunction, analysis.Method:
		return int(in.Range.End) <= len(f.text) && f.binds(u.In, f.text[u.Span.Start:u.Span.End])
	}
	return false
}

// local is a name in a function, by its index among the file's symbols.
type local struct {
	in   int
	name string
}

// binds reports whether a function has a parameter or a variable of a name.
func (f *useFinder) binds(in int, name string) bool {
	binds, known := f.bound[local{in, name}]
	if known {
		return binds
	}
	function := f.ix.symbols(f.n)[in].Range
	text := f.text[function.Start:function.End]
	eachPlace(text, 0, map[string]float64{name: 1}, func(name string, at int) {
		binds = binds || bindsAt(text, at, at+len(name), f.spelling())
	})
	if f.bound == nil {
		f.bound = map[local]bool{}
	}
	f.bound[local{in, name}] = binds
	return binds
}

// bindsAt reports whether a name in the text of a function is one that it is given there.
func bindsAt(text string, start, end int, s *analysis.Spelling) bool {
	before, after := strings.TrimRight(text[:start], blank), strings.TrimLeft(text[end:], blank)
	assigned := strings.HasPrefix(after, "=") && !strings.HasPrefix(after, "==")
	if declares(lastWord(strings.TrimRight(before, "( "))) && (beginsWithAny(after, "=;,):") || strings.HasPrefix(after, "in ") || strings.HasPrefix(after, "<-")) {
		return true
	}
	if strings.HasPrefix(after, ":") && !strings.HasPrefix(after, "::") && !strings.Contains(before, "{") && !slices.Contains(s.Separators, ":") { // in the signature
		return true
	}
	inBars := strings.HasSuffix(before, "|") && beginsWithAny(after, ",|:") || strings.HasSuffix(before, ",") && strings.HasPrefix(after, "|")
	return s.Bars && inBars ||
		s.Assigned && (assigned && !endsInAny(before, ".@(,") || beginsWithAny(after, ",)=") && !endsInAny(before, ".=") && inParameters(before)) ||
		s.Typed && (assigned || beginsWithAny(after, ";,):")) && endsInType(text[:start]) ||
		s.Arrow != "" && strings.HasPrefix(after, s.Arrow)
}

// inParameters reports whether the text of a function ends among its parameters, where that shows: none before has a value in brackets.
func inParameters(text string) bool {
	name, parameters, open := strings.Cut(text, "(")
	return open && !strings.ContainsAny(parameters, "()") && !strings.ContainsAny(name, "\n;") && !strings.Contains(name, "= ")
}

// declares reports whether a new name stands behind a word.
func declares(word string) bool {
	switch word {
	case "let", "var", "val", "const", "auto", "final", "local", "for", "my":
		return true
	}
	return false
}

// endsInType reports whether a text ends in what may be the type of the name behind it: String, List<String>, int[], char* or char *.
func endsInType(text string) bool {
	before := strings.TrimRight(text, " \t")
	if pointed := strings.TrimRight(before, "*&"); before == text && pointed != before {
		before = strings.TrimRight(pointed, " \t")
		return before != pointed && isType(lastWord(before))
	}
	if word := lastWord(before); before == text || word != "" {
		return before != text && isType(word)
	}
	return endsInAny(before, ">]*&?") && !endsInAny(before[:len(before)-1], blank+"&=-")
}

// isType reports whether a word may be a type: an expression stands behind the others.
func isType(word string) bool {
	switch word {
	case "", "return", "throw", "new", "else", "in", "case", "await", "yield", "is", "as", "and", "or", "not", "instanceof", "goto", "delete",
		"do", "out", "ref", "throws", "extends", "implements", "assert", "when", "where", "co_return", "co_yield", "co_await", "typeof", "sizeof":
		return false
	}
	return word[0] < '0' || word[0] > '9'
}

// lastWord is the identifier that a text ends in, "" where it ends in none.
func lastWord(text string) string {
	start := len(text)
	for start > 0 && identifierByte(text[start-1]) {
		start--
	}
	return text[start:]
}

// endsInAny reports whether the last byte of a text is one of some.
func endsInAny(text, bytes string) bool {
	return text != "" && strings.IndexByte(bytes, text[len(text)-1]) >= 0
}

// beginsWithAny reports whether the first byte of a text is one of some.
func beginsWithAny(text, bytes string) bool {
	return text != "" && strings.IndexByte(bytes, text[0]) >= 0
}
