package budget

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/contextls/contextls/analysis"
)

func define(path, signature, doc string, line, start, end uint32, score float64) Definition {
	source := strings.Repeat("x", int(end-start)-1) + "\n"
	return Definition{Path: path, Fence: "python", Score: score,
		Symbol: &analysis.Symbol{Name: "n", Signature: signature, Doc: doc, Line: line, Range: analysis.Span{Start: start, End: end}},
		Load:   func() (string, error) { return source, nil }}
}

func shopDefinitions() []Definition {
	cart := define("cart.py", "class Cart", "What a customer buys.", 2, 10, 60, 1)
	add := define("cart.py", "def add(self)", "", 3, 20, 40, 0.8)
	add.Symbol.Container = "Cart"
	return []Definition{cart, add, define("price.py", "def price(item)", "Looks it\u2028up.", 0, 0, 30, 0.5)}
}

func TestList(t *testing.T) {
	counter, _ := new(Tokenizers).Get(Heuristic)
	class, method, price := "cart.py:3 class Cart", "cart.py:4 def add(self)  # in Cart", "price.py:1 def price(item)"
	cartDoc, priceDoc := "    What a customer buys.", "    Looks it up."
	block := func(path string, size int) string {
		return path + "\n```python\n" + strings.Repeat("x", size-1) + "\n```"
	}
	reversed := shopDefinitions()
	reversed[0], reversed[1] = reversed[1], reversed[0]
	unreadable := shopDefinitions()
	unreadable[0].Load = func() (string, error) { return "", errors.New("gone") }
	for _, tt := range []struct {
		name        string
		definitions []Definition
		detail      DefinitionDetail
		tokens      int
		lines       []string
		shown       []int
	}{
		{"signatures", shopDefinitions(), DetailSignatures, 1000, []string{class, method, price}, []int{0, 1, 2}},
		{"docs", shopDefinitions(), DetailDocs, 1000, []string{class, cartDoc, method, price, priceDoc}, []int{0, 1, 2}},
		{"sources, what stands in one not again", shopDefinitions(), DetailSources, 1000, []string{block("cart.py:3", 50), block("price.py:1", 30)}, []int{0, 1, 2}},
		{"sources, what stands around one not in full", reversed, DetailSources, 1000, []string{block("cart.py:4  # in Cart", 20), class, cartDoc, block("price.py:1", 30)}, []int{0, 1, 2}},
		{"a source that cannot be had", unreadable, DetailSources, 1000, []string{class, cartDoc, block("cart.py:4  # in Cart", 20), block("price.py:1", 30)}, []int{0, 1, 2}},
		{"no room for the documentation", shopDefinitions(), DetailDocs, 11, []string{class}, []int{0}},
		{"no room for the first", shopDefinitions()[1:], DetailSignatures, 7, []string{price}, []int{1}},
		{"no room at all", shopDefinitions(), DetailSources, 1, nil, nil},
		{"nothing", nil, DetailSources, 1000, nil, nil},
	} {
		l := List(tt.definitions, tt.detail, tt.tokens, counter)
		want := strings.Join(append(tt.lines, ""), "\n")
		if diff := cmp.Diff(want, l.Text); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
		if diff := cmp.Diff(tt.shown, l.Shown); diff != "" {
			t.Errorf("%s: shown (-want +got):\n%s", tt.name, diff)
		}
	}
}

