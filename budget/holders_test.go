package budget

import (
	"slices"
	"strings"
	"testing"

	"github.com/contextls/contextls/analysis"
)

// Members of Shop are called m…; each stands on a line of its own. What is wanted are the first and the last line of holders, and
// how many lines their titles have.
func TestHolders(t *testing.T) {
	type want struct{ first, last, title int }
	for _, c := range []struct {
		name, text string
		want       []want
	}{
		{"Rust", "struct Shop;\n\nimpl Shop {\n    fn m1() {\n    }\n\n    // It.\n    fn m2() {}\n}\n\nfn f() {}\n", []want{{2, 8, 1}}},
		{"two", "impl Shop {\n    fn m1() {}\n}\nimpl Open for Shop\n{\n    fn m2() {}\n}\n", []want{{0, 2, 1}, {3, 6, 1}}},
		{"bounds", "#[open]\nimpl<L> Open for Shop<L>\nwhere\n    L: List,\n{\n    fn m1() {}\n}\n", []want{{1, 6, 1}}},
		{"a head in lines", "impl<L>\n    Open<L>\n    for Shop<L>\n{\n    fn m1() {}\n}\n", []want{{0, 5, 3}}},
		{"parameters", "impl<\n    L,\n> Shop<L> {\n    fn m1() {}\n}\n", []want{{0, 4, 3}}},
		{"in a module", "mod a {\n  impl Shop {\n    fn m1() {}\n  }\n\n  fn f() {}\n}\n", []want{{1, 3, 1}}},
		{"comments at the margin", "extension Shop {\n    func m1() {}\n\n// MARK: more\n#if DEBUG\n    func m2() {}\n#endif\n}\n", []want{{0, 7, 1}}},
		{"by indentation alone", "extension (s: Shop)\n  def m1 = 1\n  def m2 = 2\n\ndef f = 3\n", []want{{0, 3, 1}}},
		{"of another type", "impl Store {\n    fn m1() {}\n}\n", nil},
		{"a longer name", "impl Shops {\n    fn m1() {}\n}\n", nil},
		{"no head", "    fn m1() {}\n    fn m2() {}\n", nil},
		{"at the margin", "// Shop\nfunc m1() {}\n", nil},
		{"after something else", "Shop()\n\n{\n    fn m1() {}\n}\n", nil},
	} {
		s := newSource(c.text, c.text, heuristic(t))
		var symbols []analysis.Symbol
		for line := range s.lines() {
			text := s.trimmed(line)
			if i := strings.Index(text, " m"); i > 0 && strings.ContainsAny(text[i:], "12") {
				start := uint32(s.starts[line+1] - len(strings.TrimLeft(c.text[s.starts[line]:s.starts[line+1]], " ")))
				symbols = append(symbols, analysis.Symbol{Name: text[i+1 : i+3], Container: "a.Shop", Kind: analysis.Method, Line: uint32(line),
					Range: analysis.Span{Start: start, End: uint32(s.starts[line+1] - 1)}})
			}
		}
		e := &entry{source: s, Candidate: &Candidate{Symbols: SymbolsOf(symbols)}}
		var got []want
		for _, b := range s.holders(newOutline(symbols, func(int32) float64 { return 0 })) {
			b.from = b.first
			title := e.title(&b, nil)
			got = append(got, want{b.first, b.last, title.last - title.first + 1})
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}
