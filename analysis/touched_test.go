package analysis

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// Touched are the symbols that one of the spans touches, whichever order these have and however they overlap.
func TestTouched(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		span := func(least uint32) Span {
			start := rapid.Uint32Range(0, 30).Draw(t, "start")
			return Span{start, start + rapid.Uint32Range(least, 8).Draw(t, "length")}
		}
		spans := make([]Span, rapid.IntRange(0, 5).Draw(t, "spans"))
		for i := range spans {
			spans[i] = span(0)
		}
		asked := slices.Clone(spans)
		symbols := make([]Symbol, rapid.IntRange(0, 5).Draw(t, "symbols"))
		var want []int
		for i := range symbols {
			s := span(1)
			symbols[i].Range = s
			if slices.ContainsFunc(spans, func(r Span) bool { return s.Start <= r.End && r.Start < s.End }) {
				want = append(want, i)
			}
		}
		if got := Touched(symbols, spans); !slices.Equal(got, want) {
			t.Fatalf("%v touch %v of %v, want %v", spans, got, symbols, want)
		}
		if !slices.Equal(spans, asked) {
			t.Fatalf("what was asked became %v", spans)
		}
	})
}
