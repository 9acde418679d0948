package budget

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/contextls/contextls/analysis"
)

func TestTogether(t *testing.T) {
	for _, c := range []struct {
		paths []string
		want  string
	}{
		{[]string{"a.go"}, "a.go"},
		{[]string{"a.go", "b.go"}, "a.go, b.go"},
		{[]string{"x/a.go", "x/y/a.go"}, "x/a.go, x/y/a.go"},
		{[]string{"x/a.go", "y/c.go", "x/b.go"}, "x/{a.go, b.go}, y/c.go"},
		{[]string{"x/{a}.go", "x/b.go", "x/c\n.go", "x/d.go"}, `x/{a}.go, x/{b.go, d.go}, "x/c\n.go"`},
	} {
		before := slices.Clone(c.paths)
		if got := together(c.paths); got != c.want {
			t.Errorf("%q: %s, want %s", c.paths, got, c.want)
		}
		if !slices.Equal(before, c.paths) {
			t.Errorf("%q was changed to %q", before, c.paths)
		}
	}
}

// wide is a folder of many files, each of which depends on the one before it and on the first.
func wide(files int) Request {
	req := Request{Summary: true}
	for i := range files {
		c := Candidate{Path: fmt.Sprintf("d%d/f%d.py", i%7, i), Tier: TierRelated, Score: 1 / float64(i+1), Reasons: []string{"is there"}}
		var symbols []analysis.Symbol
		for k := range 20 {
			symbols = append(symbols, analysis.Symbol{Name: fmt.Sprintf("name%d", k), Signature: fmt.Sprintf("def name%d(first, second)", k), Exported: k < 10,
				Range: analysis.Span{Start: uint32(k * 10), End: uint32(k*10 + 9)}, Line: uint32(k)})
		}
		c.Symbols = SymbolsOf(symbols)
		c.Load = func() (string, error) { panic("a summary shows no bodies") }
		if i > 0 {
			req.Edges = append(req.Edges, Edge{c.Path, req.Candidates[i-1].Path}, Edge{c.Path, req.Candidates[0].Path})
		}
		req.Candidates = append(req.Candidates, c)
	}
	return req
}

// With a task a file shows what matches it, with what that is in, before what others use most; private or not.
func TestSummaryShowsWhatFits(t *testing.T) {
	symbol := func(container, name string, at uint32, exported bool) analysis.Symbol {
		return analysis.Symbol{Container: container, Name: name, Signature: "def " + name, Exported: exported, Range: analysis.Span{Start: at, End: at + 9}, Line: at}
	}
	c := Candidate{Path: "a.py", Tier: TierRelated, Score: 1, Reasons: []string{"is there"}, Symbols: SymbolsOf([]analysis.Symbol{
		symbol("", "used_most", 0, true), symbol("", "used_more", 10, true), symbol("", "Prompt", 20, true), symbol("Prompt", "ask", 30, true),
		symbol("", "_build", 40, false), symbol("", "_other", 50, false), symbol("", "prompt", 60, true), symbol("", "prompt", 70, true),
	}), Weights: []float64{9, 8, 0, 0, 0, 0, 0, 0}, Fits: []float64{0, 0, 0, 0.5, 1, 0, 0.7, 0.6}}
	var order []string
	for _, i := range newOutline(c.Symbols.All(), func(i int32) float64 { return weight(c.Weights, i) }).preferring(c.Fits).order {
		order = append(order, c.Symbols.All()[i].Name)
	}
	if want := "_build prompt Prompt ask used_most used_more prompt _other"; strings.Join(order, " ") != want {
		t.Errorf("order %q, want %q", order, want)
	}
	tokens := 1000
	req := Request{Summary: true, Task: "ask", Candidates: []Candidate{c}}
	req.Limits, _ = Budget{Tokens: &tokens}.Limits(&Tokenizers{}, "")
	r, err := Pack(context.Background(), req)
	if err != nil {
		t.Fatal(err)
	}
	if got := r.Items[0].Content; !strings.Contains(got, "_build") || !strings.Contains(got, "ask") || strings.Contains(got, "_other") {
		t.Errorf("shown:\n%s", got)
	}
}

func TestSummaryIsWide(t *testing.T) {
	for _, tokens := range []int{50, 400, 2000, 4000, 50_000} {
		req := wide(300)
		if tokens == 2000 {
			req.SummaryTokens = tokens
		}
		req.Limits, _ = Budget{Tokens: &tokens}.Limits(&Tokenizers{}, "")
		r, err := Pack(context.Background(), req)
		if err != nil {
			t.Fatal(err)
		}
		most := min(tokens, 4000)
		if r.Stats.TotalEstimatedTokens > most {
			t.Errorf("%d tokens: it costs %d", tokens, r.Stats.TotalEstimatedTokens)
		}
		if want := most / 90; len(r.Items) < want { // a file takes no more than that
			t.Errorf("%d tokens: it shows %d files, want %d", tokens, len(r.Items), want)
		}
		shown := map[string]bool{}
		for _, item := range r.Items {
			shown[item.Path] = true
			if item.Representation != Signatures || strings.Count(item.Content, "def") != restLines || strings.Contains(item.Content, "name10") {
				t.Errorf("%d tokens: %s is shown as %s:\n%s", tokens, item.Path, item.Representation, item.Content)
			}
		}
		if most < 4000 {
			continue
		}
		_, rest, _ := strings.Cut(r.Text, "## Dependencies\n\n```\n")
		block, _, _ := strings.Cut(rest, "```")
		if len(strings.Split(block, "\n")) < 10 {
			t.Errorf("%d tokens: few edges:\n%s", tokens, block)
		}
		for _, path := range strings.FieldsFunc(block, func(r rune) bool { return strings.ContainsRune("→ ,\n", r) }) {
			if !shown[path] && path != "…" && !strings.ContainsAny(path, "{}") {
				t.Errorf("%d tokens: there is an edge of %s, which is not shown", tokens, path)
			}
		}
	}
}

// What is asked for comes first, and is shown with more.
func TestSummaryOfTargets(t *testing.T) {
	req := wide(100)
	req.Candidates[99].Tier, req.Candidates[98].Tier, req.Candidates[97].Tier = TierTarget, TierManual, TierImport
	tokens := 1500
	req.Limits, _ = Budget{Tokens: &tokens}.Limits(&Tokenizers{}, "")
	r, err := Pack(context.Background(), req)
	if err != nil {
		t.Fatal(err)
	}
	count := map[string]int{}
	for _, item := range r.Items {
		count[item.Path] = strings.Count(item.Content, "def")
	}
	if count["d1/f99.py"] != 20 || count["d0/f98.py"] != manualLines || count["d0/f0.py"] != restLines || count["d6/f97.py"] != 0 {
		t.Errorf("definitions shown: %v", count)
	}
	if len(r.Warnings) > 0 || r.Stats.ItemsReduced > 0 {
		t.Errorf("what a summary is for is told as a loss: %q, %+v", r.Warnings, r.Stats)
	}
}

func BenchmarkSummary(b *testing.B) {
	req := wide(3000)
	tokens := 4000
	req.Limits, _ = Budget{Tokens: &tokens}.Limits(&Tokenizers{}, "")
	for b.Loop() {
		if _, err := Pack(context.Background(), req); err != nil {
			b.Fatal(err)
		}
	}
}
