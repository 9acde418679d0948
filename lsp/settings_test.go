package lsp

import (
	"encoding/json"
	"os"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/contextls/contextls/lsp/lsptest"
	"github.com/contextls/contextls/lsp/settings"
)

// What is no object sets nothing, and says so.
func TestSettingsObject(t *testing.T) {
	for raw, want := range map[string]string{
		``: ``, `null`: ``, `{"tokenBudget":"x"}`: ``, `[]`: ``, `[1]`: `params: an array is not an object`, `7`: `params: 7 is not an object`,
	} {
		if _, err := settingsObject([]byte(raw)); err == nil && want != "" || err != nil && err.Error() != want {
			t.Errorf("%s: got %v, want %s", raw, err, want)
		}
	}
}

func TestPulledSettings(t *testing.T) {
	t.Parallel()
	s := serve(t, write(t, shop))
	s.Expect("window/showMessage")
	var settings atomic.Value
	settings.Store(`{"tokenBudget":2000,"minRelevance":7,"ignore":["store/user.py"]}`)
	s.Handle("workspace/configuration", func(params json.RawMessage) (any, *lsptest.Error) {
		if string(params) != `{"items":[{"section":"contextls"}]}` {
			t.Errorf("asked for %s", params)
		}
		return []any{json.RawMessage(settings.Load().(string))}, nil
	})
	s.Handle("client/registerCapability", func(params json.RawMessage) (any, *lsptest.Error) {
		if !strings.Contains(string(params), "workspace/didChangeConfiguration") {
			t.Errorf("registered %s", params)
		}
		return nil, nil
	})
	s.Initialize(map[string]any{"workspace": map[string]any{"configuration": true, "didChangeConfiguration": map[string]any{"dynamicRegistration": true}}}, s.root)
	said := s.Await("window/showMessage", nil)
	if !strings.Contains(string(said.Params), "minRelevance: 7 is not between 0 and 1") {
		t.Errorf("said %s", said.Params)
	}
	packs := func(want bool, tokens int) {
		t.Helper()
		for range 200 {
			r := s.pack(map[string]any{"targets": s.target("app.py")})
			if (r.item("store/user.py") != nil) == want && r.Stats.AvailableForContext == tokens {
				return
			}
		}
		t.Errorf("the settings %s have no effect", settings.Load())
	}
	packs(false, 2000)
	settings.Store(`{"tokenBudget":3000,"minRelevance":7}`)
	s.Open(s.uri("app.py"), "python", 1, "from store.user import User\n")
	s.Notify("workspace/didChangeConfiguration", map[string]any{"settings": nil})
	packs(true, 3000)
	if got := s.text("app.py"); got != "from store.user import User\n" {
		t.Errorf("new settings lost the open text: %q", got)
	}
	if more := s.Inbox("window/showMessage"); len(more) > 0 {
		t.Errorf("said it twice: %s", more[0].Params)
	}
}

func TestPushedSettings(t *testing.T) {
	t.Parallel()
	s := serve(t, write(t, shop))
	s.Expect("context/didChangeIndex", "window/showMessage")
	s.MustCall("initialize", map[string]any{"capabilities": map[string]any{}, "rootUri": lsptest.URI(s.root),
		"initializationOptions": map[string]any{"tokenBudget": 700, "maxFileBytes": "x"}}, nil)
	s.Notify("initialized", nil)
	if said := s.Await("window/showMessage", nil); !strings.Contains(string(said.Params), "maxFileBytes") {
		t.Errorf("said %s", said.Params)
	}
	if r := s.pack(nil); r.Stats.AvailableForContext != 700 {
		t.Errorf("initializationOptions have no effect: %d", r.Stats.AvailableForContext)
	}
	s.Notify("workspace/didChangeConfiguration", map[string]any{"settings": map[string]any{"contextls": map[string]any{"tokenBudget": 900}, "other": 1}})
	for range 200 {
		if s.pack(nil).Stats.AvailableForContext == 900 {
			return
		}
	}
	t.Error("pushed settings have no effect")
}

// A workspace folder's own settings hold for it alone, and follow the file.
func TestWorkspaceFileIsFollowed(t *testing.T) {
	t.Parallel()
	s := serve(t, write(t, shop+"-- .contextls.toml --\ntokenBudget = 900\nignore = [\"store/user.py\"]\ntrusted = true\n"))
	other := write(t, shop)
	s.Expect("context/didChangeIndex", "window/showMessage")
	s.Initialize(nil, s.root, other)
	if said := s.Await("window/showMessage", nil); !strings.Contains(string(said.Params), ".contextls.toml: trusted: it may be set by the client") {
		t.Errorf("said %s", said.Params)
	}
	await := func(tokens int, user bool) {
		t.Helper()
		var r packed
		for range 300 {
			r = s.pack(map[string]any{"targets": s.target("app.py")})
			if r.Stats.AvailableForContext == tokens && (r.item("store/user.py") != nil) == user {
				return
			}
		}
		t.Errorf("the budget is %d tokens, want %d; items %v", r.Stats.AvailableForContext, tokens, len(r.Items))
	}
	await(900, false)
	if r := s.pack(map[string]any{"workspaceFolder": lsptest.URI(other)}); r.Stats.AvailableForContext != 100_000 || r.item("store/user.py") == nil {
		t.Errorf("one folder's settings hold for another: %+v", r.Stats)
	}
	put(t, s.path(settings.WorkspaceFile), "tokenBudget = 800\n")
	s.Notify("workspace/didChangeWatchedFiles", map[string]any{"changes": []map[string]any{{"uri": s.uri(settings.WorkspaceFile), "type": 2}}})
	await(800, true)
	if err := os.Remove(s.path(settings.WorkspaceFile)); err != nil {
		t.Fatal(err)
	}
	s.Notify("workspace/didChangeWatchedFiles", map[string]any{"changes": []map[string]any{{"uri": s.uri(settings.WorkspaceFile), "type": 3}}})
	await(100_000, true)
}
