package budget

import (
	"math"
	"strings"
	"testing"

	"github.com/contextls/contextls/analysis"
)

// Of two passages with the same odds and cost, the one behind much of its file is worth less.
func TestCrowdedFile(t *testing.T) {
	text := strings.Repeat("x = 1\n", 1200)
	e := &entry{source: newSource(text, text, heuristic(t))}
	var all []passage
	for first := 0; first < 1200; first += 400 { // of 600 tokens each
		p := passage{e: e, first: first, last: first + 399}
		p.setValue(0.5)
		all = append(all, p)
	}
	all[2].setValue(0.6)
	all = crowded(all)
	if all[0].first != 800 || all[1].first != 0 || all[2].first != 400 {
		t.Errorf("lines %d, %d, %d are worth most; the likeliest come first, then those before others", all[0].first, all[1].first, all[2].first)
	}
	alone := all[1]
	alone.setValue(0.5)
	for i, least := range []float64{0, 0.85, 0.75} {
		if share := all[i].value / alone.value; i > 0 && (share < least || share > least+0.05) {
			t.Errorf("the passage behind %d others is worth %.2f of what it is alone", i, share)
		}
	}
	if want := 0.6 / math.Pow(float64(all[0].cost()), priceExponent); all[0].value != want {
		t.Errorf("the first is worth %v, want %v", all[0].value, want)
	}
}

// What stands for a definition that is shown in part says what it extends, where that is on lines of its own.
func TestTitleSaysWhatItExtends(t *testing.T) {
	for _, c := range []struct {
		text string
		last int
	}{
		{"class Shop {\n  int x;\n", 0},
		{"@Open\npublic class Shop\n    extends Store<Cart>\n    implements Open, Closed {\n  int x;\n", 3},
		{"class Shop\n    : Store {\n  int x;\n", 1},
		{"class Shop\n  include Store\n", 0},
		{"def shop do\n  with {:ok, x} <- store() do\n", 0},
		{"def shop():\n  with store() as x:\n", 0},
		{"fn shop<T>(x: T)\nwhere\n    T: Store,\n{\n", 1},
		{"const shop =\n  ::store;\n", 0},
	} {
		e := &entry{source: newSource(c.text, c.text, heuristic(t))}
		line := uint32(strings.Count(c.text[:max(0, strings.Index(c.text, "public"))], "\n"))
		e.Candidate = &Candidate{Symbols: SymbolsOf([]analysis.Symbol{{Name: "shop", Line: line}})}
		b := &block{last: e.source.lines() - 1}
		if title := e.title(b, map[int]int{0: 1}); title != (lineSpan{0, c.last}) {
			t.Errorf("%q: its title ends with line %d, want %d", c.text, title.last, c.last)
		}
	}
}