func TestSkeleton(t *testing.T) {
	receiver := define("a.go", "func (c *Context) JSON(code int)", "", 9, 0, 9, 0)
	receiver.Symbol.Container = "Context"
	field := define("a b.go", "code\nint", "", 4, 0, 9, 0)
	field.Symbol.Container, field.Fence = "Context", "go"
	got := Skeleton([]Definition{receiver, field})
	if want := "a.go:10 func (c *Context) JSON(code int)\na b.go:5 code int  // in Context\n"; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestCompress(t *testing.T) {
	counter, _ := new(Tokenizers).Get(Heuristic)
	cheap, dear := define("b.py", "def b()", "", 5, 0, 9, 0.5), define("a.py", "def a("+strings.Repeat("x", 60)+")", "", 1, 0, 9, 0.6)
	for _, tt := range []struct {
		name        string
		definitions []Definition
		tokens      int
		want        string
		shown       []int
	}{
		{"all, by file and line", shopDefinitions(), 100,
			"cart.py\n  3 class Cart\n      What a customer buys.\n  4 def add(self)  # in Cart\nprice.py\n  1 def price(item)\n      Looks it up.\n", []int{0, 1, 2}},
		{"a second signature before documentation", shopDefinitions(), 13, "cart.py\n  3 class Cart\n  4 def add(self)  # in Cart\n", []int{0, 1}},
		{"score per token", []Definition{dear, cheap}, 8, "b.py\n  6 def b()\n", []int{1}},
		{"the best file first", []Definition{cheap, dear}, 50, "a.py\n  2 def a(" + strings.Repeat("x", 60) + ")\nb.py\n  6 def b()\n", []int{1, 0}},
		{"no room", shopDefinitions(), 1, "", nil},
		{"nothing", nil, 10, "", nil},
	} {
		l := Compress(tt.definitions, tt.tokens, counter)
		if diff := cmp.Diff(tt.want, l.Text); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
		if diff := cmp.Diff(tt.shown, l.Shown); diff != "" {
			t.Errorf("%s: shown (-want +got):\n%s", tt.name, diff)
		}
	}
}

// Whatever the definitions are, no list costs more than its tokens, in any tokenizer; a compressed one
// does not depend on their order.
func TestListsKeepTheirBudget(t *testing.T) {
	var tokenizers Tokenizers
	words := []string{"def", "日本語", "    ", "\t\t", "\n", "…", "```", "x", "_a_long_name", "(self)", "\r\n", "ünïcödé", "🙂", "  \n  "}
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 1))
		text := func(most int) string {
			var b strings.Builder
			for range r.IntN(most + 1) {
				b.WriteString(words[r.IntN(len(words))])
			}
			return b.String()
		}
		var definitions []Definition
		for i := range r.IntN(12) {
			source, start := text(30), uint32(r.IntN(50))
			definitions = append(definitions, Definition{Path: fmt.Sprintf("dir%d/f.py", r.IntN(3)), Fence: "python", Score: float64(r.IntN(5)) / 4,
				Symbol: &analysis.Symbol{Name: "n", Container: []string{"", "C"}[r.IntN(2)], Signature: "def " + text(8), Doc: text(6),
					Line: uint32(i), Range: analysis.Span{Start: start, End: start + uint32(len(source))}},
				Load: func() (string, error) { return source, nil }})
		}
		tokens := 1 + r.IntN(150)
		for _, name := range []string{Heuristic, "cl100k_base", "o200k_base"} {
			counter, err := tokenizers.Get(name)
			if err != nil {
				t.Fatal(err)
			}
			compressed := Compress(definitions, tokens, counter)
			for what, l := range map[string]*Listing{
				"compressed": compressed, "signatures": List(definitions, DetailSignatures, tokens, counter),
				"docs": List(definitions, DetailDocs, tokens, counter), "sources": List(definitions, DetailSources, tokens, counter),
			} {
				if n := counter.Count(l.Text); n > tokens || n != l.EstimatedTokens {
					t.Fatalf("seed %d, %s, %s: %d tokens, said to be %d, of %d", seed, name, what, n, l.EstimatedTokens, tokens)
				}
				if len(l.Shown) > len(definitions) || len(l.Shown) == 0 && l.Text != "" {
					t.Fatalf("seed %d, %s, %s: %d shown of %d in\n%s", seed, name, what, len(l.Shown), len(definitions), l.Text)
				}
			}
			shuffled := append([]Definition(nil), definitions...)
			r.Shuffle(len(shuffled), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
			if again := Compress(shuffled, tokens, counter); again.Text != compressed.Text {
				t.Fatalf("seed %d, %s: the order of the input shows:\n%s\n---\n%s", seed, name, compressed.Text, again.Text)
			}
		}
	}
}
