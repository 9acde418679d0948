package main

import (
	"context"
	"encoding/json"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/contextls/contextls/analysis/lang"
	"github.com/contextls/contextls/lsp/engine"
	"github.com/contextls/contextls/lsp/settings"
	"github.com/contextls/contextls/workspace"
)

// answersOf are some of all that can be asked of a snapshot.
func answersOf(t *testing.T, e *engine.Engine, snap *workspace.Snapshot) string {
	t.Helper()
	ctx := t.Context()
	var all []byte
	add := func(answer any, err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		text, err := json.Marshal(answer)
		if err != nil {
			t.Fatal(err)
		}
		all = append(append(all, text...), '\n')
	}
	tokens := 6000
	for _, task := range []string{"", "Weigh history by age", "How is the graph encoded in graph_encode.go?"} {
		add(e.Pack(ctx, snap, engine.PackRequest{Task: task, Targets: engine.Targets([]string{"rank/rank.go"}), Budget: engine.Budget{Tokens: &tokens}}))
	}
	add(e.Rank(ctx, snap, engine.RankRequest{Task: "words of a text"}))
	add(e.Impact(ctx, snap, engine.Subject{Path: "rank/rank.go"}))
	add(e.Query(ctx, snap, engine.Query{Text: "where are postings read"}))
	return string(all)
}

// A folder that has rested answers as before, also after edits, whoever asks meanwhile.
func TestRestedAnswersTheSame(t *testing.T) {
	dir := ourselves(t)
	session := func(cache string) (*workspace.Session, *workspace.Folder) {
		s := workspace.NewSession(workspace.Options{Languages: lang.All(), Log: slog.New(slog.DiscardHandler), History: 10,
			Cache: workspace.Cache{Dir: cache, MaxBytes: 1 << 30, Program: filepath.Join(dir, "go.mod")}})
		t.Cleanup(s.Close)
		f, err := s.AddFolder(dir)
		if err == nil {
			err = f.Ready(context.Background())
		}
		if err != nil {
			t.Fatal(err)
		}
		return s, f
	}
	s, f := session(t.TempDir())
	alone, other := session("")
	e, fresh := engine.New(settings.Default()), engine.New(settings.Default())
	open := filepath.Join(dir, "rank", "rank.go")
	text, err := os.ReadFile(open)
	if err != nil {
		t.Fatal(err)
	}
	for version, edit := range []string{"", "\nfunc addedHere() int { return 1 }\n", "\nfunc addedHere() int { return 2 }\n", ""} {
		for _, s := range []*workspace.Session{s, alone} {
			if version == 0 {
				s.Open(open, "go", 0, string(text))
			}
			s.Edit(open, int32(version), string(text)+edit)
		}
		want := answersOf(t, fresh, other.Snapshot())
		for round := range 3 {
			snap := f.Snapshot()
			var meanwhile sync.WaitGroup
			meanwhile.Go(func() {
				if got := answersOf(t, e, snap); got != want {
					t.Errorf("after %q, in round %d, it answers otherwise: %s", edit, round, firstDifference(got, want))
				}
			})
			if round == 1 {
				meanwhile.Wait() // so that there is something to go over to
			}
			if rested := f.Rest(); round == 1 && !rested {
				t.Errorf("after %q it does not rest", edit)
			}
			meanwhile.Wait()
		}
	}
}

func firstDifference(a, b string) string {
	i := 0
	for i < min(len(a), len(b)) && a[i] == b[i] {
		i++
	}
	around := func(s string) string { return s[max(0, i-100):min(len(s), i+100)] }
	return strings.Join([]string{around(a), around(b)}, "\n…and not\n")
}
