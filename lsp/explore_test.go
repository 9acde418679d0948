package lsp

import (
	"context"
	"encoding/json"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/lsp/engine"
	"github.com/contextls/contextls/lsp/lsptest"
	"github.com/contextls/contextls/lsp/protocol"
	"github.com/contextls/contextls/lsp/settings"
	"github.com/contextls/contextls/workspace"
)

// playbookShop is the shop with playbooks.
const playbookShop = shop + `
-- .contextls/playbooks/release.md --
---
title: "How to release"
tags: [release, ci]
---
Tag it, then push the tag.
-- .contextls/playbooks/carts.md --
# Carts

Never empty one.
-- .contextls/playbooks/notes.txt --
no playbook
`

// start serves a repository with initializationOptions, and waits until it is indexed.
func start(t testing.TB, root string, options map[string]any, runsDir string, expected ...string) session {
	t.Helper()
	client, server := lsptest.Pipe()
	s := session{lsptest.New(t, client), t, root, make(chan int, 1)}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		s.code <- Serve(context.Background(), server, Options{Version: "test", Log: slog.New(slog.DiscardHandler),
			Workspace: workspace.Options{Languages: []*analysis.Language{miniPython()}}, RunsDir: runsDir})
	}()
	t.Cleanup(func() {
		client.Close()
		<-ended
	})
	s.Expect(append(expected, "context/didChangeIndex")...)
	s.MustCall("initialize", map[string]any{"capabilities": map[string]any{}, "initializationOptions": options,
		"workspaceFolders": []any{map[string]any{"uri": lsptest.URI(root), "name": "shop"}}}, nil)
	s.Notify("initialized", nil)
	s.MustCall("context/rank", nil, nil)
	return s
}

type ask struct {
	Provider string `json:"provider"`
	Params   any    `json:"params,omitempty"`
}

func (s session) explore(asked ...ask) []protocol.Exploration {
	s.t.Helper()
	var r protocol.ExploreResult
	s.MustCall("context/explore", map[string]any{"requests": asked}, &r)
	if len(r.Results) != len(asked) {
		s.t.Fatalf("%d results of %d requests", len(r.Results), len(asked))
	}
	for i, x := range r.Results {
		if x.Provider != asked[i].Provider || x.Error != nil && x.Content != "" || x.EstimatedTokens != (len(x.Content)+3)/4 {
			s.t.Errorf("%+v: got %+v", asked[i], x)
		}
	}
	return r.Results
}

// one asks one provider, and gives its content, or its error after an exclamation mark.
func (s session) one(provider string, params any) string {
	s.t.Helper()
	r := s.explore(ask{provider, params})[0]
	if r.Error != nil {
		return "!" + *r.Error
	}
	return r.Content
}

type params = map[string]any

func TestProvidersMenu(t *testing.T) {
	t.Setenv("GIT_CEILING_DIRECTORIES", filepath.Dir(os.TempDir()))
	s := edit(t, shop)
	var r protocol.ProvidersResult
	s.MustCall("context/providers", nil, &r)
	var names, disabled []string
	for _, p := range r.Providers {
		names = append(names, p.Name)
		if p.Enabled != (p.Reason == "") {
			t.Errorf("%s: enabled %v, reason %q", p.Name, p.Enabled, p.Reason)
		}
		if !p.Enabled {
			disabled = append(disabled, p.Name+": "+p.Reason)
		}
		if p.Description == "" || p.Parameters.Type != "object" || p.Parameters.AdditionalProperties {
			t.Errorf("%+v", p)
		}
		for name, q := range p.Parameters.Properties {
			if q.Description == "" || q.Type == "" {
				t.Errorf("%s.%s: %+v", p.Name, name, q)
			}
		}
	}
	want := "read_file search_code symbol_list import_graph repo_map discover_context run_tests lint_check git_log git_diff past_runs playbooks"
	if got := strings.Join(names, " "); got != want {
		t.Errorf("the providers are %s", got)
	}
	if diff := cmp.Diff([]string{
		"run_tests: the setting commands.run_tests names no command",
		"lint_check: the setting commands.lint_check names no command",
		"git_log: not in a git repository",
		"git_diff: not in a git repository",
		"past_runs: there is no directory to keep them in",
		"playbooks: there is no .contextls/playbooks/*.md",
	}, disabled); diff != "" {
		t.Errorf("disabled (-want +got):\n%s", diff)
	}
	for _, line := range disabled {
		name, reason, _ := strings.Cut(line, ": ")
		if got := s.one(name, nil); got != "!provider: "+name+" cannot be used: "+reason {
			t.Errorf("%s: %s", name, got)
		}
	}
}

