package budget

import (
	"context"
	"strings"
	"testing"

	"github.com/contextls/contextls/rank"
)

// Of the passage that does not fit, the definition is shown and not the comment above it.
func TestPartOfADefinitionBelowItsComment(t *testing.T) {
	const doc = "# What it is for.\n# This takes a lot of words to say, and more than a few of them.\n# It goes on and on.\n"
	act := "def act(self):\n" + strings.Repeat("    self.step()\n", 20)
	rest := "\n" + strings.Repeat("x = 1\n", 400)
	for _, tt := range []struct {
		tokens int
		want   string
	}{
		{110, "… 1–3\n" + act[:len("def act(self):\n    self.step()\n")]},
		{140, "… 1–3\n" + act},
		{180, doc + act},
	} {
		res, err := Pack(context.Background(), Request{
			Task: "act", Limits: Limits{Counter: heuristic(t), Tokens: tt.tokens, Bytes: -1},
			Odds: func(_ context.Context, cuts []rank.Cut) [][]float64 {
				odds := make([]float64, len(cuts[0].Passages))
				for i, p := range cuts[0].Passages {
					if odds[i] = 0.001; p.Symbol != nil {
						odds[i] = 0.9
					}
				}
				return [][]float64{odds}
			},
			Candidates: []Candidate{{Path: "a.py", Fence: "python", Tier: TierRelated, Size: len(doc + act + rest), Symbols: symbolsOf(doc + act),
				Ranked: &rank.Ranked{Path: "a.py"}, Load: func() (string, error) { return doc + act + rest, nil }}},
		})
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(res.Text, tt.want) {
			t.Errorf("%d tokens show no %q:\n%s", tt.tokens, tt.want, res.Text)
		}
	}
}
