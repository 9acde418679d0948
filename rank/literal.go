package rank

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/contextls/contextls/analysis"
)

// longestLiteral is how far back the type of a value is looked for, in bytes.
const longestLiteral = 16 << 10

// inLiteral reports whether a place names the member in a value or a pattern that names its type: `Lid { wide: 1 }`, `Lid(wide = 1)`.
func (f *useFinder) inLiteral(u Use) bool {
	before, after := beforeMember(f.text[:u.Span.Start]), strings.TrimLeft(f.text[u.Span.End:], blank)
	bare := f.ix.graph.File(f.n).Language.Fence == "rust" && endsInAny(before, "{,") && beginsWithAny(after, ",}") // what is called so there
	if f.s.Kind != analysis.Field || !bare && !f.isInitialised(u) {
		return false
	}
	of := literalType(before[max(0, len(before)-longestLiteral):])
	if of == "Self" && u.In != WholeFile {
		of = lastPart(f.ix.symbols(f.n)[u.In].Container)
	}
	return of == lastPart(f.s.Container)
}

// beforeMember is what stands before a member of a value, without comments and attributes on lines of their own.
func beforeMember(text string) string {
	for {
		text = strings.TrimRight(text, blank)
		line := strings.LastIndexByte(text, '\n') + 1
		if own := strings.TrimLeft(text[line:], blank); !strings.HasPrefix(own, "//") && !strings.HasPrefix(own, "#[") {
			return text
		}
		text = text[:line]
	}
}

// literalType is the name before the innermost bracket that is open where a text ends, "" where there is none.
func literalType(text string) string {
	depth := 0
	for at := len(text) - 1; at >= 0; at-- {
		switch text[at] {
		case ')', ']', '}':
			depth++
		case '(', '[', '{':
			if depth--; depth < 0 {
				return lastWord(strings.TrimRight(text[:at], blank))
			}
		}
	}
	return ""
}

// takenOut reports whether the file takes the member out of its type by an import, or all of an enumeration where it needs them (Rust's
// `use Kind::*`).
func (f *useFinder) takenOut() bool {
	if f.out != nil {
		return *f.out
	}
	out := slices.ContainsFunc(f.ix.bindings(f.n, f.of.Node), func(b analysis.Binding) bool { return b.Name == f.s.Name })
	of := lastPart(f.s.Container) + "::"
	for end := 0; !out && f.s.Kind == analysis.Constant && f.ix.graph.File(f.n).Language.Fence == "rust"; {
		i := strings.Index(f.text[end:], of)
		if i < 0 {
			break
		}
		at := end + i
		end = at + len(of)
		if inUse(f.text[:at]) {
			list, _, _ := strings.Cut(f.text[end:], ";")
			out = strings.HasPrefix(list, "*") || strings.HasPrefix(list, "{") && hasWord(list, f.s.Name)
		}
	}
	f.out = &out
	return out
}

// inUse reports whether a text ends in a use declaration of Rust's.
func inUse(text string) bool {
	text = text[strings.LastIndexByte(text, ';')+1:]
	i := strings.LastIndex(text, "use ")
	return i >= 0 && (i == 0 || !identifierByte(text[i-1])) && !strings.ContainsFunc(text[i:], func(c rune) bool {
		return c < utf8.RuneSelf && !identifierByte(byte(c)) && !strings.ContainsRune(":{},*"+blank, c)
	})
}

// hasWord reports whether a word stands in a text.
func hasWord(text, word string) (has bool) {
	eachPlace(text, 0, map[string]float64{word: 1}, func(string, int) { has = true })
	return has
}
