package budget

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/contextls/contextls/rank"
)

// shownLines are the lines of files that a pack shows, as path:line.
func shownLines(res *Result) map[string]bool {
	shown := map[string]bool{}
	for _, it := range res.Items {
		for _, r := range it.Ranges {
			for line := r.FirstLine; line <= r.LastLine; line++ {
				shown[fmt.Sprintf("%s:%d", it.Path, line+1)] = true
			}
		}
	}
	return shown
}

// A larger budget shows no less: of what is judged, each line that a pack shows stands in every larger one. What
// headings and marks will take is not known before all lines are chosen, so in one of some hundred packs the last
// lines give way.
func TestMoreBudgetShowsNoLess(t *testing.T) {
	t.Run("of a task", func(t *testing.T) { showsNoLess(t, "fix the thing", true) })
	t.Run("of targets", func(t *testing.T) { showsNoLess(t, "", true) })
	t.Run("of a folder", func(t *testing.T) { showsNoLess(t, "", false) })
}

func showsNoLess(t *testing.T, task string, targets bool) {
	counter := heuristic(t)
	bad, all := 0, 0
	for seed := range uint64(2000) {
		r := rand.New(rand.NewPCG(seed, 1))
		req, files := randomRequest(r, counter, 120)
		req.Limits.Bytes, req.Task, req.Format, req.LineNumbers = -1, task, "markdown", false
		req.Odds = randomOdds(r.IntN(100))
		for i := range req.Candidates {
			c := &req.Candidates[i]
			c.Tier = []int{TierTarget, TierImport, TierRelated, TierRelated}[i%4]
			if !targets {
				c.Tier, c.Ranges = TierRelated, nil
			}
			c.Pinned, c.Missing, c.Generated = false, false, false
			c.Ranked = &rank.Ranked{Path: c.Path}
		}
		for _, f := range files {
			f.broken = false
		}
		req.Limits.Tokens = 150 + r.IntN(1500)
		small, err := packed(req)
		if err != nil {
			t.Fatal(err)
		}
		req.Limits.Tokens += req.Limits.Tokens/20 + r.IntN(1500)
		large, err := packed(req)
		if err != nil {
			t.Fatal(err)
		}
		if small == nil || large == nil {
			continue
		}
		more := shownLines(large)
		lost := 0
		for line := range shownLines(small) {
			if !more[line] {
				lost++
			}
		}
		all++
		if lost > 0 {
			bad++
			t.Logf("seed %d: of %d lines in %d tokens, %d are not in %d", seed, len(shownLines(small)),
				small.Stats.AvailableForContext, lost, large.Stats.AvailableForContext)
		}
	}
	if bad*200 > all {
		t.Errorf("%d of %d packs show less in a larger budget", bad, all)
	}
}
