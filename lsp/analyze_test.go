package lsp

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/contextls/contextls/lsp/engine"
	"github.com/contextls/contextls/lsp/protocol"
	"github.com/contextls/contextls/lsp/settings"
)

func TestAnalyzeTask(t *testing.T) {
	t.Parallel()
	s := serve(t, write(t, shop))
	s.Initialize(nil, s.root)
	str, line := func(s string) *string { return &s }, func(n int) *int { return &n }
	for task, want := range map[string]protocol.AnalyzeTaskResult{
		"Rename `Cart.add` to put": {
			FilePaths: []string{}, SymbolNames: []string{"Cart.add"}, Keywords: []string{"add", "cart", "put", "rename"}, Domain: str("store"), Action: str("refactor"),
			Resolved: []protocol.ResolvedMention{{URI: s.uri("store/cart.py"), Path: "store/cart.py", Line: line(4), Reasons: []string{"defines Cart.add, which the task names"}}},
		},
		"Traceback:\n  File \"/srv/store/price.py\", line 4, in price\nAttributeError: 'Cart' object has no attribute 'prices'": {
			FilePaths: []string{"/srv/store/price.py"}, SymbolNames: []string{"AttributeError", "Cart", "prices"}, Domain: str("store"), Action: str("fix"),
			Keywords: []string{"price", "attribute", "traceback", "attributeerror", "cart", "object", "prices"},
			Resolved: []protocol.ResolvedMention{
				{URI: s.uri("store/price.py"), Path: "store/price.py", Line: line(3), Reasons: []string{"the task names /srv/store/price.py"}},
				{URI: s.uri("store/cart.py"), Path: "store/cart.py", Line: line(2), Reasons: []string{"defines Cart, which the task names"}},
			},
		},
		"What is `nothing_known` in none.py:99999?": {
			FilePaths: []string{"none.py"}, SymbolNames: []string{"nothing_known"}, Keywords: []string{"known", "none", "nothing", "nothing_known", "py"},
			Resolved: []protocol.ResolvedMention{},
		},
		"app.py:900 and app.py": {
			FilePaths: []string{"app.py"}, SymbolNames: []string{}, Keywords: []string{"app", "py"}, Resolved: []protocol.ResolvedMention{{URI: s.uri("app.py"), Path: "app.py", Line: nil, Reasons: []string{"the task names app.py"}}},
		},
	} {
		var got protocol.AnalyzeTaskResult
		s.MustCall("context/analyzeTask", map[string]any{"task": task}, &got)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", task, diff)
		}
		// Ranking begins at the same files, for the same reasons.
		var ranked protocol.RankResult
		s.MustCall("context/rank", map[string]any{"task": task}, &ranked)
		for _, m := range got.Resolved {
			i := 0
			for i < len(ranked.RankedFiles) && ranked.RankedFiles[i].Path != m.Path {
				i++
			}
			if i == len(ranked.RankedFiles) || !strings.Contains(strings.Join(ranked.RankedFiles[i].Reasons, ";"), m.Reasons[0]) {
				t.Errorf("%s: %s is resolved and not ranked for it: %+v", task, m.Path, ranked.RankedFiles)
			}
		}
	}
	for params, field := range map[string]string{`{}`: "task", `{"task":" "}`: "task", `{"task":7}`: "task", `{"task":"x","workspaceFolder":"file:///none"}`: "workspaceFolder"} {
		if err := s.Call("context/analyzeTask", json.RawMessage(params), nil); err == nil || err.Code != -32602 || !strings.HasPrefix(err.Message, field+":") {
			t.Errorf("%s: %v", params, err)
		}
	}
}

// A line that the task names of a file that does not fit is shown, with the definition around it.
func TestNamedLinesAreShown(t *testing.T) {
	t.Parallel()
	long := "-- long.py --\n"
	for i := range 60 {
		long += "def step" + strings.Repeat("x", i+1) + "():\n    return 'nothing to see here, one of many'\n\n"
	}
	s := serve(t, write(t, long+"-- app.py --\nimport other\n-- other.py --\nx = 1\n"))
	s.Initialize(nil, s.root)
	r := s.pack(map[string]any{"task": "  File \"/srv/x/app.py\", line 1\n  File \"" + s.root + "/long.py\", line 92, in step\n", "targets": s.target("app.py"), "includeRepoMap": false,
		"budget": map[string]any{"tokens": 700}})
	item := r.item("long.py")
	if item == nil || item.Representation != "slice" || !strings.Contains(item.Content, "def step"+strings.Repeat("x", 31)+"():") {
		t.Errorf("long.py is shown as %+v", item)
	}
}

// BenchmarkAnalyzeTask reads 100 KB of an issue with pasted output.
func BenchmarkAnalyzeTask(b *testing.B) {
	root, _ := large(b)
	_, f := indexed(b, root)
	e, snap := engine.New(settings.Default()), f.Snapshot()
	line := "  File \"/srv/app/pkg/mod_a.py\", line 120, in get_or_create\nValueError: 'Session' object has no attribute `openSession`; see docs/a/b.rst\n"
	task := "Fix it\n" + strings.Repeat(line, 100<<10/len(line))
	for b.Loop() {
		if _, err := e.AnalyzeTask(context.Background(), snap, task); err != nil {
			b.Fatal(err)
		}
	}
}
