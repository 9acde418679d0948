package budget

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/contextls/contextls/budget/render"
	"github.com/contextls/contextls/budget/render/rendertest"
)

func TestCount(t *testing.T) {
	var counters Tokenizers
	for _, tt := range []struct {
		tokenizer, text string
		want            int
	}{
		{"", "", 0},
		{"", "a", 1},
		{Heuristic, "abcd", 1},
		{Heuristic, "abcde", 2},
		{Heuristic, "漢字", 2},
		{"o200k_base", "", 0},
		{"o200k_base", "hello world", 2},
		{"o200k_base", "def __init__(self):\n    pass\n", 9},
		{"o200k_base", "<|endoftext|>", 7},
		{"cl100k_base", "hello world", 2},
		{"cl100k_base", "antidisestablishmentarianism", 6},
	} {
		counter, err := counters.Get(tt.tokenizer)
		if err != nil {
			t.Fatal(err)
		}
		for range 2 { // the second time from the cache
			if got := counter.Count(tt.text); got != tt.want {
				t.Errorf("%s: %q has %d tokens, want %d", tt.tokenizer, tt.text, got, tt.want)
			}
		}
	}
}

func TestUnknownTokenizer(t *testing.T) {
	_, err := new(Tokenizers).Get("p50k")
	if field := (*FieldError)(nil); !errors.As(err, &field) ||
		err.Error() != `tokenizer: "p50k" is not one of heuristic, o200k_base, cl100k_base` {
		t.Errorf("got %v", err)
	}
}

func TestTokenizersKeepCounters(t *testing.T) {
	var counters Tokenizers
	a, _ := counters.Get("o200k_base")
	b, _ := counters.Get("o200k_base")
	if a == nil || a != b {
		t.Error("the vocabulary is loaded twice")
	}
}

// The parts that renderers write add up, whatever the content: this is what planning relies on.
func TestCostsOfPartsAddUp(t *testing.T) {
	for _, tokenizer := range []string{Heuristic, "o200k_base", "cl100k_base"} {
		counter := counterFor(t, tokenizer)
		for seed := range int64(100) {
			r := rand.New(rand.NewPCG(uint64(seed), 0))
			format, _ := render.Find(rendertest.Formats()[r.IntN(4)])
			parts := []string{format.Head("x", "files"), format.Task("fix it"), format.Section("Target files")}
			for i := range 4 {
				text, _ := randomText(r, 20)
				parts = append(parts, format.File(i, render.File{Section: "Target files", Path: "a/b.py", Fence: "python",
					Shows: "full", Reasons: []string{"because"}, Content: text}))
			}
			parts = append(parts, format.Block(render.TitleMap, "a/b.py:\n│def f()\n"), format.Block(render.TitleEdges, "a → b\n"),
				format.Task("fix it"), format.Foot())
			sum := 0
			for _, part := range parts {
				sum += counter.cost(part)
			}
			if whole := counter.cost(strings.Join(parts, "")); whole != sum {
				t.Fatalf("%s, seed %d: the parts cost %d, the whole %d", tokenizer, seed, sum, whole)
			}
		}
	}
}

func TestLineCosts(t *testing.T) {
	for _, tokenizer := range []string{Heuristic, "o200k_base"} {
		counter := counterFor(t, tokenizer)
		for seed := range int64(100) {
			text, _ := randomText(rand.New(rand.NewPCG(uint64(seed), 0)), 30)
			s := newSource(text, text, counter)
			sum := 0
			for _, cost := range s.costs {
				sum += cost
			}
			if whole := counter.cost(text); sum != whole {
				t.Fatalf("%s, seed %d: lines cost %d, the text %d", tokenizer, seed, sum, whole)
			}
		}
	}
}
