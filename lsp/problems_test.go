package lsp

import (
	"strings"
	"testing"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/lsp/protocol"
)

// What panics in linking fails the requests that need it, and is told with the numbers that there are.
func TestProblems(t *testing.T) {
	t.Parallel()
	broken := *miniPython()
	broken.NewResolver = func(*analysis.Tree) analysis.Resolver { panic("PASSWORD=hunter2") }
	s := serve(t, write(t, shop), &broken)
	s.Initialize(nil, s.root)
	wantCode(t, s.Call("context/rank", nil, nil), -32603, "a problem of the program itself")
	var stats protocol.StatsResult
	s.MustCall("context/stats", nil, &stats)
	if f := stats.Folders[0]; f.State != "degraded" || f.Files == 0 || len(f.Degraded) != 1 {
		t.Errorf("the folder is %+v", f)
	}
	if len(stats.Problems) != 1 {
		t.Fatalf("problems %+v", stats.Problems)
	}
	p := stats.Problems[0]
	if p.Count < 2 || p.At == "" || !strings.HasPrefix(p.Message, "indexing a folder panicked in lsp.TestProblems.func1 ") {
		t.Errorf("problem %+v", p)
	}
}

// However small the budget is, no answer breaks what is promised of it.
func TestNoProblems(t *testing.T) {
	t.Parallel()
	s := edit(t, shop)
	for tokens := 1; tokens < 400; tokens += 7 {
		s.Call("context/pack", map[string]any{"task": "Sum up", "targets": s.target("app.py"), "budget": map[string]any{"tokens": tokens}}, nil)
		s.MustCall("context/repoMap", map[string]any{"tokens": tokens}, nil)
		s.MustCall("context/query", map[string]any{"query": "cart", "tier": 2, "tokens": tokens}, nil)
		s.MustCall("context/compress", map[string]any{"query": "cart", "tokens": tokens}, nil)
	}
	for _, f := range []string{"app.py", "store/cart.py", "store/price.py"} {
		s.MustCall("context/symbols", map[string]any{"uri": s.uri(f)}, nil)
	}
	var stats protocol.StatsResult
	s.MustCall("context/stats", nil, &stats)
	if len(stats.Problems) > 0 {
		t.Errorf("problems %+v", stats.Problems)
	}
}
