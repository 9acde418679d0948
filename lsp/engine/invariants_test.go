package engine

import (
	"log/slog"
	"os"
	"path/filepath"
	"testing"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/budget"
	"github.com/contextls/contextls/lsp/settings"
	"github.com/contextls/contextls/workspace"
	"github.com/contextls/contextls/workspace/problem"
)

func newProblems() *problem.List { return problem.NewList(slog.New(slog.DiscardHandler)) }

// toy is a folder with a file, a secret, and an engine.
func toy(t *testing.T) (*Engine, *indexed) {
	t.Helper()
	root := t.TempDir()
	for name, text := range map[string]string{"a.toy": "text", ".env": "PASSWORD=hunter2"} {
		if err := os.WriteFile(filepath.Join(root, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	session := workspace.NewSession(workspace.Options{Log: slog.New(slog.DiscardHandler), Languages: []*analysis.Language{{
		ID: "toy", Extensions: []string{".toy"}, NewResolver: func(*analysis.Tree) analysis.Resolver { return nil },
		Extract: func([]byte) (*analysis.Facts, error) {
			return &analysis.Facts{Language: "toy", Symbols: []analysis.Symbol{{Name: "A", Range: analysis.Span{Start: 2, End: 9}}}}, nil
		},
	}}})
	t.Cleanup(session.Close)
	f, err := session.AddFolder(root)
	if err == nil {
		err = f.Ready(t.Context())
	}
	if err != nil {
		t.Fatal(err)
	}
	e := New(settings.Default())
	e.Problems = newProblems()
	x, err := e.indexed(t.Context(), f.Snapshot())
	if err != nil {
		t.Fatal(err)
	}
	return e, x
}

// What is left out of the folder gets into no pack, whoever proposes it.
func TestDropExcluded(t *testing.T) {
	e, x := toy(t)
	g := &gathering{indexed: x, first: map[string]int{}, texts: map[string]string{}}
	for _, path := range []string{"a.toy", ".env", "new.toy"} {
		g.add(budget.Candidate{Path: path, Missing: path == "new.toy"})
	}
	g.dropExcluded()
	if len(g.candidates) != 2 || g.candidates[0].Path != "a.toy" || g.candidates[1].Path != "new.toy" {
		t.Errorf("candidates %+v", g.candidates)
	}
	if all := e.Problems.All(); len(all) != 1 || all[0].Count != 1 {
		t.Errorf("reported %+v", all)
	}
}

// A definition that lies outside of its text is told of, and shown as far as it goes.
func TestRangeOutsideOfText(t *testing.T) {
	e, x := toy(t)
	outline, err := e.Symbols(t.Context(), x.snap, "a.toy")
	if err != nil {
		t.Fatal(err)
	}
	source, err := e.Source(t.Context(), x.snap, outline.Symbols[0].Chunk)
	if err != nil || source.Content != "xt" {
		t.Errorf("%v: the source is %+v", err, source)
	}
	if all := e.Problems.All(); len(all) != 1 || all[0].Count != 2 || all[0].Message != "a definition in a file of toy lies outside of its text" {
		t.Errorf("reported %+v", all)
	}
}

// What a request waits for and works at is recorded.
func TestTraceOfRanking(t *testing.T) {
	e, x := toy(t)
	trace := &Trace{}
	ctx := WithTrace(t.Context(), trace)
	About(ctx, x.snap)
	if _, err := e.Pack(ctx, x.snap, PackRequest{}); err != nil {
		t.Fatal(err)
	}
	took := map[string]bool{}
	for _, s := range trace.Stages() {
		took[s.Name] = true
	}
	if !took[StageRank] || !took[StagePack] || trace.Snapshot() != x.snap.ID() {
		t.Errorf("snapshot %q, stages %v", trace.Snapshot(), trace.Stages())
	}
}