// Whatever is asked for, results keep to the budget, and nothing of one hides another's.
func TestExploreBudget(t *testing.T) {
	s := edit(t, playbookShop)
	s.Open(s.uri("long.py"), "python", 1, strings.Repeat("x = 1  # ééé 漢字\n", 3000))
	s.Open(s.uri("wide.py"), "python", 1, "x = '"+strings.Repeat("漢字 ", 9000)+"'")
	asks := []ask{{"read_file", params{"path": "long.py"}}, {"read_file", params{"path": "wide.py"}}, {"read_file", params{"path": "app.py"}},
		{"search_code", params{"pattern": "x", "limit": 1000}}, {"search_code", params{"pattern": "no such"}}, {"repo_map", nil},
		{"discover_context", params{"task": "cart"}}, {"playbooks", params{"query": "o"}}, {"read_file", nil}, {"nobody", nil}, {"git_log", nil}}
	rapid.Check(t, func(rt *rapid.T) {
		chosen := rapid.SliceOfN(rapid.SampledFrom(asks), 0, 8).Draw(rt, "requests")
		all := rapid.OneOf(rapid.IntRange(1, 60), rapid.IntRange(1, 20000)).Draw(rt, "tokens")
		each := rapid.OneOf(rapid.IntRange(1, 60), rapid.IntRange(1, 9000)).Draw(rt, "resultTokens")
		tokenizer := rapid.SampledFrom([]string{"heuristic", "heuristic", "o200k_base"}).Draw(rt, "tokenizer")
		var r protocol.ExploreResult
		s.MustCall("context/explore", params{"requests": chosen, "tokens": all, "resultTokens": each, "tokenizer": tokenizer}, &r)
		if len(r.Results) != len(chosen) {
			rt.Fatalf("%d results", len(r.Results))
		}
		counter, err := engine.New(settings.Default()).Counter("heuristic")
		if err != nil {
			rt.Fatal(err)
		}
		sum := 0
		for i, x := range r.Results {
			sum += x.EstimatedTokens
			if tokenizer == "heuristic" && counter.Count(x.Content) != x.EstimatedTokens {
				rt.Fatalf("%d tokens, said to be %d", counter.Count(x.Content), x.EstimatedTokens)
			}
			if x.EstimatedTokens > min(each, all) || strings.ContainsRune(x.Content, '\ufffd') {
				rt.Fatalf("result %d costs %d: %q", i, x.EstimatedTokens, x.Content)
			}
			if x.Truncated && x.Content != "" && !strings.HasSuffix(x.Content, "]") {
				rt.Fatalf("result %d does not say that it is cut: %q", i, x.Content)
			}
			if wrong := chosen[i].Params == nil && chosen[i].Provider == "read_file" || chosen[i].Provider == "nobody" || chosen[i].Provider == "git_log"; wrong != (x.Error != nil) {
				rt.Fatalf("result %d: error %v", i, x.Error)
			}
		}
		if sum > all {
			rt.Fatalf("%d tokens in all, of %d", sum, all)
		}
	})
}

func TestExploreParams(t *testing.T) {
	s := edit(t, shop)
	var raw json.RawMessage
	s.MustCall("context/explore", nil, &raw)
	if string(raw) != `{"results":[]}` {
		t.Errorf("nothing asked: %s", raw)
	}
	var byCommand json.RawMessage
	s.MustCall("workspace/executeCommand", params{"command": "contextls.explore", "arguments": []any{params{"requests": []ask{{Provider: "nobody"}}}}}, &byCommand)
	want := `{"results":[{"provider":"nobody","params":{},"content":"","estimatedTokens":0,"truncated":false,"error":"provider: there is no \"nobody\"; there are read_file,`
	if !strings.HasPrefix(string(byCommand), want) {
		t.Errorf("by command: %s", byCommand)
	}
	many := make([]ask, 65)
	for _, tt := range []struct {
		params any
		want   string
	}{
		{params{"requests": 7}, "requests: 7 is not an array"},
		{params{"requests": many}, "requests: 65 are more than 64"},
		{params{"tokens": 0}, "tokens: 0 is not positive"},
		{params{"resultTokens": 0}, "resultTokens: 0 is not positive"},
		{params{"tokenizer": "gpt"}, `tokenizer: "gpt" is not one of heuristic, o200k_base, cl100k_base`},
		{params{"workspaceFolder": "file:///elsewhere"}, `workspaceFolder: "file:///elsewhere" is not an open folder`},
	} {
		if err := s.Call("context/explore", tt.params, nil); err == nil || err.Code != -32602 || err.Message != tt.want {
			t.Errorf("%v: %v", tt.want, err)
		}
	}
	// What small results leave goes to the others; a cut one says what is missing.
	var r protocol.ExploreResult
	s.Open(s.uri("long.py"), "python", 1, strings.Repeat("0123456789abcde\n", 1000))
	s.MustCall("context/explore", params{"tokens": 1000, "resultTokens": 900, "requests": []ask{
		{"read_file", params{"path": "long.py"}}, {"read_file", params{"path": "app.py", "end_line": 1}}, {"read_file", params{"path": "long.py", "start_line": 9}}}}, &r)
	a, b, c := r.Results[0], r.Results[1], r.Results[2]
	if !a.Truncated || b.Truncated || !c.Truncated || a.EstimatedTokens < 480 || c.EstimatedTokens < 480 {
		t.Errorf("%d, %d, %d tokens", a.EstimatedTokens, b.EstimatedTokens, c.EstimatedTokens)
	}
	if !strings.HasSuffix(a.Content, "\n0123456789abcde\n[truncated: 14144 bytes on 884 lines are missing]") {
		t.Errorf("the end is %q", a.Content[max(0, len(a.Content)-100):])
	}
}
