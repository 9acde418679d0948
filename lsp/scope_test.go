package lsp

import (
	"strings"
	"testing"

	"github.com/contextls/contextls/lsp/lsptest"
	"github.com/contextls/contextls/lsp/protocol"
)

func TestRoles(t *testing.T) {
	t.Parallel()
	s := serve(t, write(t, shop))
	s.Expect("context/didChangeIndex")
	s.MustCall("initialize", map[string]any{"capabilities": map[string]any{}, "rootUri": lsptest.URI(s.root),
		"initializationOptions": map[string]any{"roles": map[string]any{"seller": map[string]any{"include": []string{"store/"}, "exclude": []string{"user.py"}}}}}, nil)
	s.Notify("initialized", nil)
	r := s.pack(map[string]any{"targets": s.target("store/cart.py"), "scope": map[string]any{"role": "seller"}})
	for _, item := range r.Items {
		if !strings.HasPrefix(item.Path, "store/") || item.Path == "store/user.py" {
			t.Errorf("the role lets %s through", item.Path)
		}
	}
	if r.item("store/price.py") == nil {
		t.Error("the role keeps its own files out")
	}
	for _, method := range []string{"context/pack", "context/rank", "context/repoMap"} {
		err := s.Call(method, map[string]any{"scope": map[string]any{"role": "buyer"}}, nil)
		if err == nil || err.Code != -32602 || !strings.Contains(err.Message, `"buyer"`) {
			t.Errorf("%s with an unknown role: %v", method, err)
		}
	}
}

// Each setting has the effect that it is for.
func TestSettingsInUse(t *testing.T) {
	t.Parallel()
	s := serve(t, write(t, shop+"-- deep.py --\nimport app\n-- lib/token.py --\nx = 1\n-- vendor/v.py --\nx = 1\n"))
	s.Expect("context/didChangeIndex")
	s.MustCall("initialize", map[string]any{"capabilities": map[string]any{}, "rootUri": lsptest.URI(s.root),
		"initializationOptions": map[string]any{"reservedForOutput": 100, "utilization": 0.5, "repoMapTokens": 25, "summaryTokens": 60, "maxImportDepth": 1,
			"skipDirectories": []string{"lib"}, "maxFileBytes": 300, "scanIntervalMs": 100}}, nil)
	s.Notify("initialized", nil)
	if r := s.pack(map[string]any{"budget": map[string]any{"modelMaxTokens": 1100}}); r.Stats.AvailableForContext != 500 {
		t.Errorf("reservedForOutput and utilization leave %d tokens, want 500", r.Stats.AvailableForContext)
	}
	if r := s.pack(map[string]any{"budget": map[string]any{"modelMaxTokens": 1100, "reservedForOutput": 0, "utilization": 1}}); r.Stats.AvailableForContext != 1100 {
		t.Errorf("a request does not win over the settings: %d tokens", r.Stats.AvailableForContext)
	}
	if r := s.pack(map[string]any{"detail": "summary"}); r.Stats.TotalEstimatedTokens > 60 || r.RepoMap != nil {
		t.Errorf("a summary of 60 tokens: %+v", r.Stats)
	}
	var m protocol.RepoMapResult
	if s.MustCall("context/repoMap", nil, &m); m.EstimatedTokens > 25 || m.EstimatedTokens == 0 {
		t.Errorf("a map of 25 tokens costs %d", m.EstimatedTokens)
	}
	var ranked protocol.RankResult
	s.MustCall("context/rank", map[string]any{"targets": s.target("deep.py")}, &ranked)
	for _, f := range ranked.RankedFiles {
		if f.Path == "store/cart.py" && f.Relationship != "none" {
			t.Errorf("%s is related by imports, two steps away: %s", f.Path, f.Relationship)
		}
		if strings.HasPrefix(f.Path, "lib/") {
			t.Errorf("%s is in a directory that is not to be entered", f.Path)
		}
	}
	var stats protocol.StatsResult
	s.MustCall("context/stats", nil, &stats)
	if stats.Folders[0].Files != 9 { // of 11 that are not left out for other reasons: vendor is entered, lib is not
		t.Errorf("%d files", stats.Folders[0].Files)
	}
}
