package rank

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/contextls/contextls/analysis"
)

// The words of a definition are what a plain way gives: cut the texts of the definitions inside out of its text, add its members'
// names and what describes it, and count.
func TestChunkWords(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var b strings.Builder
		for range rapid.IntRange(0, 12).Draw(t, "lines") {
			b.WriteString(strings.Repeat(" ", rapid.IntRange(0, 3).Draw(t, "indent")))
			b.WriteString(rapid.SampledFrom([]string{"def aName it", "def b_c", "some text of a line", "", "val x9 1", "doc text text name", "größe zählt"}).Draw(t, "line"))
			b.WriteString("\n")
		}
		lib := library{"a.x": b.String(), "b.x": "def aName b_c x9 größe text"}
		ix := NewIndex(nil, lib.graph(), nil)
		facts := ix.Graph().File(0).Facts.Get()
		s, err := ix.newChunkSearch(t.Context(), "the name and text of b_c, x9 größe name def")
		if err != nil || len(s.hashes) < 5 {
			t.Fatal(err, s.hashes)
		}
		got := s.words(facts)
		for i := range facts.Symbols {
			want, size := make([]uint32, len(s.hashes)), uint32(0)
			count := func(text string, weight uint32) {
				analysis.Words(text, func(w string) {
					if size += weight; slices.Contains(s.hashes, analysis.HashWord(w)) {
						want[slices.Index(s.hashes, analysis.HashWord(w))] += weight
					}
				})
			}
			symbol := &facts.Symbols[i]
			outer, kept := symbol.Range, []byte(lib["a.x"])
			for k := i + 1; k < len(facts.Symbols) && outer.Contains(facts.Symbols[k].Range); k++ {
				inner := facts.Symbols[k].Range
				if !slices.ContainsFunc(facts.Symbols[i+1:k], func(s analysis.Symbol) bool { return s.Range.Contains(inner) }) {
					count(facts.Symbols[k].Name, chunkMemberWeight)
				}
				for at := inner.Start; at < inner.End; at++ {
					kept[at] = ' '
				}
			}
			count(string(kept[outer.Start:outer.End]), 1)
			count(symbol.Container, chunkContainerWeight)
			count(symbol.Name, chunkNameWeight)
			count(symbol.Signature, chunkSignatureWeight)
			count(symbol.Doc, chunkDocWeight)
			if !slices.Equal(got.of(i), want) || got.has(i) && got.sizes[i] != size {
				t.Fatalf("%s has %d of %d, want %d of %d, in\n%s", symbol.Name, got.of(i), got.sizes[i], want, size, lib["a.x"])
			}
		}
	})
}
