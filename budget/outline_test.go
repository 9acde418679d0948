package budget

import (
	"slices"
	"strings"
	"testing"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/budget/render"
)

// Of very many symbols, only so many are written as it takes to know how many fit.
func TestLargestWritesFew(t *testing.T) {
	for _, n := range []int{0, 1, 100, 5000, 100_000} {
		for _, limit := range []int{0, 1, 99, 1024, 1500, 4096, 100_000} {
			most := 0
			k, content := largest(n, func(k int) string { most = max(most, k); return strings.Repeat("x", k) },
				func(s string) bool { return len(s) <= limit })
			if want := min(n, limit); k != want || len(content) != want {
				t.Errorf("%d of %d that fit %d, in %d bytes", k, n, limit, len(content))
			}
			if n > 10*limit && most > max(manySymbols, 4*limit) && n > 2*manySymbols {
				t.Errorf("wrote %d of %d to find the %d that fit", most, n, limit)
			}
		}
	}
}

// An outline that would only name types and modules shows the first member of them, in its place or behind its name.
func TestOutlinesShowMembers(t *testing.T) {
	long := "class Shop:\n    def open(self):\n        pass\n    def shut(self, at):\n        pass\n"
	deep := "class " + strings.Repeat("Very", 15) + "Long:\n    def act(self):\n        pass\n    def halt(self):\n        pass\n"
	enum := "enum Color:\n    RED = 1\n    def mix(self):\n        pass\n"
	format, _ := render.Find("markdown")
	for _, tt := range []struct {
		text, want string
		limit      int
	}{
		{long, "class Shop\n    def shut(self, at)\n    …\n…\n", 12},
		{long, "class Shop\n    def open(self)\n    def shut(self, at)\n", 1000},
		{deep, strings.Repeat("Very", 15) + "Long: def halt(self)\n…\n", 5},
		{deep, "class " + strings.Repeat("Very", 15) + "Long\n    def halt(self)\n    …\n…\n", 20},
		{enum, "enum Color { RED = 1 }\n…\n", 32},
	} {
		e := &entry{Candidate: &Candidate{Symbols: SymbolsOf(symbolsOf(tt.text))}}
		w := &viewer{deadline: deadline{ctx: t.Context()}, counter: heuristic(t), format: format}
		if got := w.signatures(e, tt.limit); got.content != tt.want {
			t.Errorf("in %d: %q, want %q", tt.limit, got.content, tt.want)
		}
	}
}

// What a file is for comes before the tests that it has of itself, however well these fit.
func TestOutlinesBeginWithNoTests(t *testing.T) {
	symbols := []analysis.Symbol{
		{Kind: analysis.Function, Name: "strip", Signature: "fn strip()"},
		{Kind: analysis.Module, Name: "tests", Signature: "mod tests"},
		{Kind: analysis.Function, Name: "strips_dots", Container: "tests", Signature: "fn strips_dots()"},
	}
	o := newOutline(symbols, func(int32) float64 { return 0 }).preferring([]float64{0.1, 0.2, 0.9})
	if !slices.Equal(o.order, []int32{0, 1, 2}) {
		t.Errorf("the order is %v", o.order)
	}
}
