package lsp

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/contextls/contextls/lsp/lsptest"
	"github.com/contextls/contextls/lsp/protocol"
	"github.com/contextls/contextls/lsp/settings"
	"github.com/contextls/contextls/workspace/store"
	"github.com/contextls/contextls/workspace/store/storetest"
)

// withStore serves a repository to somebody who has a store.
func withStore(t *testing.T, archive string, f *storetest.Fake, environment ...string) session {
	t.Helper()
	for _, variable := range []string{"CONTEXTLS_STORE_URL=" + f.URL, "CONTEXTLS_STORE_TIMEOUT_MS=60000"} {
		name, _, _ := strings.Cut(variable, "=")
		if !slices.ContainsFunc(environment, func(other string) bool { return strings.HasPrefix(other, name+"=") }) {
			environment = append(environment, variable)
		}
	}
	s := serveWith(t, write(t, archive), Options{Sources: settings.Sources{Environment: environment}})
	s.Initialize(nil, s.root)
	s.MustCall("context/rank", nil, nil)
	return s
}

// teaStore is a store in which one repository is published.
func teaStore(t *testing.T, definitions ...any) *storetest.Fake {
	f := storetest.NewFake(t)
	f.Put(store.Repositories, store.Repository{Name: "team/tea", Schema: store.Schema, Generation: 1, Last: 1})
	f.Put(store.Definitions, definitions...)
	return f
}

func inTea(path, name string) store.Definition {
	return store.Definition{Place: store.Place{Repository: "team/tea", Life: store.Life{From: 1}, Path: path}, Language: "python", Kind: "function", Name: name,
		Signature: "def " + name + "(cup)", Doc: "Of tea.", Line: 6, End: 9, Exported: true}
}

// A query finds definitions of other repositories, too, and says where they are.
func TestQueryRepositories(t *testing.T) {
	method := inTea("tea/pot.py", "pour")
	method.Container, method.Source = "Pot", "def pour(cup):\n    key = 'AK"+"IAQ3ZTB7XKW4ML2VNJ'\n"
	f := teaStore(t, method, inTea("tea/kitchen.py", "pour_fast"))
	s := withStore(t, shop, f)
	ask := func(params map[string]any) (r protocol.QueryResult) {
		s.MustCall("context/query", params, &r)
		return r
	}
	r := ask(map[string]any{"query": "pour the price", "repositories": "*"})
	wantText := "store/price.py:3 def price(item)\n" +
		"[team/tea] tea/pot.py:7 def pour(cup)  # in Pot\n    Of tea.\n" +
		"store/cart.py:8 def total(cart)\n    Sums the prices up.\n" + // by turns
		"[team/tea] tea/kitchen.py:7 def pour_fast(cup)\n    Of tea.\n"
	if !strings.HasPrefix(r.Text, wantText) || r.Degraded != nil {
		t.Errorf("got %q, want %q; degraded %q", r.Text, wantText, r.Degraded)
	}
	doc, line := "Of tea.", 6
	want := protocol.ChunkMatch{ID: "0", Score: 1, Signature: "def pour(cup)", Doc: &doc, Origin: "store", Repository: "team/tea", Path: "tea/pot.py", Line: &line}
	if diff := cmp.Diff(want, r.Chunks[1]); diff != "" || r.Chunks[0].Origin != "" {
		t.Errorf("%s in %+v", diff, r.Chunks)
	}
	if r := ask(map[string]any{"query": "pour the price", "repositories": []string{"*"}, "tier": 2, "limit": 2}); !strings.Contains(r.Text, "[team/tea] tea/pot.py:7  # in Pot\n```python\ndef pour(cup):\n") || strings.Contains(r.Text, "Q3ZTB7XKW4ML2VNJ") {
		t.Errorf("with sources: %q", r.Text)
	}
	before := f.Asked.Load()
	for _, params := range []map[string]any{{"query": "pour the price"}, {"query": "pour the price", "repositories": nil}, {"query": "pour the price", "repositories": []any{}}} {
		if r := ask(params); strings.Contains(r.Text, "tea") || f.Asked.Load() != before {
			t.Errorf("%v: got %q after %d requests", params, r.Text, f.Asked.Load()-before)
		}
	}
}

