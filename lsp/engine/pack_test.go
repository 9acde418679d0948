package engine

import (
	"fmt"
	"testing"

	"github.com/contextls/contextls/lsp/settings"
)

// A pack of nothing in particular shows no less in a larger budget, either: a large file that comes to fit takes the
// place of no other.
func TestMoreBudgetOfAFolderShowsNoLess(t *testing.T) {
	files := map[string]string{}
	for i := range 6 {
		for k := range 3 << i {
			files[fmt.Sprintf("f%d.w", i)] += fmt.Sprintf("word%d_%d\nand what is said about it, which is here for its length alone\n", i, k)
		}
	}
	_, f := folder(t, files)
	e, snap := New(settings.Default()), f.Snapshot()
	before, shown := map[string]bool{}, 0
	for tokens := 300; tokens < 6000; tokens += 150 {
		p, err := e.Pack(t.Context(), snap, PackRequest{Budget: Budget{Tokens: &tokens}})
		if err != nil {
			t.Fatal(err)
		}
		now := map[string]bool{}
		for _, it := range p.Items {
			for _, r := range it.Ranges {
				for line := r.FirstLine; line <= r.LastLine; line++ {
					now[fmt.Sprintf("%s:%d", it.Path, line)] = true
				}
			}
		}
		for line := range before {
			if !now[line] {
				t.Errorf("%s is not shown in %d tokens any more", line, tokens)
				break
			}
		}
		before, shown = now, shown+len(now)
	}
	if shown == 0 {
		t.Error("nothing is shown at all")
	}
}

// Of very many files the best take part, and of the others it is said that they do not: a pack of a scope finds its files behind all
// that is out of it.
func TestMostCandidates(t *testing.T) {
	files := map[string]string{"z/z.w": "zulu"}
	for i := range mostCandidates + 10 {
		files[fmt.Sprintf("a/f%d.w", i)] = fmt.Sprintf("word%d", i)
	}
	_, f := folder(t, files)
	e, snap := New(settings.Default()), f.Snapshot()
	for _, tt := range []struct {
		scope  Scope
		tokens int
		want   int
	}{{Scope{}, 100_000, mostCandidates}, {Scope{}, 8000, 1000}, {Scope{}, 100, leastCandidates}, {Scope{Include: []string{"z/**"}}, 8000, 1}} {
		p, err := e.Pack(t.Context(), snap, PackRequest{Scope: tt.scope, Budget: Budget{Tokens: &tt.tokens}, AllExcluded: true})
		if err != nil {
			t.Fatal(err)
		}
		if p.Stats.FilesDiscovered != tt.want {
			t.Errorf("scope %v, %d tokens: %d files take part, want %d", tt.scope, tt.tokens, p.Stats.FilesDiscovered, tt.want)
		}
		if got := len(p.Items) + len(p.Excluded); got != len(files) {
			t.Errorf("scope %v, %d tokens: what became of %d files is said, want %d", tt.scope, tt.tokens, got, len(files))
		}
	}
}

// A map that nobody asked for waits for room, the longer where something says which definitions matter.
func TestMapOfPack(t *testing.T) {
	for _, tt := range []struct {
		request          PackRequest
		tokens, mapToken int
	}{
		{PackRequest{}, 6000, 0},
		{PackRequest{}, 8000, 500},
		{PackRequest{}, 100_000, 2048},
		{PackRequest{Task: "alpha"}, 8000, 0},
		{PackRequest{Targets: Targets([]string{"a.w"})}, 14_000, 0},
		{PackRequest{Task: "alpha"}, 16_000, 500},
		{PackRequest{Task: "alpha"}, 32_000, 2048},
		{PackRequest{Task: "alpha", IncludeRepoMap: new(true)}, 8000, 2048},
		{PackRequest{Task: "alpha", RepoMapTokens: new(100)}, 8000, 100},
		{PackRequest{IncludeRepoMap: new(false)}, 100_000, 0},
		{PackRequest{Detail: "summary"}, 100_000, 0},
	} {
		x := &indexed{settings: settings.Default()}
		if got := x.mapTokens(&tt.request, tt.tokens); got != tt.mapToken {
			t.Errorf("%+v in %d tokens: a map of %d, want %d", tt.request, tt.tokens, got, tt.mapToken)
		}
	}
	for _, r := range []PackRequest{{}, {Task: "alpha"}} { // a larger pack has room for no fewer definitions, or nearly so
		most := 0
		for tokens := 500; tokens < 60_000; tokens += 50 {
			x := &indexed{settings: settings.Default()}
			rest := tokens - x.mapTokens(&r, tokens)
			if rest < most-leastMap {
				t.Fatalf("%+v in %d tokens: beside the map there are %d, after %d", r, tokens, rest, most)
			}
			most = max(most, rest)
		}
	}
}

// Where no file has anything to do with a task, that is said.
func TestTaskThatLeadsNowhere(t *testing.T) {
	_, f := folder(t, map[string]string{"a.w": "alpha", "b.w": "beta alpha"})
	e, snap, tokens := New(settings.Default()), f.Snapshot(), 2000
	for _, tt := range []struct {
		task      string
		targets   []Target
		unrelated bool
		warnings  int
	}{{"weiter", nil, true, 1}, {"alpha", nil, false, 0}, {"", nil, true, 0}, {"weiter", Targets([]string{"a.w"}), false, 0}} {
		p, err := e.Pack(t.Context(), snap, PackRequest{Task: tt.task, Targets: tt.targets, Budget: Budget{Tokens: &tokens}})
		if err != nil {
			t.Fatal(err)
		}
		if p.Unrelated != tt.unrelated || len(p.Warnings) != tt.warnings || len(p.Items) == 0 {
			t.Errorf("%q, %v: unrelated %t, warnings %q", tt.task, tt.targets, p.Unrelated, p.Warnings)
		}
	}
}
