//go:build cgo

package lsp

import (
	"context"
	"log/slog"
	"slices"
	"strings"
	"testing"

	"github.com/contextls/contextls/analysis/lang"
	"github.com/contextls/contextls/lsp/engine"
	"github.com/contextls/contextls/lsp/protocol"
	"github.com/contextls/contextls/lsp/settings"
	"github.com/contextls/contextls/workspace"
	"github.com/contextls/contextls/workspace/store"
	"github.com/contextls/contextls/workspace/store/storetest"
)

// publish publishes a repository in a real store.
func publish(t *testing.T, config store.Config, name, archive string) {
	t.Helper()
	publishFolder(t, config, name, write(t, archive))
}

// publishFolder publishes a folder in a real store.
func publishFolder(t *testing.T, config store.Config, name, root string) {
	t.Helper()
	s := workspace.NewSession(workspace.Options{Languages: lang.All(), Log: slog.New(slog.DiscardHandler)})
	defer s.Close()
	f, err := s.AddFolder(root)
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Ready(t.Context()); err != nil {
		t.Fatal(err)
	}
	c, err := store.Open(config)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	e := engine.New(settings.Default())
	own, err := engine.RepositoryOf(t.Context(), root, true)
	if err != nil {
		t.Fatal(err)
	}
	_, err = c.Publish(t.Context(), store.Publication{Repository: name, Origin: own.Origin, Documents: func(ctx context.Context, visit func(store.FileDocuments) error) error {
		return e.Documents(ctx, f.Snapshot(), false, visit)
	}})
	if err != nil {
		t.Fatal(err)
	}
}

// A folder that is published under another name is no other repository.
func TestKnowsItself(t *testing.T) {
	config := storetest.Config(t)
	inGit := func(remote, archive string) string {
		return write(t, "\n-- .git/HEAD --\nref: refs/heads/main\n-- .git/objects/x --\n-- .git/refs/x --\n-- .git/config --\n[remote \"origin\"]\nurl = "+remote+archive)
	}
	tea := inGit("git@example.com:team/tea.git", "\n-- tea.py --\ndef pour_slowly(): ...\n-- lib/cup.py --\ndef pour_slowly_into_cup(): ...\n")
	publishFolder(t, config, "other/name", tea)
	for _, tt := range []struct {
		root    string
		missing []string
		found   []string
	}{
		{tea, []string{"[other/name]"}, nil},
		{tea + "/lib", []string{"[other/name] lib/cup.py"}, []string{"[other/name] tea.py"}},
		{inGit("https://example.com:443/Team/Tea", "\n-- a.py --\n"), []string{"[other/name]"}, nil},
		{inGit("https://example.com/team/mug", "\n-- a.py --\n"), nil, []string{"[other/name] lib/cup.py", "[other/name] tea.py"}},
	} {
		s := serveWith(t, tt.root, Options{Workspace: workspace.Options{Languages: lang.All()}, Sources: settings.Sources{
			Environment: []string{"CONTEXTLS_STORE_URL=" + config.URL, "CONTEXTLS_STORE_PREFIX=" + config.Prefix, "CONTEXTLS_STORE_TIMEOUT_MS=60000"}}})
		s.Initialize(nil, s.root)
		var q protocol.QueryResult
		s.MustCall("context/query", map[string]any{"query": "pour slowly", "repositories": "*"}, &q)
		for _, text := range tt.missing {
			if strings.Contains(q.Text, text) {
				t.Errorf("%s finds itself: %q", tt.root, q.Text)
			}
		}
		for _, text := range tt.found {
			if !strings.Contains(q.Text, text) {
				t.Errorf("%s does not find %q: %q", tt.root, text, q.Text)
			}
		}
		if q.Degraded != nil {
			t.Errorf("%s: degraded %q", tt.root, q.Degraded)
		}
	}
}

// What one repository publishes, others find: the definitions, the uses, and the packages.
func TestTeam(t *testing.T) {
	config := storetest.Config(t)
	publish(t, config, "team/tea", `
-- pyproject.toml --
[project]
name = "tea"
version = "1.4"
-- src/tea/__init__.py --
from .pots import pour as pour
-- src/tea/pots.py --
def pour(into, slowly=True):
    """Fills a cup."""
-- docs/pots.md --
# Pour slowly
`)
	publish(t, config, "team/shop", `
-- requirements.txt --
tea==1.4
-- shop.py --
import tea

def serve():
    tea.pour("cup")
    tea.pour("mug")
`)
	open := func(archive string) session {
		s := serveWith(t, write(t, archive), Options{Workspace: workspace.Options{Languages: lang.All()}, Sources: settings.Sources{
			Environment: []string{"CONTEXTLS_STORE_URL=" + config.URL, "CONTEXTLS_STORE_PREFIX=" + config.Prefix, "CONTEXTLS_STORE_TIMEOUT_MS=60000"}}})
		s.Initialize(nil, s.root)
		s.MustCall("context/rank", nil, nil)
		return s
	}
	s := open("\n-- requirements.txt --\ntea\n-- other.py --\nfrom tea import pour\n\ndef drink():\n    pour(1)\n")
	var q protocol.QueryResult
	s.MustCall("context/query", map[string]any{"query": "pour slowly", "repositories": []string{"team/*"}, "limit": 3}, &q)
	if !strings.Contains(q.Text, "[team/tea] src/tea/pots.py:1 def pour(into, slowly=True)\n    Fills a cup.\n[team/tea] docs/pots.md:1 ") || q.Degraded != nil {
		t.Errorf("a query: %q, degraded %q", q.Text, q.Degraded)
	}
	p := s.pack(map[string]any{"targets": s.target("other.py")})
	if i := slices.IndexFunc(p.Items, func(i protocol.PackItem) bool { return i.Origin == "store" }); i < 0 ||
		p.Items[i].Content != "def pour(into, slowly=True)  # Fills a cup.\n" || p.Items[i].Path != "package:pypi/tea@1.4" || p.Items[i].Repository != "team/tea" {
		t.Errorf("a pack: %s\n%q", p.Text, p.Warnings)
	}
	s = open("\n-- pyproject.toml --\n[project]\nname = \"tea\"\n-- tea/__init__.py --\nfrom .pots import pour\n-- tea/pots.py --\ndef pour(into): ...\n")
	var i protocol.ImpactResult
	s.MustCall("context/impact", map[string]any{"chunk": s.chunk("tea/pots.py", "pour"), "repositories": "*"}, &i)
	if len(i.Elsewhere) != 1 || i.Elsewhere[0] != (protocol.UseElsewhere{Repository: "team/shop", Path: "shop.py", Line: 3, Name: "pour", Count: 2, In: "serve", Package: "tea"}) {
		t.Errorf("impact: %+v, degraded %q", i.Elsewhere, i.Degraded)
	}
}
