package rank

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/contextls/contextls/analysis"
)

// takenOut reports whether the file takes the member out of its type by an import, or all of the type's (Java's `import static a.Kind.*`),
// or all of an enumeration where it needs them (Rust's `use Kind::*`).
func (f *useFinder) takenOut() bool {
	if f.out != nil {
		return *f.out
	}
	out, kind, bare := false, lastPart(f.s.Container), f.ix.graph.File(f.n).Language.Bare
	for l := range f.ix.importsOf(f.n, f.of.Node) {
		imp := l.Import()
		out = out || bare && imp.Star && lastPart(imp.Specifier) == kind || slices.ContainsFunc(imp.Names, func(b analysis.Binding) bool { return b.Name == f.s.Name })
	}
	of := kind + "::"
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
