package engine

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/contextls/contextls/analysis"
)

// Whatever paths and names contain, an ID reads as what it was made of.
func TestChunkIDs(t *testing.T) {
	odd := rapid.StringOf(rapid.SampledFrom([]rune("ab/.:@%3A25 é\n")))
	rapid.Check(t, func(t *rapid.T) {
		s := &analysis.Symbol{Name: odd.Filter(func(s string) bool { return s != "" }).Draw(t, "name"), Container: odd.Draw(t, "container"),
			Kind: analysis.Kind(rapid.IntRange(0, 13).Draw(t, "kind")), Line: rapid.Uint32Range(0, 1e6).Draw(t, "line"),
			Range: analysis.Span{Start: 1, End: uint32(rapid.IntRange(1, 99).Draw(t, "end"))}}
		path := odd.Filter(func(s string) bool { return s != "" }).Draw(t, "path")
		want := chunkOf(path, s, odd.Draw(t, "text")+"x")
		got, ok := parseChunk(want.String())
		if !ok || got != want {
			t.Fatalf("%q reads as %+v, %v", want, got, ok)
		}
	})
}

func TestChunkIDsOfWords(t *testing.T) {
	s := &analysis.Symbol{Name: "on:click", Container: "A.B", Kind: analysis.Method, Line: 6, Range: analysis.Span{Start: 0, End: 3}}
	if got, want := chunkOf("c:/d@1:x.py", s, "abc").String(), "method:c:/d@1:x.py:A.B.on%3Aclick@7:ba7816bf"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	for _, bad := range []string{"", ":", "::@1:00000000", "function:a.py:f", "function:a.py:f@1", "function:a.py:f@1:", "function:a.py:f@0:00000000",
		"function:a.py:f@-1:00000000", "function:a.py:f@01:00000000", "function:a.py:f@1:0000000", "function:a.py:f@1:0000000G", "function:a.py:f@1:ABCDEF00",
		"function:a.py:@1:00000000", "function::f@1:00000000", ":a.py:f@1:00000000", "function:a.py@1:00000000", "function:a.py:f%41@1:00000000x",
		"function:a.py:f%3a@1:0000000", "function:a.py:f@99999999999999999999:00000000"} {
		if id, ok := parseChunk(bad); ok {
			t.Errorf("%q reads as %+v", bad, id)
		}
	}
}

func FuzzParseChunk(f *testing.F) {
	f.Add("method:store/cart.py:Cart.add@5:a4afad1b")
	f.Add("method:c:/d@1:x.py:A.B.on%3Aclick@7:ba7816bf")
	f.Fuzz(func(t *testing.T, id string) {
		if c, ok := parseChunk(id); ok && c.String() != id {
			t.Errorf("%q is written %q", id, c)
		}
	})
}
