package rank

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/contextls/contextls/analysis"
)

// The words of definitions are remembered; what is remembered must not show.
func TestBodiesDoNotShow(t *testing.T) {
	lib := library{"a.x": "def one\n red green\n" + padding, "b.x": "def two\n green blue\n" + padding, "c.x": "def three\n blue red\n" + padding}
	ix, bodies := NewIndex(nil, lib.graph(), nil), NewBodies()
	first := lib.search(t, ix, bodies, "green")
	lib.search(t, ix, bodies, "blue red")

	next := maps.Clone(lib)
	next["b.x"] = "def two\n green green blue\n" + padding
	files := ix.Graph().Tree().Files()
	changed := append([]analysis.File(nil), files...)
	changed[1].Facts = analysis.Known(definitions(next["b.x"]))
	after := NewIndex(ix, linkPlain(ix.Graph(), changed), nil)
	if diff := cmp.Diff(next.search(t, NewIndex(nil, next.graph(), nil), NewBodies(), "green"), next.search(t, after, bodies, "green")); diff != "" {
		t.Errorf("after a change (-from nothing +with memory):\n%s", diff)
	}
	if diff := cmp.Diff(first, lib.search(t, ix, bodies, "green")); diff != "" {
		t.Errorf("the old state (-first +again):\n%s", diff)
	}
}

// Searches share what is remembered, also while it is forgotten.
func TestBodiesAreShared(t *testing.T) {
	lib := library{}
	for i := range 60 {
		lib[fmt.Sprintf("f%02d.x", i)] = fmt.Sprintf("def alpha%d\n beta gamma%d\n", i, i%7) + padding
	}
	ix := NewIndex(nil, lib.graph(), nil)
	want := lib.search(t, ix, NewBodies(), "beta gamma3")
	bodies := NewBodies()
	var searches sync.WaitGroup
	for range 4 {
		searches.Go(func() {
			got, err := ix.Chunks(t.Context(), "beta gamma3", nil, bodies, lib.text)
			if diff := cmp.Diff(want, got); diff != "" || err != nil {
				t.Errorf("%v (-alone +together):\n%s", err, diff)
			}
		})
	}
	searches.Wait()
	if bodies.files.Len() != 60 {
		t.Errorf("%d files are remembered", bodies.files.Len())
	}
	oldest, _, _ := bodies.files.GetOldest()
	bodies.terms = keptTerms // as if they were as much as there is room for
	const another = "def another\n"
	facts := analysis.Known(definitions(another))
	bodies.get(facts, func() (string, error) { return another, nil })
	if bodies.terms > keptTerms || bodies.files.Contains(oldest) || !bodies.files.Contains(facts) || bodies.files.Len() < 59 {
		t.Errorf("after one more than there is room for: %d terms of %d files are remembered", bodies.terms, bodies.files.Len())
	}
}

// A text that cannot be read, or is not the one that the Facts are of, leaves names to search by, and is
// not remembered.
func TestOtherText(t *testing.T) {
	lib := library{"a.x": "def one\n red green\n" + padding, "b.x": "def two\n blue\n" + padding}
	ix := NewIndex(nil, lib.graph(), nil)
	for what, other := range map[string]library{"another": {"a.x": "def one\n\n red violet\n" + padding, "b.x": ""}, "none": {}} {
		bodies := NewBodies()
		if got := chunkNames(ix, other.search(t, ix, bodies, "green")); len(got) > 0 {
			t.Errorf("with %s text: %q", what, got)
		}
		if got := chunkNames(ix, other.search(t, ix, bodies, "one")); !slices.Equal(got, []string{"a.x:one"}) {
			t.Errorf("with %s text, by name: %q", what, got)
		}
		if got := chunkNames(ix, lib.search(t, ix, bodies, "green")); !slices.Equal(got, []string{"a.x:one"}) {
			t.Errorf("after %s text: %q", what, got)
		}
	}
}

// ownWords is what a plain way gives: cut the texts of the symbols inside out of a symbol's text, and
// count.
func TestOwnWords(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var b strings.Builder
		for range rapid.IntRange(0, 12).Draw(t, "lines") {
			b.WriteString(strings.Repeat(" ", rapid.IntRange(0, 3).Draw(t, "indent")))
			b.WriteString(rapid.SampledFrom([]string{"def aName it", "def b_c", "some text of a line", "", "val x9 1", "größe zählt"}).Draw(t, "line"))
			b.WriteString("\n")
		}
		text := b.String()
		facts := definitions(text)
		own, ok := ownWords(facts, text)
		if !ok {
			t.Fatalf("the text is not that of its own Facts:\n%s", text)
		}
		for i := range facts.Symbols {
			want, got := map[uint32]uint32{}, map[uint32]uint32{}
			count := func(s string) { analysis.Words(s, func(w string) { want[analysis.HashWord(w)]++ }) }
			outer := facts.Symbols[i].Range
			kept := []byte(text)
			for k := i + 1; k < len(facts.Symbols) && outer.Contains(facts.Symbols[k].Range); k++ {
				inner := facts.Symbols[k].Range
				if !slices.ContainsFunc(facts.Symbols[i+1:k], func(s analysis.Symbol) bool { return s.Range.Contains(inner) }) {
					count(facts.Symbols[k].Name)
				}
				for at := inner.Start; at < inner.End; at++ {
					kept[at] = ' '
				}
			}
			count(string(kept[outer.Start:outer.End]))
			for _, w := range own[i] {
				got[w.Hash] += w.Count
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Fatalf("%s in\n%s(-plain +got):\n%s", facts.Symbols[i].Name, text, diff)
			}
		}
		if _, ok := ownWords(facts, text+" more"); ok {
			t.Fatal("another text passes for that of the Facts")
		}
	})
}
