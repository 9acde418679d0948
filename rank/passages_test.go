package rank

import (
	"slices"
	"strings"
	"testing"
)

// passagesOf are a file's definitions and what stands before them.
func passagesOf(ix *Index, n int32, text string) []Passage {
	symbols := ix.symbols(n)
	out := []Passage{{Text: text[:symbols[0].Range.Start], First: true}}
	for i := range symbols {
		out = append(out, Passage{Text: text[symbols[i].Range.Start:symbols[i].Range.End], Symbol: &symbols[i]})
	}
	return out
}

// What the task speaks of, names, or shares with a target has better odds than what is beside it.
func TestPassages(t *testing.T) {
	lib := library{
		"lib.x":  "# lib\ndef save\n write cookie to disk\ndef load\n read cookie from disk\ndef sum\n add prices up\n",
		"user.x": "# user\ndef main\n pricelist totalprice\n",
		"test.x": "# test\ndef save\n write cookie to disk\ndef other\n nothing\n",
	}
	ix := NewIndex(nil, lib.graph(), nil)
	node := func(path string) int32 {
		n, _ := ix.Graph().Node(path)
		return n
	}
	odds := func(q Query, path string, place int) []float64 {
		p, err := ix.Passages(t.Context(), q, lib.text)
		if err != nil {
			t.Fatal(err)
		}
		n := node(path)
		return p.Odds(Ranked{Node: n, Path: path, Score: 0.5, Relationship: LexicalMatch}, place, passagesOf(ix, n, lib[path]))
	}
	const save, load, sum = 1, 2, 3
	for _, c := range []struct {
		name   string
		q      Query
		better int
	}{
		{"words", Query{Task: "reading a cookie fails"}, load},
		{"other words", Query{Task: "prices add up wrongly"}, sum},
		{"a name in code form", Query{Task: "`save()` is slow"}, save},
	} {
		o := odds(c.q, "lib.x", 0)
		if best := slices.Max(o); o[c.better] != best {
			t.Errorf("%s: the odds are %v", c.name, o)
		}
	}
	if near, far := odds(Query{Task: "cookie"}, "lib.x", 0), odds(Query{Task: "cookie"}, "lib.x", 9); near[save] <= far[save] {
		t.Errorf("a place further back: %v and %v", near, far)
	}
	for _, o := range odds(Query{}, "lib.x", 0) {
		if o <= 0 {
			t.Errorf("odds of %v", o)
		}
	}
	lib["near.x"] = "# near\ndef one\n pricelist totalprice\ndef two\n somewhere elsewhere\n"
	ix = NewIndex(nil, lib.graph(), nil)
	if o := odds(Query{Task: "x", Targets: []int32{node("user.x")}}, "near.x", 1); o[1] <= o[2] {
		t.Errorf("what shares names with the target has no better odds: %v", o)
	}
}

func TestEachName(t *testing.T) {
	var names []string
	eachName("a_1 = b.c(\"d e\") + 12 + x9 é", func(s string) { names = append(names, s) })
	if got := strings.Join(names, " "); got != "a_1 b c d e x9 é" {
		t.Errorf("got %q", got)
	}
}
