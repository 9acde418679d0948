package budget

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/contextls/contextls/budget/render/rendertest"
)

// edited is a request after some work: files changed, some gone, perhaps another task.
func edited(r *rand.Rand, req Request) Request {
	req.Candidates = slices.Clone(req.Candidates)
	if len(req.Candidates) > 1 && r.IntN(3) == 0 {
		req.Candidates = req.Candidates[1:]
	}
	for i := range req.Candidates {
		if c := &req.Candidates[i]; r.IntN(4) == 0 {
			load := c.Load
			c.Load = func() (string, error) {
				text, err := load()
				return text + "\nx = 2\n", err
			}
			c.Symbols, c.Size = Symbols{}, 0
		}
	}
	if r.IntN(4) == 0 {
		req.Task += "and the other thing"
	}
	return req
}

// The text of changes shows, in any format, exactly the files that are new or not as they were, and
// names those that are gone; it costs no more than the whole text.
func TestChanges(t *testing.T) {
	changed, same := 0, 0
	for seed := range int64(2500) {
		r := rand.New(rand.NewPCG(uint64(seed), 1))
		req, _ := randomRequest(r, heuristic(t), 20)
		base, err := packed(req)
		if err != nil {
			t.Fatal(err)
		}
		if base == nil {
			continue
		}
		next := req
		if r.IntN(8) > 0 {
			next = edited(r, req)
		}
		next.Baseline = base.Baseline
		res, err := packed(next)
		if err != nil {
			t.Fatal(err)
		}
		if res == nil || res.Changes == res.Text {
			continue
		}
		if len(res.Changes) > len(res.Text) {
			t.Fatalf("seed %d: the changes cost more than all", seed)
		}
		ids := map[string]string{}
		for _, it := range base.Items {
			ids[it.Path] = it.ID
		}
		var fresh []Item
		for _, it := range res.Items {
			if ids[it.Path] != it.ID {
				fresh = append(fresh, it)
			}
			delete(ids, it.Path)
		}
		if res.Changes == "" {
			if same++; len(fresh)+len(ids) > 0 || req.Task != next.Task || base.Text != res.Text && res.Map == base.Map {
				t.Fatalf("seed %d: nothing is said of %v and %v", seed, fresh, ids)
			}
			continue
		}
		changed++
		task := shownTask(next)
		if next.Task == req.Task {
			task = ""
		}
		if what := rendertest.Misread(req.Format, res.Changes, task, rendered(fresh)); what != "" {
			t.Fatalf("seed %d: %s in\n%s", seed, what, res.Changes)
		}
		p, err := rendertest.Parse(req.Format, res.Changes)
		if gone := p.Blocks["removed"]; err != nil || strings.Count(gone, "\n") != len(ids) {
			t.Fatalf("seed %d: %q is said to be gone, %v are", seed, gone, ids)
		}
	}
	if changed < 150 || same < 50 {
		t.Errorf("%d packs with changes and %d without: the test tests little", changed, same)
	}
}

func TestNoBaseline(t *testing.T) {
	res, err := Pack(context.Background(), Request{Task: "x", Limits: Limits{Counter: heuristic(t), Tokens: 100, Bytes: -1}})
	if err != nil || res.Changes != res.Text || res.Text == "" {
		t.Errorf("%+v, %v", res, err)
	}
}