// Whatever a store does, the answer is there, and says what is missing.
func TestBrokenStore(t *testing.T) {
	plain := map[string]any{"query": "sum of the prices in a cart"}
	asked := map[string]any{"query": "sum of the prices in a cart", "repositories": "*"}
	for why, tt := range map[string]struct {
		fault       func(http.ResponseWriter, *http.Request) bool
		environment string
	}{
		"the setting store.url names none":   {environment: "CONTEXTLS_STORE_URL="},
		"status 500":                         {fault: func(w http.ResponseWriter, _ *http.Request) bool { w.WriteHeader(500); return true }},
		"status 429":                         {fault: func(w http.ResponseWriter, _ *http.Request) bool { w.WriteHeader(429); return true }},
		"does not let us in":                 {fault: func(w http.ResponseWriter, _ *http.Request) bool { w.WriteHeader(401); return true }},
		"does not answer as OpenSearch does": {fault: func(w http.ResponseWriter, _ *http.Request) bool { fmt.Fprint(w, "\x00<html>"); return true }},
		"the store does not answer":          {fault: func(http.ResponseWriter, *http.Request) bool { panic(http.ErrAbortHandler) }},
		"does not answer within 20ms":        {fault: hangs, environment: "CONTEXTLS_STORE_TIMEOUT_MS=20"},
		"is not encrypted":                   {environment: "CONTEXTLS_STORE_URL=http://store.example.com:9200"},
		"store.ca: open /no/such/file":       {environment: "CONTEXTLS_STORE_CA=/no/such/file"},
		"it was not made by contextls": {fault: func(w http.ResponseWriter, r *http.Request) bool {
			return r.Method == http.MethodGet && says(w, `{"contextls-definitions": {}}`)
		}},
		`path: "../../etc/passwd" leads out of the`: {},
	} {
		t.Run(why, func(t *testing.T) {
			f := teaStore(t, inTea("../../etc/passwd", "total"))
			f.Fail(tt.fault)
			s := withStore(t, shop, f, strings.Fields(tt.environment)...)
			var alone, r protocol.QueryResult
			s.MustCall("context/query", plain, &alone)
			s.MustCall("context/query", asked, &r)
			if len(r.Degraded) != 1 || !strings.Contains(r.Degraded[0], why) {
				t.Errorf("degraded is %q", r.Degraded)
			}
			r.Degraded, r.Provenance, alone.Provenance = nil, protocol.Provenance{}, protocol.Provenance{}
			if diff := cmp.Diff(alone, r); diff != "" {
				t.Errorf("the rest of the answer is another (-alone +got):\n%s", diff)
			}
		})
	}
}

func hangs(_ http.ResponseWriter, r *http.Request) bool {
	<-r.Context().Done()
	return true
}

func says(w http.ResponseWriter, text string) bool {
	fmt.Fprint(w, text)
	return true
}

// A store is asked where the user says so alone.
func TestWhoNamesTheStore(t *testing.T) {
	f := teaStore(t, inTea("tea/pot.py", "pour"))
	root := write(t, shop+"\n-- .contextls.toml --\nstore.url = \""+f.URL+"\"\n")
	s := serveWith(t, root, Options{})
	s.Expect("window/showMessage", "context/didChangeIndex")
	s.MustCall("initialize", map[string]any{"processId": nil, "capabilities": map[string]any{}, "rootUri": lsptest.URI(root),
		"initializationOptions": map[string]any{"store": map[string]any{"url": f.URL}}}, nil)
	s.Notify("initialized", map[string]any{})
	var r protocol.QueryResult
	s.MustCall("context/query", map[string]any{"query": "pour", "repositories": "*"}, &r)
	if f.Asked.Load() != 0 || !slices.Equal(r.Degraded, []string{"the store is not asked: the setting store.url names none"}) {
		t.Errorf("%d requests, %q", f.Asked.Load(), r.Degraded)
	}
}
