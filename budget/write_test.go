package budget

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/contextls/contextls/budget/render/rendertest"
)

// In the order for caches, a few lines more in a target and a little noise in the scores leave all as it
// was that comes before the targets; in the order by tier, next to nothing.
func TestCacheOrderKeepsItsBeginning(t *testing.T) {
	for _, format := range rendertest.Formats() {
		for _, order := range []string{OrderTier, OrderCache} {
			if order == OrderTier && format != "markdown" {
				continue
			}
			req := largeFolder(heuristic(t))
			req.Limits.Tokens, req.Format, req.Order = 30_000, format, order
			before, err := Pack(context.Background(), req)
			if err != nil {
				t.Fatal(err)
			}
			req.Candidates = slices.Clone(req.Candidates)
			load := req.Candidates[0].Load
			req.Candidates[0].Load = func() (string, error) {
				text, err := load()
				return strings.Replace(text, "import os\n", "import os\nimport sys  # for the exit code\n", 1), err
			}
			req.Candidates[10].Score, req.Candidates[11].Score = req.Candidates[11].Score, req.Candidates[10].Score
			after, err := Pack(context.Background(), req)
			if err != nil {
				t.Fatal(err)
			}
			if before.Text == after.Text || !strings.Contains(after.Text, "import sys") {
				t.Fatalf("%s, %s: the edit is not to be seen", format, order)
			}
			share := float64(commonPrefix(before.Text, after.Text)) / float64(len(after.Text))
			if order == OrderCache && share < 0.9 || order == OrderTier && share > 0.1 {
				t.Errorf("%s, %s: %.3f of the text is a common beginning", format, order, share)
			}
			if order == OrderCache && after.Stats.BudgetUtilization < filled-1.0/steadyShare {
				t.Errorf("%s: %+v", format, after.Stats)
			}
		}
	}
}

func commonPrefix(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

// A warning names the file in which something hides, whether its text was read or only its symbols.
func TestDeceitIsReported(t *testing.T) {
	req := Request{Task: "x\u200fy", Limits: Limits{Counter: heuristic(t), Tokens: 1000, Bytes: -1}, Candidates: []Candidate{
		{Path: "a.py", Tier: TierTarget, Load: func() (string, error) { return "x = '\u202e'\n", nil }},
		{Path: "b.py", Tier: TierRelated, Generated: true, Symbols: SymbolsOf(symbolsOf("def f(a=\U000e0041):\n"))},
		{Path: "c.py", Tier: TierTarget, Load: func() (string, error) { return "page\x0cbreak\n", nil }},
	}}
	res, err := Pack(context.Background(), req)
	if err != nil {
		t.Fatal(err)
	}
	const what = " holds characters that hide or reorder text"
	want := []string{"the task" + what + ", which are shown by their numbers: U+200F", "a.py" + what + ", which are shown by their numbers: U+202E",
		"b.py" + what + ", which are shown by their numbers: U+E0041"}
	if !slices.Equal(res.Warnings, want) {
		t.Errorf("warnings %q", res.Warnings)
	}
	for _, shown := range []string{"x = '‹U+202E›'\n", "def f(a=‹U+E0041›)\n", "page‹U+000C›break\n"} {
		if !strings.Contains(res.Text, shown) {
			t.Errorf("%q is missing in\n%s", shown, res.Text)
		}
	}
}

func TestUnknownLayout(t *testing.T) {
	for want, req := range map[string]Request{
		`format: "html" is not one of markdown, xml, plain, json`: {Format: "html"},
		`order: "size" is not one of tier, cache`:                 {Order: "size"},
	} {
		if _, err := Pack(context.Background(), req); err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}
