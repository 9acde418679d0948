package explore

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/contextls/contextls/budget"
)

func TestShares(t *testing.T) {
	for _, tt := range []struct {
		costs     []int
		each, all int
		want      []int
	}{
		{nil, 10, 10, []int{}},
		{[]int{5, 3}, 10, 10, []int{5, 3}},
		{[]int{50, 3, 50}, 100, 23, []int{10, 3, 10}},
		{[]int{50, 3, 50}, 8, 23, []int{8, 3, 8}},
		{[]int{9, 0, 1, 9}, 9, 10, []int{4, 0, 1, 5}},
		{[]int{1, 1, 1}, 9, 2, []int{0, 1, 1}},
	} {
		if got := shares(tt.costs, tt.each, tt.all); !slices.Equal(got, tt.want) {
			t.Errorf("shares(%v, %d, %d) = %v, want %v", tt.costs, tt.each, tt.all, got, tt.want)
		}
	}
}

// Nobody gets more than it needs or may have, nothing is left over while somebody needs it, and whoever
// gets less than that gets as much as anybody else.
func TestSharesAreFair(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		costs := rapid.SliceOfN(rapid.IntRange(0, 50), 1, 9).Draw(t, "costs")
		each, all := rapid.IntRange(0, 60).Draw(t, "each"), rapid.IntRange(0, 200).Draw(t, "all")
		given := shares(costs, each, all)
		sum, needed := 0, 0
		for i, g := range given {
			need := min(costs[i], each)
			sum, needed = sum+g, needed+need
			if g > need || g < need && g < slices.Max(given)-1 {
				t.Fatalf("%v of %v", given, costs)
			}
		}
		if sum != min(needed, all) {
			t.Fatalf("%d of %d given: %v", sum, all, given)
		}
	})
}

// A cut text costs what it may, is a part of the whole, and says how much is missing.
func TestCut(t *testing.T) {
	var tokenizers budget.Tokenizers
	rapid.Check(t, func(t *rapid.T) {
		counter, err := tokenizers.Get(rapid.SampledFrom([]string{"heuristic", "cl100k_base"}).Draw(t, "tokenizer"))
		if err != nil {
			t.Fatal(err)
		}
		line := rapid.SampledFrom([]string{"", "short", "漢字かな", "  if err != nil {", strings.Repeat("é", 400), strings.Repeat("word ", 90)})
		f := finding{tail: rapid.Bool().Draw(t, "tail"), missing: rapid.SampledFrom([]string{"", "there is more"}).Draw(t, "missing"),
			content: strings.Join(rapid.SliceOfN(line, 0, 20).Draw(t, "lines"), "\n")}
		tokens := rapid.IntRange(0, 300).Draw(t, "tokens")
		text := f.cut(counter, tokens)
		if n := counter.Count(text); n > tokens || !utf8.ValidString(text) {
			t.Fatalf("%d tokens of %d: %q", n, tokens, text)
		}
		if text == "" {
			if counter.Count(f.with(0)) <= tokens {
				t.Fatalf("nothing, though %q fits", f.with(0))
			}
			return
		}
		note, kept, _ := strings.Cut(text, "]\n")
		has := strings.HasSuffix(f.content, kept)
		if !f.tail {
			i := strings.LastIndex(text, "[truncated: ")
			kept, note = text[:i], text[i:]
			has = strings.HasPrefix(f.content+"\n", kept) || strings.HasPrefix(f.content, strings.TrimSuffix(kept, "\n"))
		}
		if !has || !strings.HasPrefix(note, "[truncated: ") || !strings.Contains(note, f.missing) {
			t.Fatalf("%q of %q", text, f.content)
		}
	})
}

// What is cut off before tokens are counted is told with the rest, whichever end is kept.
func TestClip(t *testing.T) {
	text := strings.Repeat("0123456789abcde\n", 1000)
	for _, tail := range []bool{false, true} {
		f := finding{content: text, tail: tail}
		f.clip(100)
		if len(f.content) > densest*100 || len(f.content) < densest*99 || !strings.HasSuffix(f.content, "\n") || !strings.HasPrefix(f.content, "0") {
			t.Errorf("tail %v: %q is kept", tail, f.content)
		}
		var tokenizers budget.Tokenizers
		counter, err := tokenizers.Get(budget.Heuristic)
		if err != nil {
			t.Fatal(err)
		}
		whole := finding{content: text, tail: tail}
		if got, want := f.cut(counter, 100), whole.cut(counter, 100); got != want {
			t.Errorf("tail %v: %q, want %q", tail, got, want)
		}
	}
}
