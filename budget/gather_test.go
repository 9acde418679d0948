package budget

import (
	"context"
	"strings"
	"testing"

	"github.com/contextls/contextls/rank"
)

// The subject of the commit that reads like the task is shown once, with the best file that it is told of, as a whole.
func TestSubjectOfTheCommitIsShownOnce(t *testing.T) {
	const subject = `changed in 2 commits that read like the task: "Let carts hold several of an item, and say in which order these were put in"`
	together := "changed together with shop/cart/very/deep/below/other/directories/that/have/long/names/indeed/cart.py in 12 commits"
	for _, summary := range []bool{false, true} {
		req := Request{Task: "several of an item", Summary: summary, Limits: Limits{Counter: heuristic(t), Tokens: 1000, Bytes: -1}}
		for i, like := range []string{"", subject, subject} {
			c := Candidate{Path: string(rune('a'+i)) + ".py", Tier: TierRelated, Score: 1 - float64(i)/10, Symbols: SymbolsOf(symbolsOf("def f():\n    pass\n")),
				Reasons: []string{together, "has the task's words several"}, Size: 17, Load: func() (string, error) { return "def f():\n    pass\n", nil }}
			if c.Ranked = (&rank.Ranked{Path: c.Path, Like: like}); like != "" {
				c.Reasons = append(c.Reasons, like)
			}
			req.Candidates = append(req.Candidates, c)
		}
		res, err := Pack(context.Background(), req)
		if err != nil {
			t.Fatal(err)
		}
		if _, of, _ := strings.Cut(res.Text, "### `b.py`"); strings.Count(res.Text, subject) != 1 || !strings.Contains(strings.SplitN(of, "\n", 2)[0], subject) {
			t.Errorf("summary %v: the subject is not told once, of b.py:\n%s", summary, res.Text)
		}
	}
}
