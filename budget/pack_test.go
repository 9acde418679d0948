package budget

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/contextls/contextls/rank"
)

// countdown is a context that is done, with err, after so many questions.
type countdown struct {
	context.Context
	mu   sync.Mutex
	left int
	err  error
}

func (c *countdown) Err() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.left--; c.left < 0 {
		return c.err
	}
	return nil
}

// Wherever the deadline falls, there is an answer that holds to all rules.
func TestDeadline(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 0))
	req, files := randomRequest(r, heuristic(t), 30)
	for len(files) < 5 || req.Limits.Tokens < 500 || req.Limits.Bytes >= 0 {
		req, files = randomRequest(r, heuristic(t), 30)
	}
	partial, last := 0, 0
	for left := 0; ; left++ {
		for _, f := range files {
			f.loads = 0
		}
		res, err := Pack(&countdown{Context: context.Background(), left: left, err: context.DeadlineExceeded}, req)
		if err != nil {
			t.Fatal(err)
		}
		if what := violation(req, files, res); what != "" && !strings.HasPrefix(what, "strange reason") {
			t.Fatalf("with %d steps: %s", left, what)
		}
		if !res.Partial {
			last = left
			break
		}
		partial++
		for _, x := range res.Excluded {
			if x.Reason == OverBudget {
				t.Fatalf("with %d steps, %s is excluded as over budget", left, x.Path)
			}
		}
	}
	if partial < 5 {
		t.Errorf("only %d steps to interrupt, the last %d", partial, last)
	}
}

