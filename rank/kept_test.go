package rank

import (
	"context"
	"errors"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/rank/task"
)

// What was kept of an index answers as one made from nothing, and so does what is made on top of it, also where all that is read later is lost.
func TestKeptIndexEqualsFresh(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		graphs := states(t)
		var last *Index // which may have files that are not in its base
		for _, g := range graphs[:len(graphs)-1] {
			last = NewIndex(last, g, nil)
		}
		data, losing, lost := last.Encode(), rapid.Bool().Draw(t, "losing"), false
		kept, err := Decode(last.graph, analysis.NewStored(len(data), func(at, n int, _ []byte) []byte {
			if lost {
				return nil
			}
			return data[at : at+n]
		}))
		if err != nil {
			t.Fatal(err)
		}
		if lost = losing; !slices.Equal(kept.Encode(), data) {
			t.Fatal("it is encoded otherwise")
		}
		for _, g := range graphs[len(graphs)-2:] {
			ix, fresh := NewIndex(kept, g, nil), NewIndex(nil, g, nil)
			if !slices.Equal(ix.Importance(), fresh.Importance()) || !slices.EqualFunc(ix.SymbolWeights(), fresh.SymbolWeights(), slices.Equal[[]float64]) {
				t.Fatal("the weights are others")
			}
			words := task.Read("# session http\n`http`, \"name\" httpserver, f7 and `absent`").Words
			for i, one := range fresh.lexical.fields() {
				got, want := ix.lexical.fields()[i].field, one.field
				terms := want.terms(words)
				if !slices.Equal(got.terms(words), terms) {
					t.Fatalf("field %d: terms %v, want %v", i, got.terms(words), terms)
				}
				scores, err := got.score(context.Background(), terms)
				wanted, err2 := want.score(context.Background(), terms)
				if err != nil || err2 != nil || !slices.Equal(scores, wanted) {
					t.Fatalf("field %d: scores %v, want %v", i, scores, wanted)
				}
			}
		}
	})
}

// What a run has kept is of one version and one graph, and whole, or an error.
func TestKeptIndexIsWholeOrNothing(t *testing.T) {
	many := "w "
	for range mostCount + 5 {
		many += "often "
	}
	g := plainGraph(map[string]string{"a": "def open_session\nword", "b": many, "c": ""})
	data := NewIndex(nil, g, nil).Encode()
	if _, err := Decode(g, analysis.StoredBytes(data)); err != nil {
		t.Fatal(err)
	}
	other := plainGraph(map[string]string{"a": "word"})
	if _, err := Decode(other, analysis.StoredBytes(data)); !errors.Is(err, analysis.ErrCorrupt) {
		t.Errorf("of another graph: %v", err)
	}
	for n := range data {
		if _, err := Decode(g, analysis.StoredBytes(data[:n])); !errors.Is(err, analysis.ErrCorrupt) {
			t.Fatalf("the first %d bytes of %d: %v", n, len(data), err)
		}
		for bit := range 8 { // sums find that before; here nothing may break
			flipped := slices.Clone(data)
			flipped[n] ^= 1 << bit
			if ix, err := Decode(g, analysis.StoredBytes(flipped)); err == nil {
				_, _ = ix.lexical.score(context.Background(), []term{{hash: analysis.HashWord("often"), weight: 1}})
			}
		}
	}
}
