package budget

import (
	"context"
	"strings"
	"testing"

	"github.com/contextls/contextls/rank"
)

// Of the passage that does not fit, the definition is shown and not the comment above it.
func TestPartOfADefinitionBelowItsComment(t *testing.T) {
	doc := "###\n# What it is for.\n" + strings.Repeat("# This takes a lot of words to say, and more than a few of them.\n", 5)
	act := "def act(self):\n" + strings.Repeat("    self.step()\n", 20)
	rest := "\n" + strings.Repeat("x = 1\n", 400)
	pack := func(tokens int) string {
		res, err := Pack(context.Background(), Request{
			Task: "act", Limits: Limits{Counter: heuristic(t), Tokens: tokens, Bytes: -1},
			Odds: func(_ context.Context, cuts []rank.Cut) [][]float64 {
				odds := make([]float64, len(cuts[0].Passages))
				for i, p := range cuts[0].Passages {
					if odds[i] = 0.001; p.Symbol != nil {
						odds[i] = 0.9
					}
				}
				return [][]float64{odds}
			},
			Candidates: []Candidate{{Path: "a.py", Fence: "python", Tier: TierRelated, Size: len(doc + act + rest), Symbols: SymbolsOf(symbolsOf(doc + act)),
				Ranked: &rank.Ranked{Path: "a.py"}, Load: func() (string, error) { return doc + act + rest, nil }}},
		})
		if err != nil {
			t.Fatal(err)
		}
		return res.Text
	}
	for _, tt := range []struct {
		tokens int
		want   string
	}{
		{100, "… 1–7\n" + act[:len("def act(self):\n    self.step()\n")]},
		{142, "###\n# What it is for.\n… 3–7\n" + act},
		{260, doc + act},
	} {
		if got := pack(tt.tokens); !strings.Contains(got, tt.want) {
			t.Errorf("%d tokens show no %q:\n%s", tt.tokens, tt.want, got)
		}
	}
	for tokens := 60; tokens < 260; tokens++ {
		if got := pack(tokens); strings.Contains(got, "###\n… ") || strings.Contains(got, "# What it is for.") && !strings.Contains(got, "def act") {
			t.Errorf("%d tokens show a comment without what it is of:\n%s", tokens, got)
		}
	}
}

// A passage is shown with what lies between it and another if that is short, and with the blank line above; a title alone is one line.
func TestJoined(t *testing.T) {
	const text = "a\n\nb\n  b\nc\nd\ne\nf\n\ng\n  g\n"
	for _, tt := range []struct {
		name               string
		shown, first, last int
		wantFirst          int
	}{
		{"below a blank line", -1, 2, 3, 1},
		{"below text", -1, 3, 4, 3},
		{"a title", -1, 2, 2, 2},
		{"the first line", -1, 0, 1, 0},
		{"near to what is shown", 5, 9, 10, 6},
		{"far from it", 3, 9, 10, 8},
	} {
		p := pick{selection: newSource(text, text, heuristic(t)).selection(amount{1000, 1000})}
		if tt.shown >= 0 {
			p.add(tt.shown, tt.shown)
		}
		if first, last := p.joined(tt.first, tt.last); first != tt.wantFirst || last != tt.last {
			t.Errorf("%s: lines %d to %d, want %d to %d", tt.name, first, last, tt.wantFirst, tt.last)
		}
	}
}
