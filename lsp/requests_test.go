package lsp

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/contextls/contextls/lsp/lsptest"
	"github.com/contextls/contextls/lsp/protocol"
)

func TestBadParams(t *testing.T) {
	s := edit(t, shop)
	outside := "file:///somewhere/else.py"
	app := s.uri("app.py")
	type object = map[string]any
	for _, tt := range []struct {
		method string
		params any
		want   string // what the error begins with
	}{
		{"context/pack", object{"budget": object{"tokens": -5}}, "budget.tokens: -5 is not "},
		{"context/pack", object{"budget": object{"tokens": 0}}, "budget.tokens: 0 is not "},
		{"context/pack", object{"budget": object{"tokens": "many"}}, `budget.tokens: "many" is not a whole number`},
		{"context/pack", object{"budget": object{"modelMaxTokens": 100}}, "budget.modelMaxTokens: 100 "},
		{"context/pack", object{"budget": object{"utilization": 1.5}}, "budget.utilization: 1.5 is not between 0 and 1"},
		{"context/pack", object{"budget": object{"tokenizer": "gpt"}}, `budget.tokenizer: "gpt" is not one of`},
		{"context/pack", object{"budget": []int{}}, "budget: an array is not an object"},
		{"context/pack", object{"task": 7}, "task: 7 is not a string"},
		{"context/pack", object{"targets": object{}}, "targets: an object is not an array"},
		{"context/pack", object{"targets": []any{object{}}}, `targets[0].uri: "" is an empty URI`},
		{"context/pack", object{"targets": []any{object{"uri": app}, object{"uri": "untitled:x"}}}, `targets[1].uri: "untitled:x" is not a file: URI`},
		{"context/pack", object{"targets": []any{object{"uri": outside}}}, `targets[0].uri: "file:///somewhere/else.py" lies in no workspace folder`},
		{"context/pack", object{"targets": []any{object{"uri": s.uri("store")}}}, "targets[0].uri: "},
		{"context/pack", object{"targets": []any{object{"uri": s.uri("../x.py")}}}, "targets[0].uri: "},
		{"context/pack", object{"targets": []any{object{"uri": app, "ranges": []any{object{"start": object{"line": 2, "character": 0}, "end": object{"line": 1, "character": 0}}}}}},
			"targets[0].ranges[0]: 2:0 to 1:0 ends before it starts"},
		{"context/pack", object{"files": []any{object{"uri": outside}}}, "files[0].uri: "},
		{"context/pack", object{"files": []any{object{"uri": app, "pin": "yes"}}}, `files[0].pin: "yes" is not true or false`},
		{"context/pack", object{"workspaceFolder": "file:///somewhere"}, "workspaceFolder: "},
		{"context/pack", object{"workspaceFolder": s.uri("store")}, "workspaceFolder: "},
		{"context/pack", object{"autoDiscover": 1}, "autoDiscover: 1 is not true or false"},
		{"context/pack", object{"maxImportDepth": 0}, "maxImportDepth: 0 is not positive"},
		{"context/pack", object{"maxImportDepth": 101}, "maxImportDepth: 101 is above 100"},
		{"context/pack", object{"repoMapTokens": -1}, "repoMapTokens: -1 is negative"},
		{"context/pack", object{"detail": "all"}, `detail: "all" is not one of full, summary`},
		{"context/pack", object{"format": "html"}, `format: "html" is not one of markdown, xml, plain`},
		{"context/pack", object{"scope": object{"include": "x"}}, `scope.include: "x" is not an array`},
		{"context/pack", object{"scope": object{"exclude": []string{"[z"}}}, "scope.exclude[0]: "},
		{"context/pack", object{"scope": object{"role": "nobody"}}, `scope.role: "nobody" is not among the settings' roles`},
		{"context/pack", object{"deadlineMs": 0}, "deadlineMs: 0 is not positive"},
		{"context/pack", object{"workDoneToken": object{}}, "workDoneToken: "},
		{"context/repoMap", object{"tokens": 0}, "tokens: 0 is not positive"},
		{"context/repoMap", object{"tokenizer": "gpt"}, `tokenizer: "gpt" is not one of`},
		{"context/repoMap", object{"targets": []any{object{"uri": outside}}}, "targets[0].uri: "},
		{"context/rank", object{"limit": 0}, "limit: 0 is not positive"},
		{"context/rank", object{"scope": object{"include": []string{""}}}, "scope.include[0]: "},
		{"context/explain", nil, "uri: "},
		{"context/explain", object{"uri": outside}, "uri: "},
		{"context/symbols", object{"uri": 7}, "uri: 7 is not a string"},
		{"context/imports", object{"uri": app, "direction": "up"}, `direction: "up" is not one of imports, importedBy, both`},
		{"context/imports", object{"uri": app, "depth": 0}, "depth: 0 is not positive"},
		{"context/importChain", object{"from": app}, "to: "},
		{"context/importChain", object{"from": app, "to": outside}, "to: "},
		{"context/stats", []int{1}, "params: an array is not an object"},
		{"workspace/executeCommand", object{"command": "contextls.nothing"}, `command: there is no "contextls.nothing"`},
		{"workspace/executeCommand", object{"command": "pack"}, `command: there is no "pack"`},
		{"workspace/executeCommand", object{"command": "contextls.pack", "arguments": []any{object{"task": 7}}}, "arguments[0].task: 7 is not a string"},
		{"workspace/executeCommand", object{"command": "contextls.showImportance"}, "arguments[0].uri: "},
		{"textDocument/codeLens", object{"textDocument": 7}, "textDocument: 7 is not an object"},
	} {
		err := s.Call(tt.method, tt.params, nil)
		if err == nil || err.Code != -32602 || len(err.Message) < len(tt.want) || err.Message[:len(tt.want)] != tt.want {
			shown, _ := json.Marshal(tt.params)
			t.Errorf("%s %s: got %v, want -32602: %s", tt.method, shown, err, tt.want)
		}
	}
}