// Wherever the deadline falls, a small target is shown in full, also one whose passages there was no time to judge.
func TestDeadlineTargets(t *testing.T) {
	for _, judged := range []bool{false, true} {
		req := largeFolder(heuristic(t))
		req.Candidates, req.Limits.Tokens = req.Candidates[:20], 2000
		c := &req.Candidates[7]
		c.Tier, c.Load = TierTarget, func() (string, error) { return "def target():\n    pass\n", nil }
		c.Size, c.Symbols = 24, SymbolsOf(symbolsOf("def target():\n    pass\n"))
		if judged {
			judge := randomOdds(1)
			req.Odds = func(ctx context.Context, cuts []rank.Cut) [][]float64 {
				if ctx.Err() != nil {
					return nil
				}
				return judge(ctx, cuts)
			}
			for i := range req.Candidates {
				req.Candidates[i].Ranked = &rank.Ranked{Path: req.Candidates[i].Path}
			}
		}
		for left, partial := 0, true; partial; left++ {
			res, err := Pack(&countdown{Context: context.Background(), left: left, err: context.DeadlineExceeded}, req)
			if err != nil {
				t.Fatal(err)
			}
			partial = res.Partial
			if i := slices.IndexFunc(res.Items, func(it Item) bool { return it.Path == c.Path }); i < 0 || res.Items[i].Representation != Full {
				t.Fatalf("judged %v, after %d steps: the target is item %d of %+v", judged, left, i, res.Items)
			}
		}
	}
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := Pack(ctx, Request{Limits: Limits{Counter: heuristic(t), Tokens: 100, Bytes: -1}})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

func TestTaskTooLarge(t *testing.T) {
	req := Request{Task: "twelve bytes", Limits: Limits{Counter: heuristic(t), Tokens: 3, Bytes: -1}}
	if res, err := Pack(context.Background(), req); err != nil || res.Text != req.Task {
		t.Errorf("a task that just fits: %v, %v", res, err)
	}
	req.Limits.Tokens = 2
	_, err := Pack(context.Background(), req)
	if large := (*TaskTooLargeError)(nil); !errors.As(err, &large) || err.Error() != "the task alone costs 3 tokens, the budget is 2" {
		t.Errorf("got %v", err)
	}
	req.Task, req.Limits.Tokens = strings.Repeat("it fails so\n", 2000), 500
	if _, err := Pack(context.Background(), req); err == nil || err.Error() != "the task alone costs 6000 tokens, the budget is 500" {
		t.Errorf("a long one: %v", err)
	}
}

func TestLongTaskLeavesRoom(t *testing.T) {
	code := strings.Repeat("x = 1\n", 50)
	req := Request{Task: strings.Repeat("it fails so\n", 2000), Limits: Limits{Counter: heuristic(t), Tokens: 2000, Bytes: -1},
		Candidates: []Candidate{{Path: "a", Tier: TierTarget, Load: func() (string, error) { return code, nil }}}}
	res, err := Pack(context.Background(), req)
	if err != nil || len(res.Items) != 1 || res.Items[0].Content != code {
		t.Fatalf("got %+v, %v", res, err)
	}
	if want := "the task does not fit its share of the budget; left out of its middle: 1670 lines"; !slices.Equal(res.Warnings, []string{want}) {
		t.Errorf("warnings: %q", res.Warnings)
	}
	if !strings.Contains(res.Text, "it fails so\n… 1670 lines of the task left out\nit fails so\n") {
		t.Error(res.Text)
	}
}

func TestNothingToPack(t *testing.T) {
	res, err := Pack(context.Background(), Request{Limits: Limits{Counter: heuristic(t), Tokens: 100, Bytes: -1}, MapTokens: 50})
	if err != nil || res.Map != nil || len(res.Items) != 0 || res.ETag == "" || !strings.HasPrefix(res.Text, "# Context") {
		t.Errorf("got %+v, %v", res, err)
	}
}

// Of two claims on a path the larger one stands: a manual file stays manual when ranking found it too,
// and a target stays a target whatever else it is.
func TestOnePathOnce(t *testing.T) {
	load := func() (string, error) { return "x = 1\n", nil }
	req := Request{Limits: Limits{Counter: heuristic(t), Tokens: 1000, Bytes: -1}, Candidates: []Candidate{
		{Path: "a", Tier: TierRelated, Score: 1, Load: load}, {Path: "a", Tier: TierManual, Load: load},
		{Path: "b", Tier: TierManual, Pinned: true, Load: load}, {Path: "b", Tier: TierTarget, Load: load},
		{Path: "c", Tier: TierImport, Load: load}, {Path: "c", Tier: TierManual, Load: load},
	}}
	res, err := Pack(context.Background(), req)
	if err != nil {
		t.Fatal(err)
	}
	got := ""
	for _, it := range res.Items {
		got += fmt.Sprint(it.Path, it.Priority, " ")
	}
	if want := "b2 c3 a6 "; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// Nothing is read of files that can only be shown as signatures, or not at all; where only counting
// tells what a text costs, next to nothing.
func TestLoadsNothingInVain(t *testing.T) {
	for name, vain := range map[string]int{Heuristic: 0, "o200k_base": missedLoads} {
		loads := 0
		req := largeFolder(counterFor(t, name))
		for i := range req.Candidates {
			c := &req.Candidates[i]
			load := c.Load
			c.Load = func() (string, error) {
				loads++
				return load()
			}
		}
		res, err := Pack(context.Background(), req)
		if err != nil {
			t.Fatal(err)
		}
		if shown := res.Stats.FilesIncludedFull + res.Stats.FilesIncludedSlice; loads > shown+vain {
			t.Errorf("%s: %d files are loaded, %d are shown in full or in part", name, loads, shown)
		}
		if res.Stats.BudgetUtilization < filled {
			t.Errorf("%s: %+v", name, res.Stats)
		}
	}
}

// What a target is too large for is kept for what it depends on, and the rest says so.
func TestLargeTargetLeavesRoom(t *testing.T) {
	req := largeFolder(heuristic(t))
	req.Limits.Tokens = 2500
	res, err := Pack(context.Background(), req)
	if err != nil {
		t.Fatal(err)
	}
	target := res.Items[0]
	if target.Priority != TierTarget || target.Representation != Slice {
		t.Fatalf("the first item is %+v", target)
	}
	if len(res.Items) < 3 || res.Items[2].Priority != TierImport || res.Items[2].Representation == Path {
		t.Errorf("nothing is shown of what the target imports:\n%s", numbers(res))
	}
	if want := "target " + target.Path + " does not fit its share of the budget, so this is shown: "; len(res.Warnings) != 1 || !strings.HasPrefix(res.Warnings[0], want) || !strings.HasSuffix(res.Warnings[0], " lines") {
		t.Errorf("warnings: %q", res.Warnings)
	}
	if !strings.Contains(target.Content, "def method_0_0") {
		t.Error("the slice does not begin with what is best")
	}
}

func TestETagAndIDs(t *testing.T) {
	req := largeFolder(heuristic(t))
	req.Limits.Tokens = 3000
	a, _ := Pack(context.Background(), req)
	b, _ := Pack(context.Background(), req)
	req.Limits.Tokens = 3100
	c, _ := Pack(context.Background(), req)
	if a.ETag != b.ETag || a.Text != b.Text || a.ETag == c.ETag {
		t.Error("the etag does not stand for the text")
	}
	ids := map[string]string{}
	for _, it := range append(a.Items, c.Items...) {
		key := it.Path + string(it.Representation) + it.Content
		if other, ok := ids[it.ID]; ok && other != key {
			t.Errorf("%s has two contents", it.ID)
		}
		ids[it.ID] = key
	}
}

// A hidden task chooses what is shown and stands nowhere, however long it is.
func TestHiddenTask(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 0))
	for range 200 {
		req, _ := randomRequest(r, heuristic(t), 10)
		req.Task, req.HideTask = strings.Repeat("the task ", 1+r.IntN(2*req.Limits.Tokens)), true
		with, err := Pack(context.Background(), req)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(with.Text, "the task") || with.Stats.TotalEstimatedTokens > req.Limits.Tokens {
			t.Fatalf("%d of %d tokens:\n%s", with.Stats.TotalEstimatedTokens, req.Limits.Tokens, with.Text)
		}
	}
}

// Small budgets are used, too, where the next passage does not fit: by outlines. What is left does not pay for one more
// file's heading and first line.
func TestSmallBudgetsAreUsed(t *testing.T) {
	const another = 50 // tokens
	req := largeFolder(heuristic(t))
	req.MapTokens, req.Odds, req.Candidates = 0, randomOdds(3), req.Candidates[:30]
	for i := range req.Candidates {
		req.Candidates[i].Ranked = &rank.Ranked{Path: req.Candidates[i].Path}
	}
	for _, task := range []string{"", req.Task} {
		for _, tier := range []int{TierTarget, TierRelated} {
			for tokens := 300; tokens <= 1000; tokens += 20 {
				req.Task, req.Limits.Tokens, req.Candidates[0].Tier = task, tokens, tier
				res, err := Pack(t.Context(), req)
				if err != nil {
					t.Fatal(err)
				}
				if left := tokens - res.Stats.TotalEstimatedTokens; res.Stats.BudgetUtilization < filled && left > another {
					t.Errorf("task %q, tier %d: %.3f of %d tokens are used", task, tier, res.Stats.BudgetUtilization, tokens)
				}
			}
		}
	}
}
