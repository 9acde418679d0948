package budget

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/contextls/contextls/rank"
)

// A pack says what it has no room for, the likeliest first, and nothing that it shows.
func TestMissing(t *testing.T) {
	req := largeFolder(heuristic(t))
	req.Task = "change a method"
	req.Limits.Tokens = 3000
	for i := range req.Candidates {
		req.Candidates[i].Ranked = &rank.Ranked{Path: req.Candidates[i].Path}
	}
	req.Odds = func(_ context.Context, cuts []rank.Cut) [][]float64 {
		odds := make([][]float64, len(cuts))
		for i, c := range cuts {
			for _, p := range c.Passages {
				o := 0.01 / float64(1+c.Place)
				if p.Symbol != nil && strings.HasPrefix(p.Symbol.Name, "method_2_") {
					o = 3
				}
				odds[i] = append(odds[i], o)
			}
		}
		return odds
	}
	small, err := Pack(context.Background(), req)
	if err != nil {
		t.Fatal(err)
	}
	if len(small.Missing) != mostMissing {
		t.Errorf("%d are missing, want the %d best", len(small.Missing), mostMissing)
	}
	shows := func(res *Result, m Missing) bool {
		return slices.ContainsFunc(res.Items, func(it Item) bool {
			return it.Path == m.Path && (it.Representation == Full || slices.ContainsFunc(it.Ranges, func(r Range) bool {
				return int(r.FirstLine) <= m.First && m.Last <= int(r.LastLine)
			}))
		})
	}
	for _, m := range small.Missing {
		if shows(small, m) || m.Tokens <= 0 || m.First > m.Last || m.Reason != OverBudget {
			t.Errorf("%+v is shown, or odd", m)
		}
	}
	req.Limits.Tokens = 400
	tiny, err := Pack(context.Background(), req)
	if err != nil {
		t.Fatal(err)
	}
	if best := tiny.Missing[0]; !strings.Contains(best.Symbol, "method_2_") {
		t.Errorf("the first that is missing is %+v", best)
	}
	req.Limits.Tokens, req.Candidates = 1_000_000, req.Candidates[:10]
	whole, err := Pack(context.Background(), req)
	if err != nil || len(whole.Missing) > 0 {
		t.Errorf("nothing is left out, and this is missing: %v, %v", whole.Missing, err)
	}
}
