//go:build unix

package main

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/contextls/contextls/budget/render"
	"github.com/contextls/contextls/lsp/lsptest"
)

// The same over LSP, with open documents, errors and notifications; and what an answer names can be asked about.
func TestNothingUnseenIsShownOverLSP(t *testing.T) {
	h := hostileRepository(t)
	cmd := contextls(t, h.dir, "serve")
	cmd.Env = append(cmd.Env, "XDG_STATE_HOME="+h.state, "XDG_CONFIG_HOME="+h.state)
	streams := piped(t, cmd)
	e := lsptest.New(t, streams)
	t.Cleanup(func() { streams.Close(); _ = cmd.Wait() })
	told := []string{"context/didChangeIndex", "$/progress", "window/showMessage", "window/logMessage", "$/logTrace"}
	e.Expect(told...)
	e.Expect("window/workDoneProgress/create", "client/registerCapability", "workspace/codeLens/refresh")
	type object = map[string]any
	e.MustCall("initialize", object{"trace": "verbose", "capabilities": object{}, "workspaceFolders": []any{object{"uri": lsptest.URI(h.dir), "name": "hostile"}},
		"initializationOptions": object{"minRelevance": hides, "roles": object{"a" + hides: 7}}}, nil)
	e.Notify("initialized", nil)
	uri := func(name string) string { return lsptest.URI(filepath.Join(h.dir, name)) }
	e.Open(uri("open\u202e.py"), "python", 1, "def opened(x='"+hides+"'):\n    \"\"\"Of "+hides+"\"\"\"\n")
	e.Open(uri("lost\u202e.py"), "python", 1, "")
	e.Notify("textDocument/didChange", object{"textDocument": object{"uri": uri("lost\u202e.py"), "version": 0}, "contentChanges": []any{object{"text": ""}}})
	ask := func(method string, params any, answer any) {
		t.Helper()
		var raw json.RawMessage
		e.MustCall(method, params, &raw)
		h.checkJSON(t, method, raw)
		if answer != nil {
			if err := json.Unmarshal(raw, answer); err != nil {
				t.Fatal(err)
			}
		}
	}
	target := []any{object{"uri": uri(h.files[0])}, object{"uri": uri("open\u202e.py")}}
	var pack struct {
		Text, Etag string
		Items      []struct{ Content string }
		Stats      struct{ TotalEstimatedTokens int }
	}
	ask("context/pack", object{"targets": target, "task": "Use value " + hides}, &pack)
	if n := strings.Count(pack.Text, render.Mark); n < 20 || (len(pack.Text)+3)/4 != pack.Stats.TotalEstimatedTokens {
		t.Errorf("%d marks; %d bytes are said to be %d tokens", n, len(pack.Text), pack.Stats.TotalEstimatedTokens)
	}
	ask("context/pack", object{"baseEtag": pack.Etag, "targets": []any{object{"uri": uri(h.files[1])}}}, nil)
	for _, method := range []string{"context/repoMap", "context/rank", "context/analyzeTask"} {
		ask(method, object{"task": "Use value in " + h.files[0] + hides, "definitions": 9}, nil)
	}
	ask("context/explain", object{"uri": uri(h.files[0]), "task": "use value"}, nil)
	ask("context/stats", object{}, nil)
	ask("context/scan", object{}, nil)
	ask("context/compress", object{"query": "use value"}, nil)
	ask("context/providers", object{}, nil)
	ask("context/skeleton", object{}, nil)
	var query struct {
		Text            string
		Chunks          []struct{ ID string }
		EstimatedTokens int
	}
	ask("context/query", object{"query": "use value opened", "tier": 2, "limit": 200}, &query)
	if len(query.Chunks) < 4 || (len(query.Text)+3)/4 != query.EstimatedTokens {
		t.Errorf("%d chunks; %d bytes are said to be %d tokens", len(query.Chunks), len(query.Text), query.EstimatedTokens)
	}
	for _, name := range h.files[:4] {
		var symbols struct{ Symbols []struct{ Chunk string } }
		ask("context/symbols", object{"uri": uri(name)}, &symbols)
		if len(symbols.Symbols) == 0 {
			t.Errorf("%q has no symbols", name)
		}
		for _, s := range symbols.Symbols { // an ID as it was shown
			var source struct{ Content string }
			ask("context/source", object{"chunk": s.Chunk}, &source)
			if source.Content == "" {
				t.Errorf("%s has no source", s.Chunk)
			}
			ask("context/dependencies", object{"chunk": s.Chunk}, nil)
			ask("context/impact", object{"chunk": s.Chunk}, nil)
		}
		ask("context/imports", object{"uri": uri(name)}, nil)
		ask("context/importChain", object{"from": uri(name), "to": uri("plain.py")}, nil)
		ask("context/skeleton", object{"uri": uri(name)}, nil)
		ask("textDocument/codeLens", object{"textDocument": object{"uri": uri(name)}}, nil)
		ask("workspace/executeCommand", object{"command": "contextls.showImportance", "arguments": []any{object{"uri": uri(name)}}}, nil)
	}
	var explored struct {
		Results []struct {
			Content         string
			EstimatedTokens int
			Error           *string
		}
	}
	ask("context/explore", object{"requests": h.rounds(), "tokens": 400000, "resultTokens": 100000}, &explored)
	for i, r := range explored.Results {
		if (len(r.Content)+3)/4 != r.EstimatedTokens || i < 36 && r.Error != nil {
			t.Errorf("result %d: %d bytes are said to be %d tokens, error %v", i, len(r.Content), r.EstimatedTokens, r.Error)
		}
	}
	for method, params := range map[string]object{
		"context/source": {"chunk": "function:" + h.files[0] + ":gone" + hides + "@1:00000000"}, "context/symbols": {"uri": uri("big\u202e.py")},
		"context/imports": {"uri": uri("gone" + hides)}, "context/query": {"query": "x", "tokenizer": hides}, "context/rank": {"scope": object{"role": hides}},
		"context/pack": {"targets": []any{object{"uri": "file:///elsewhere" + "\u202e"}}}, "context/repoMap": {"workspaceFolder": uri("gone\u202e")},
		"context/dependencies": {"chunk": hides}, "context/stats" + hides: {}, "workspace/executeCommand": {"command": hides}, "context/explain": {"uri": hides},
	} {
		err := e.Call(method, params, nil)
		if err == nil {
			t.Errorf("%q: no error", method)
			continue
		}
		h.check(t, "the error of "+fmt.Sprintf("%q", method), err.Message)
	}
	e.AwaitIndex(h.dir, "degraded") // of a document that is out of sync
	for _, method := range told {
		notified := e.Inbox(method)
		for _, n := range notified {
			h.checkJSON(t, method, n.Params)
		}
		if len(notified) == 0 && method != "$/progress" {
			t.Errorf("there is no %s", method)
		}
	}
}
