package rank

import (
	"slices"
	"strings"
	"testing"

	"github.com/contextls/contextls/analysis"
)

// What uses a target's definitions is tied to it, the more the fewer places of the file do; and so is what the target uses.
func TestTies(t *testing.T) {
	text := "# head\ndef one\n rare common\ndef two\n common\ndef three\n nothing\n"
	place := func(of string, nth int) uint32 {
		at := 0
		for range nth {
			at += strings.Index(text[at:], of) + 1
		}
		return uint32(at - 1)
	}
	const file = 7
	one, two, three := analysis.Symbol{Name: "one"}, analysis.Symbol{Name: "two"}, analysis.Symbol{Name: "three", Container: "Other"}
	c := Cut{File: Ranked{Node: file}, Text: text, Passages: []Passage{{First: 0, Last: 0}, {First: 1, Last: 2, Symbol: &one},
		{First: 3, Last: 4, Symbol: &two}, {First: 5, Last: 6, Symbol: &three}}}
	lines := NewTexts().read(t.Context(), text, &analysis.Lexis{})
	rare := analysis.Use{Name: "rare", Confidence: 1, Places: []uint32{place("rare", 1)}}
	common := analysis.Use{Name: "common", Confidence: 1, Places: []uint32{place("common", 1), place("common", 2)}}
	for _, tt := range []struct {
		name string
		uses []analysis.Use
		want []bool // of the passages, whether they are tied
	}{
		{"none", nil, []bool{false, false, false, false}},
		{"placed", []analysis.Use{rare, common}, []bool{false, true, true, false}},
		{"unplaced", []analysis.Use{{Name: "common", Confidence: 1}}, []bool{false, true, true, false}},
	} {
		ties := ties{uses: map[int32][]analysis.Use{file: tt.uses}}
		var got []bool
		for _, x := range ties.usesIn(&c, lines) {
			got = append(got, x > 0)
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
	ties := ties{uses: map[int32][]analysis.Use{file: {rare, common}}, used: map[int32]map[string][]analysis.Use{file: {
		"two": {{Name: "two", Confidence: 1, Places: []uint32{1, 2}}}, "three": {{Name: "three", Confidence: 1, Places: []uint32{3}}}}}}
	if x := ties.usesIn(&c, lines); x[1] <= x[2] {
		t.Errorf("the only use of a name counts %v, one of two %v", x[1], x[2])
	}
	for i, used := range []bool{false, false, true, false} { // another three is meant
		if got := ties.usesOf(file, &c.Passages[i]); (got > 0) != used {
			t.Errorf("passage %d: targets use it %v", i, got)
		}
	}
}

// Commits that changed a target speak for the lines that they wrote elsewhere.
func TestBesideTargets(t *testing.T) {
	lib := library{"lib.x": "# lib\ndef one\n alpha beta gamma\ndef two\n delta epsilon zeta\n", "target.x": "# target\ndef main\n whatever\n"}
	line := func(text string) map[string][]uint32 { return map[string][]uint32{"lib.x": {analysis.HashLine(text)}} }
	ix := NewIndex(nil, lib.graph(), NewHistory([]Commit{
		{Subject: "a", Paths: []string{"lib.x", "other.x"}, Lines: line("alpha beta gamma")},
		{Subject: "b", Paths: []string{"lib.x", "target.x"}, Lines: line("delta epsilon zeta")},
	}))
	target, _ := ix.Graph().Node("target.x")
	n, _ := ix.Graph().Node("lib.x")
	p, err := ix.Passages(t.Context(), Query{Targets: []int32{target}}, NewTexts(), lib.text)
	if err != nil {
		t.Fatal(err)
	}
	o := p.Odds(t.Context(), []Cut{{File: Ranked{Node: n, Path: "lib.x", Score: 0.5}, Text: lib["lib.x"], Passages: passagesOf(ix, n, lib["lib.x"])}})[0]
	if o[2] <= o[1] {
		t.Errorf("what changed with the target has no better odds: %v", o)
	}
}