func TestAbsentNullAndEmptyParams(t *testing.T) {
	s := edit(t, shop)
	for i, method := range []string{"context/pack", "context/repoMap", "context/rank", "context/stats"} {
		var absent, empty, unknown json.RawMessage
		s.MustCall(method, nil, &absent)
		s.MustCall(method, map[string]any{}, &empty)
		s.MustCall(method, map[string]any{"unknown": []int{1}, "Task": 7}, &unknown)
		if withoutTime(absent) != withoutTime(empty) || withoutTime(absent) != withoutTime(unknown) {
			t.Errorf("%s: absent and empty parameters differ", method)
		}
		s.Frame(fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":%q,"params":null}`, 1000+i, method))
		if null := s.Answer(1000 + i); null.Error != nil || withoutTime(absent) != withoutTime(null.Result) {
			t.Errorf("%s: absent and null parameters differ", method)
		}
	}
}

// Every method is a command too.
func TestCommands(t *testing.T) {
	s := edit(t, shop)
	app := map[string]any{"uri": s.uri("app.py")}
	for command, params := range map[string]any{
		"pack": map[string]any{"targets": s.target("app.py")}, "repoMap": map[string]any{}, "rank": map[string]any{"task": "cart"},
		"explain": app, "symbols": app, "imports": app, "stats": nil,
		"importChain": map[string]any{"from": s.uri("app.py"), "to": s.uri("store/price.py")},
	} {
		var direct, byCommand json.RawMessage
		s.MustCall("context/"+command, params, &direct)
		s.MustCall("workspace/executeCommand", map[string]any{"command": "contextls." + command, "arguments": []any{params}}, &byCommand)
		if withoutTime(direct) != withoutTime(byCommand) {
			t.Errorf("the command %s gave\n%s\nthe request\n%s", command, byCommand, direct)
		}
	}
	s.MustCall("workspace/executeCommand", map[string]any{"command": "contextls.stats"}, nil)
}

func TestRank(t *testing.T) {
	s := edit(t, shop)
	var r protocol.RankResult
	s.MustCall("context/rank", map[string]any{"targets": s.target("app.py")}, &r)
	if !slices.Equal(r.TargetFiles, []string{s.uri("app.py")}) || r.GraphNodeCount != 5 || r.GraphEdgeCount < 4 {
		t.Errorf("got %+v", r)
	}
	if f := r.RankedFiles[0]; f.Path != "app.py" || f.Relationship != "target" || f.Distance == nil || *f.Distance != 0 || f.URI != s.uri("app.py") {
		t.Errorf("the first is %+v", f)
	}
	i := slices.IndexFunc(r.RankedFiles, func(f protocol.RankedFile) bool { return f.Path == "store/cart.py" })
	if i < 0 || r.RankedFiles[i].Relationship != "direct_import" || r.RankedFiles[i].ModuleName != "store.cart" || len(r.RankedFiles[i].Reasons) == 0 {
		t.Errorf("got %+v", r.RankedFiles)
	}
	sum := 0.0
	s.MustCall("context/rank", nil, &r)
	for _, f := range r.RankedFiles {
		sum += f.Importance
	}
	if len(r.RankedFiles) != 5 || sum < 0.999 || sum > 1.001 {
		t.Errorf("%d importances sum to %v", len(r.RankedFiles), sum)
	}
	s.MustCall("context/rank", map[string]any{"limit": 2, "scope": map[string]any{"include": []string{"store/"}, "exclude": []string{"price.py"}}}, &r)
	for _, f := range r.RankedFiles {
		if f.Path != "store/cart.py" && f.Path != "store/user.py" {
			t.Errorf("%s is outside the scope", f.Path)
		}
	}
	if len(r.RankedFiles) != 2 {
		t.Errorf("the limit counts what the scope leaves out: %+v", r.RankedFiles)
	}
}

func TestExplain(t *testing.T) {
	s := edit(t, shop)
	var r protocol.ExplainResult
	s.MustCall("context/explain", map[string]any{"uri": s.uri("store/price.py"), "targets": s.target("app.py")}, &r)
	want := []string{s.uri("app.py"), s.uri("store/cart.py"), s.uri("store/price.py")}
	if r.File.Path != "store/price.py" || !slices.Equal(r.Chain, want) {
		t.Errorf("got %+v", r)
	}
	s.MustCall("context/explain", map[string]any{"uri": s.uri("tests/test_cart.py")}, &r)
	if r.File.Path != "tests/test_cart.py" || len(r.Chain) != 0 || r.Chain == nil {
		t.Errorf("without targets: %+v", r)
	}
	for path, words := range map[string]string{"nothing.py": "does not exist", "README.md": "no language", ".env": "secret", "debug.log": "ignored"} {
		wantCode(t, s.Call("context/explain", map[string]any{"uri": s.uri(path)}, nil), -32803, path, words)
	}
}

func TestSymbols(t *testing.T) {
	s := edit(t, shop)
	var r protocol.SymbolSummary
	s.MustCall("context/symbols", map[string]any{"uri": s.uri("store/cart.py")}, &r)
	for i := range r.Symbols {
		if r.Symbols[i].Importance < 0 {
			t.Errorf("importance %v", r.Symbols[i].Importance)
		}
		r.Symbols[i].Importance = 0
	}
	doc := func(s string) *string { return &s }
	price := s.uri("store/price.py")
	want := protocol.SymbolSummary{
		URI: s.uri("store/cart.py"), Path: "store/cart.py", Language: "python", ModuleName: "store.cart", LineCount: 10,
		Imports: []protocol.Import{{Specifier: "store.price", Names: []string{"price"}, Status: "resolved", URI: &price}},
		Exports: []string{"Cart", "total"},
		Symbols: []protocol.Symbol{
			{Name: "Cart", Kind: "class", Signature: "class Cart", Doc: doc("What a customer wants to buy."), Line: 2, Exported: true, Chunk: "class:store/cart.py:Cart@3:"},
			{Name: "add", Kind: "method", Signature: "def add(self, item)", Line: 4, Container: doc("Cart"), Exported: true, Chunk: "method:store/cart.py:Cart.add@5:"},
			{Name: "total", Kind: "function", Signature: "def total(cart)", Doc: doc("Sums the prices up."), Line: 7, Exported: true, Chunk: "function:store/cart.py:total@8:"},
		},
	}
	want.Symbols[0].Range.Start, want.Symbols[0].Range.End = pos(2, 0), pos(5, 31)
	want.Symbols[1].Range.Start, want.Symbols[1].Range.End = pos(4, 4), pos(5, 31)
	want.Symbols[2].Range.Start, want.Symbols[2].Range.End = pos(7, 0), pos(9, 44)
	for i := range r.Symbols { // the hash of its text
		r.Symbols[i].Chunk = r.Symbols[i].Chunk[:len(r.Symbols[i].Chunk)-8]
	}
	if diff := cmp.Diff(want, r); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestImports(t *testing.T) {
	s := edit(t, shop)
	type edge struct {
		from, to, specifier, status string
		line, distance              int
	}
	ask := func(rel, direction string, depth int) (edges []edge) {
		var r protocol.ImportsResult
		s.MustCall("context/imports", map[string]any{"uri": s.uri(rel), "direction": direction, "depth": depth}, &r)
		for _, e := range r.Edges {
			to := ""
			if e.Imported != nil {
				to = *e.Imported
			}
			edges = append(edges, edge{strings.TrimPrefix(e.Importer, s.uri("")+"/"), strings.TrimPrefix(to, s.uri("")+"/"), e.Specifier, e.Status, e.Line, e.Distance})
		}
		return edges
	}
	cart := edge{"app.py", "store/cart.py", "store.cart", "resolved", 0, 1}
	user := edge{"app.py", "store/user.py", "store.user", "resolved", 1, 1}
	os := edge{"app.py", "", "os", "external", 2, 1}
	price := edge{"store/cart.py", "store/price.py", "store.price", "resolved", 0, 2}
	missing := edge{"store/price.py", "", "store.missing", "unresolved", 0, 3}
	for _, tt := range []struct {
		rel, direction string
		depth          int
		want           []edge
	}{
		{"app.py", "imports", 1, []edge{cart, user, os}},
		{"app.py", "imports", 9, []edge{cart, user, os, price, missing}},
		{"store/cart.py", "importedBy", 1, []edge{cart, {"tests/test_cart.py", "store/cart.py", "store.cart", "resolved", 0, 1}}},
		{"app.py", "importedBy", 5, nil},
		{"store/cart.py", "both", 1, []edge{cart, {"store/cart.py", "store/price.py", "store.price", "resolved", 0, 1},
			{"tests/test_cart.py", "store/cart.py", "store.cart", "resolved", 0, 1}}},
	} {
		if got := ask(tt.rel, tt.direction, tt.depth); !slices.Equal(got, tt.want) {
			t.Errorf("%s %s %d: got %+v\nwant %+v", tt.rel, tt.direction, tt.depth, got, tt.want)
		}
	}

	var chain protocol.ImportChainResult
	s.MustCall("context/importChain", map[string]any{"from": s.uri("tests/test_cart.py"), "to": s.uri("store/price.py")}, &chain)
	if !slices.Equal(chain.Chain, []string{s.uri("tests/test_cart.py"), s.uri("store/cart.py"), s.uri("store/price.py")}) {
		t.Errorf("the chain is %q", chain.Chain)
	}
	s.MustCall("context/importChain", map[string]any{"from": s.uri("store/price.py"), "to": s.uri("app.py")}, &chain)
	if chain.Chain == nil || len(chain.Chain) > 0 {
		t.Errorf("the chain back is %q", chain.Chain)
	}
}

func TestStats(t *testing.T) {
	s := edit(t, shop)
	var r protocol.StatsResult
	s.MustCall("context/stats", nil, &r)
	f := r.Folders[0]
	if f.URI != lsptest.URI(s.root) || f.State != "ready" || f.Nodes != 5 || f.Imports != 6 || f.UnresolvedImports != 1 ||
		f.Symbols != 8 || f.Chunks != 8 || f.Languages["python"] != 5 || len(f.TopPagerank) != 5 || f.Files < 6 || f.Bytes == 0 || f.Edges < 4 {
		t.Errorf("got %+v", f)
	}
	if f.TopPagerank[0].Score < f.TopPagerank[4].Score {
		t.Errorf("the top is %+v", f.TopPagerank)
	}
}

func TestRepoMap(t *testing.T) {
	s := edit(t, shop)
	var r protocol.RepoMapResult
	s.MustCall("context/repoMap", nil, &r)
	if r.FilesWithSignatures != 5 || r.FilesOmitted != 0 || r.EstimatedTokens > 2048 || len(r.Files) != 5 || r.Etag == "" || r.Provenance.Tokenizer != "heuristic" {
		t.Errorf("got %+v", r)
	}
	var small protocol.RepoMapResult
	s.MustCall("context/repoMap", map[string]any{"tokens": 20, "tokenizer": "o200k_base"}, &small)
	if small.EstimatedTokens > 20 || small.FilesOmitted+small.FilesPathOnly+small.FilesWithSignatures != 5 || small.Provenance.Tokenizer != "o200k_base" {
		t.Errorf("got %+v", small)
	}
	s.MustCall("context/repoMap", map[string]any{"targets": s.target("tests/test_cart.py"), "scope": map[string]any{"exclude": []string{"store/"}}}, &r)
	if r.Files[0].Path != "tests/test_cart.py" || len(r.Files) != 2 {
		t.Errorf("got %+v", r.Files)
	}
}

// Files that import each other in a circle are told of wherever somebody may stumble over it.
func TestCycles(t *testing.T) {
	s := edit(t, "-- a.py --\nimport b\n-- b.py --\nimport c\n-- c.py --\nimport a\nimport d\n-- d.py --\nx = 1\n")
	b := []string{s.uri("a.py"), s.uri("c.py")}
	var explained protocol.ExplainResult
	s.MustCall("context/explain", map[string]any{"uri": s.uri("b.py")}, &explained)
	var impact protocol.ImpactResult
	s.MustCall("context/impact", map[string]any{"uri": s.uri("b.py")}, &impact)
	if !slices.Equal(explained.Cycle, b) || !slices.Equal(impact.Cycle, b) {
		t.Errorf("b.py is in the circle with %v, %v", explained.Cycle, impact.Cycle)
	}
	var alone protocol.ExplainResult
	s.MustCall("context/explain", map[string]any{"uri": s.uri("d.py")}, &alone)
	if alone.Cycle == nil || len(alone.Cycle) > 0 {
		t.Errorf("d.py is in a circle with %v", alone.Cycle)
	}
	var stats protocol.StatsResult
	s.MustCall("context/stats", nil, &stats)
	if got, want := stats.Folders[0].Cycles, (protocol.Cycles{Count: 1, Files: 3, LargestFiles: 3, Largest: []string{s.uri("a.py"), s.uri("b.py"), s.uri("c.py")}}); !cmp.Equal(got, want) {
		t.Errorf("stats: %+v", got)
	}
	var imports protocol.ImportsResult
	s.MustCall("context/imports", map[string]any{"uri": s.uri("c.py"), "direction": "both"}, &imports)
	for _, e := range imports.Edges {
		if in := !strings.HasSuffix(*e.Imported, "d.py"); e.InCycle != in {
			t.Errorf("%s imports %s: in a circle %v", e.Importer, *e.Imported, e.InCycle)
		}
	}
}
