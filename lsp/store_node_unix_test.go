//go:build cgo && unix

package lsp

import (
	"strings"
	"testing"
	"time"

	"github.com/contextls/contextls/analysis/lang"
	"github.com/contextls/contextls/lsp/protocol"
	"github.com/contextls/contextls/lsp/settings"
	"github.com/contextls/contextls/workspace"
	"github.com/contextls/contextls/workspace/store/storetest"
)

// While a node hangs or is gone, answers come without what it knows, and say so; they have it again when it is back.
func TestNodeIsAway(t *testing.T) {
	config, n := storetest.Config(t), storetest.OwnNode(t)
	publish(t, config, "team/tea", "\n-- pyproject.toml --\n[project]\nname = \"tea\"\n-- tea.py --\ndef pour_slowly(into):\n    \"\"\"Fills a cup.\"\"\"\n")
	s := serveWith(t, write(t, "\n-- requirements.txt --\ntea\n-- mug.py --\nimport tea\n\ndef pour():\n    tea.pour_slowly(1)\n"), Options{Workspace: workspace.Options{Languages: lang.All()},
		Sources: settings.Sources{Environment: []string{"CONTEXTLS_STORE_URL=" + config.URL, "CONTEXTLS_STORE_PREFIX=" + config.Prefix}}})
	s.Initialize(nil, s.root)
	s.MustCall("context/rank", nil, nil)
	questions := 0
	ask := func() (r protocol.QueryResult) {
		questions++ // a question of its own each time: others are kept
		s.MustCall("context/query", map[string]any{"query": "pour slowly", "repositories": "*", "limit": questions + 2}, &r)
		return r
	}
	const own, theirs = "mug.py:3 def pour()", "[team/tea] tea.py:1 def pour_slowly(into)"
	const pause = 50 * time.Millisecond
	answers := func(when string) {
		t.Helper()
		r := ask()
		for ; r.Degraded != nil; r = ask() {
			time.Sleep(pause)
		}
		if !strings.Contains(r.Text, own) || !strings.Contains(r.Text, theirs) {
			t.Errorf("%s: %q", when, r.Text)
		}
	}
	isMissing := func(when, why string) {
		t.Helper()
		r := ask()
		for ; !strings.Contains(strings.Join(r.Degraded, "\n"), why); r = ask() {
			if r.Degraded != nil && (!strings.Contains(r.Text, own) || strings.Contains(r.Text, theirs)) {
				t.Fatalf("%s: %q, degraded %q", when, r.Text, r.Degraded)
			}
		}
		p := s.pack(map[string]any{"targets": s.target("mug.py")})
		if !strings.Contains(strings.Join(p.Warnings, "\n"), "the store does not answer: ") || !strings.Contains(p.Text, "def pour():") {
			t.Errorf("%s: a pack warns %q", when, p.Warnings)
		}
	}
	answers("first")
	n.Stall(t)
	isMissing("hangs", " does not answer within 150ms")
	n.Resume(t)
	answers("goes on")
	n.Kill(t)
	isMissing("gone", "connection refused")
	isMissing("gone for a while", "it is not asked for ")
	n.Start(t)
	answers("is back")
}
