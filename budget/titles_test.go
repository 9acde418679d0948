package budget

import (
	"context"
	"strings"
	"testing"

	"github.com/contextls/contextls/rank"
)

// Above 8,000 tokens a pack also names definitions that it does not show, and a larger one takes none of them back.
func TestTitles(t *testing.T) {
	req := largeFolder(heuristic(t))
	req.Task, req.Odds = "change a method", randomOdds(1)
	type line struct {
		path string
		line int
	}
	req.Candidates, req.Map = req.Candidates[:100], nil
	titles := map[line]bool{}
	for i := range req.Candidates {
		c := &req.Candidates[i]
		c.Ranked = &rank.Ranked{Path: c.Path}
		text, _ := c.Load()
		symbols := c.Symbols.All()
		for k := range symbols {
			s := &symbols[k]
			s.Line = uint32(strings.Count(text[:s.Range.Start], "\n"))
			titles[line{c.Path, int(s.Line)}] = true
		}
	}
	var before map[string]bool
	for _, tokens := range []int{7000, 8000, 12_000, 16_000, 24_000} {
		req.Limits.Tokens = tokens
		res, err := Pack(context.Background(), req)
		if err != nil {
			t.Fatal(err)
		}
		alone := 0
		for _, it := range res.Items {
			for _, r := range it.Ranges {
				if it.Representation == Slice && r.FirstLine == r.LastLine && titles[line{it.Path, int(r.FirstLine)}] {
					alone++
				}
			}
		}
		most := (tokens*perToken - titlesFrom) / titlesShare / perToken
		if tokens > 8000 && alone < most/40 || tokens < 8000 && alone > 20 {
			t.Errorf("%d tokens: %d definitions are named alone", tokens, alone)
		}
		now := shownLines(res)
		lost := 0
		for l := range before {
			if !now[l] {
				lost++
			}
		}
		if lost*100 > len(before) {
			t.Errorf("%d tokens: %d of %d lines of the smaller pack are not shown", tokens, lost, len(before))
		}
		before = now
	}
}
