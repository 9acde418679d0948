package lsp

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/contextls/contextls/lsp/engine"
	"github.com/contextls/contextls/lsp/protocol"
	"github.com/contextls/contextls/lsp/settings"
)

func (s session) query(params map[string]any) (r protocol.QueryResult) {
	s.t.Helper()
	s.MustCall("context/query", params, &r)
	return r
}

func TestQuery(t *testing.T) {
	s := edit(t, shop)
	ids := func(r protocol.QueryResult) (out []string) {
		for _, c := range r.Chunks {
			out = append(out, c.ID[:strings.LastIndexByte(c.ID, ':')])
		}
		return out
	}
	r := s.query(map[string]any{"query": "sum of the prices of a cart"})
	if want := "store/cart.py:8 def total(cart)\n    Sums the prices up.\n"; !strings.HasPrefix(r.Text, want) {
		t.Errorf("got %s", r.Text)
	}
	if c := r.Chunks[0]; c.Score != 1 || c.Signature != "def total(cart)" || c.Doc == nil || *c.Doc != "Sums the prices up." || c.ID != s.chunk("store/cart.py", "total") {
		t.Errorf("the first is %+v", c)
	}
	if r.EstimatedTokens != (len(r.Text)+3)/4 || r.Provenance.Tokenizer != "heuristic" || r.Provenance.Snapshot == "" {
		t.Errorf("got %+v", r)
	}
	all := ids(r)

	r = s.query(map[string]any{"query": "sum of the prices of a cart", "tier": 0})
	if strings.Contains(r.Text, "Sums") || !slices.Equal(ids(r), all) || strings.Count(r.Text, "\n") != len(all) {
		t.Errorf("tier 0: %+v", r)
	}
	r = s.query(map[string]any{"query": "Cart.add", "tier": 2, "limit": 1})
	want := "store/cart.py:5  # in Cart\n```python\n    def add(self, item):\n        self.items.append(item)\n```\n"
	if r.Text != want || !slices.Equal(ids(r), []string{"method:store/cart.py:Cart.add@5"}) || r.Omitted == 0 {
		t.Errorf("tier 2: %+v", r)
	}
	r = s.query(map[string]any{"query": "cart", "tier": 2, "tokens": 20, "tokenizer": "o200k_base"})
	if r.EstimatedTokens > 20 || r.EstimatedTokens == 0 || r.Omitted == 0 || r.Provenance.Tokenizer != "o200k_base" {
		t.Errorf("with few tokens: %+v", r)
	}
	r = s.query(map[string]any{"query": "zyx", "tier": 2})
	if r.Text != "" || r.Chunks == nil || len(r.Chunks) > 0 || r.Omitted != 0 {
		t.Errorf("nothing matches: %+v", r)
	}
}

// Of definitions that match alike, those near the targets come first.
func TestQueryNearTargets(t *testing.T) {
	s := edit(t, `
-- app/one.py --
def parse(text):
    return text
-- app/two.py --
def parse(text):
    return text
-- app/main.py --
from app.two import parse
-- app/other.py --
from app.one import parse
-- app/third.py --
from app.one import parse
`)
	for target, want := range map[string]string{"": "app/one.py", "app/one.py": "app/one.py", "app/two.py": "app/two.py", "app/main.py": "app/two.py"} {
		params := map[string]any{"query": "parse"}
		if target != "" {
			params["targets"] = s.target(target)
		}
		if r := s.query(params); !strings.HasPrefix(r.Text, want+":") {
			t.Errorf("near %q: got %s", target, r.Text)
		}
	}
}

// What is typed counts at once, names and bodies.
func TestQueryOfAnUnsavedEdit(t *testing.T) {
	s := edit(t, shop)
	if r := s.query(map[string]any{"query": "voucher"}); len(r.Chunks) > 0 {
		t.Errorf("before: %+v", r)
	}
	s.Open(s.uri("store/user.py"), "python", 1, "class User:\n    def name(self):\n        return self.voucher\n")
	if r := s.query(map[string]any{"query": "voucher"}); len(r.Chunks) != 1 || r.Chunks[0].ID != s.chunk("store/user.py", "name") {
		t.Errorf("in a body: %+v", r)
	}
	s.Open(s.uri("store/new.py"), "python", 1, "def voucher():\n    return 1\n")
	if r := s.query(map[string]any{"query": "voucher", "tier": 2}); len(r.Chunks) != 2 || r.Chunks[0].Signature != "def voucher()" || !strings.Contains(r.Text, "return 1") {
		t.Errorf("in a new file: %+v", r)
	}
	s.CloseDocument(s.uri("store/user.py"))
	s.CloseDocument(s.uri("store/new.py"))
	if r := s.query(map[string]any{"query": "voucher"}); len(r.Chunks) > 0 {
		t.Errorf("after: %+v", r)
	}
}

func TestCompress(t *testing.T) {
	s := edit(t, shop)
	var r, small protocol.CompressResult
	s.MustCall("context/compress", map[string]any{"query": "cart item price"}, &r)
	if !strings.Contains(r.Text, "store/cart.py\n  3 class Cart\n      What a customer wants to buy.\n") || r.Omitted != 0 || len(r.Chunks) < 4 {
		t.Errorf("got %+v", r)
	}
	s.MustCall("context/compress", map[string]any{"query": "cart item price", "tokens": 20}, &small)
	if small.EstimatedTokens > 20 || small.Omitted+len(small.Chunks) != len(r.Chunks) || len(small.Chunks) == 0 {
		t.Errorf("in 20 tokens: %+v", small)
	}
}

func TestSkeleton(t *testing.T) {
	s := edit(t, shop)
	ask := func(params map[string]any) string {
		var r protocol.SkeletonResult
		s.MustCall("context/skeleton", params, &r)
		return r.Text
	}
	const class, method, total = "store/cart.py:3 class Cart\n", "store/cart.py:5 def add(self, item)  # in Cart\n", "store/cart.py:8 def total(cart)\n"
	add, sum := s.chunk("store/cart.py", "add"), s.chunk("store/cart.py", "total")
	for _, tt := range []struct {
		what   string
		params map[string]any
		want   string
	}{
		{"a file", map[string]any{"uri": s.uri("store/cart.py")}, class + method + total},
		{"chunks, as asked", map[string]any{"chunks": []string{sum, add}}, total + method},
		{"both", map[string]any{"uri": s.uri("store/cart.py"), "chunks": []string{add}}, class + method + total + method},
		{"no chunks", map[string]any{"chunks": []string{}}, ""},
		{"the most important", nil, "store/price.py:3 def price(item)\nstore/user.py:1 class User\n" + class + total},
	} {
		if got := ask(tt.params); got != tt.want {
			t.Errorf("%s: got\n%s\nwant\n%s", tt.what, got, tt.want)
		}
	}
	wantCode(t, s.Call("context/skeleton", map[string]any{"uri": s.uri("nothing.py")}, nil), -32803, "nothing.py", "does not exist")
}

const bakery = `
-- oven.py --
def heat(degrees):
    return degrees

def cool():
    return 0

class Oven:
    def open(self):
        return 1
    def bake(self, dough):
        self.open()
        return Bread(heat(2))

class Bread:
    def open(self):
        return 2
-- shop.py --
from oven import Oven, heat
import clock

def day():
    return sell() + heat(1)

def sell():
    return 1

def night():
    # heat
    return Oven().bake(2)
-- clock.py --
def now():
    return 1
-- town.py --
from shop import day

def year():
    return day()
-- test_shop.py --
from shop import night

def test_night():
    night()
-- test_oven.py --
from oven import Oven

def test_oven():
    Oven()
`

func TestDependencies(t *testing.T) {
	s := edit(t, bakery)
	ask := func(params map[string]any) string {
		var r protocol.DependenciesResult
		s.MustCall("context/dependencies", params, &r)
		var names []string
		for _, c := range r.Chunks {
			names = append(names, c[strings.IndexByte(c, ':')+1:strings.LastIndexByte(c, '@')])
		}
		for i := range r.Files {
			r.Files[i] = strings.TrimPrefix(r.Files[i], s.uri("")+"/")
		}
		return fmt.Sprint(names, r.Files)
	}
	chunk := func(rel, name string) map[string]any { return map[string]any{"chunk": s.chunk(rel, name)} }
	for _, tt := range []struct {
		what   string
		params map[string]any
		want   string
	}{
		{"of other files and its own", chunk("shop.py", "day"), "[oven.py:heat shop.py:sell] [oven.py]"},
		{"nothing", chunk("shop.py", "sell"), "[] []"},
		{"a method: its own type's members", chunk("oven.py", "bake"), "[oven.py:heat oven.py:Oven.open oven.py:Bread] []"},
		{"a file", map[string]any{"uri": s.uri("shop.py")}, "[oven.py:heat oven.py:Oven] [clock.py oven.py]"},
		{"a file that uses nothing", map[string]any{"uri": s.uri("clock.py")}, "[] []"},
	} {
		if got := ask(tt.params); got != tt.want {
			t.Errorf("%s: got %s, want %s", tt.what, got, tt.want)
		}
	}
}

func TestImpact(t *testing.T) {
	s := edit(t, bakery)
	ask := func(params map[string]any) string {
		var r protocol.ImpactResult
		s.MustCall("context/impact", params, &r)
		if r.Pagerank <= 0 || r.Pagerank >= 1 {
			t.Errorf("pagerank %v", r.Pagerank)
		}
		text := fmt.Sprint(r.DirectImporters, r.TransitiveImporters, r.Tests)
		for _, u := range r.Uses {
			text += fmt.Sprintf(" %s:%d:%d-%d", u.URI, u.Range.Start.Line, u.Range.Start.Character, u.Range.End.Character)
			if u.Chunk != nil {
				text += " " + (*u.Chunk)[:strings.IndexByte(*u.Chunk, '@')]
			}
		}
		return strings.ReplaceAll(text, s.uri("")+"/", "")
	}
	for _, tt := range []struct {
		what   string
		params map[string]any
		want   string
	}{
		{"a file", map[string]any{"uri": s.uri("oven.py")}, "[shop.py test_oven.py] [test_shop.py town.py] [test_oven.py test_shop.py]"},
		{"a function: who uses it", map[string]any{"chunk": s.chunk("oven.py", "heat")}, "[shop.py] [test_shop.py town.py] [test_shop.py]" +
			" oven.py:11:21-25 method:oven.py:Oven.bake shop.py:4:20-24 function:shop.py:day"},
		{"a member: who uses its type and names it", map[string]any{"chunk": s.chunk("oven.py", "bake")}, "[shop.py] [test_shop.py town.py] [test_shop.py]"},
		{"what only its own file uses", map[string]any{"chunk": s.chunk("shop.py", "sell")}, "[] [] [] shop.py:4:11-15 function:shop.py:day"},
		{"what nobody uses", map[string]any{"chunk": s.chunk("oven.py", "cool")}, "[] [] []"},
		{"a test concerns itself", map[string]any{"uri": s.uri("test_oven.py")}, "[] [] [test_oven.py]"},
	} {
		if got := ask(tt.params); got != tt.want {
			t.Errorf("%s: got %s, want %s", tt.what, got, tt.want)
		}
	}
}

func TestBadChunkParams(t *testing.T) {
	s := edit(t, shop)
	app := s.uri("app.py")
	chunk := s.chunk("app.py", "main")
	type object = map[string]any
	for _, tt := range []struct {
		method string
		params any
		want   string
	}{
		{"context/query", nil, `query: "" asks for nothing`},
		{"context/query", object{"query": " \n"}, `query: " \n" asks for nothing`},
		{"context/query", object{"query": "x", "targets": []object{{"uri": "http://x"}}}, "targets[0].uri: "},
		{"context/query", object{"query": 7}, "query: 7 is not a string"},
		{"context/query", object{"query": "x", "tier": 3}, "tier: 3 is above 2"},
		{"context/query", object{"query": "x", "tier": -1}, "tier: -1 is negative"},
		{"context/query", object{"query": "x", "limit": 0}, "limit: 0 is not positive"},
		{"context/query", object{"query": "x", "tokens": 0}, "tokens: 0 is not positive"},
		{"context/query", object{"query": "x", "tokenizer": "gpt"}, `tokenizer: "gpt" is not one of`},
		{"context/query", object{"query": "x", "workspaceFolder": "file:///somewhere"}, "workspaceFolder: "},
		{"context/compress", object{}, `query: "" asks for nothing`},
		{"context/compress", object{"query": "x", "tokens": -1}, "tokens: -1 is not positive"},
		{"context/source", nil, `chunk: "" is not kind:path:name@line:hash`},
		{"context/source", object{"chunk": "main"}, `chunk: "main" is not kind:path:name@line:hash`},
		{"context/skeleton", object{"uri": "untitled:x"}, `uri: "untitled:x" is not a file: URI`},
		{"context/skeleton", object{"uri": "file:///somewhere/else.py"}, `uri: "file:///somewhere/else.py" lies in no workspace folder`},
		{"context/skeleton", object{"chunks": []string{chunk, "x"}}, `chunks[1]: "x" is not`},
		{"context/dependencies", object{}, "chunk: there has to be either chunk or uri"},
		{"context/dependencies", object{"chunk": chunk, "uri": app}, "chunk: there has to be either chunk or uri"},
		{"context/impact", nil, "chunk: there has to be either chunk or uri"},
		{"context/impact", object{"chunk": "x"}, `chunk: "x" is not`},
		{"context/impact", object{"uri": "file:///somewhere/else.py"}, "uri: "},
		{"workspace/executeCommand", object{"command": "contextls.source", "arguments": []any{object{"chunk": 1}}}, "arguments[0].chunk: 1 is not a string"},
	} {
		err := s.Call(tt.method, tt.params, nil)
		if err == nil || err.Code != -32602 || !strings.HasPrefix(err.Message, tt.want) {
			shown, _ := json.Marshal(tt.params)
			t.Errorf("%s %s: got %v, want -32602: %s", tt.method, shown, err, tt.want)
		}
	}
}

// IDs do not name their folder: the first one is meant, unless the request says which.
func TestChunksOfSeveralFolders(t *testing.T) {
	root := write(t, "-- a/x.py --\ndef f():\n    return 1\n-- b/x.py --\ndef f():\n    return 1\n")
	s := serve(t, root)
	s.Initialize(nil, s.path("a"), s.path("b"))
	chunk := s.chunk("a/x.py", "f")
	for folder, params := range map[string]map[string]any{
		"a": {"chunk": chunk}, "b": {"chunk": chunk, "workspaceFolder": s.uri("b")},
	} {
		var r protocol.SourceResult
		s.MustCall("context/source", params, &r)
		if r.URI != s.uri(folder+"/x.py") || r.Chunk != chunk {
			t.Errorf("%s: got %+v", folder, r)
		}
	}
}

func BenchmarkQuery(b *testing.B) {
	root, _ := large(b)
	s, f := indexed(b, root)
	defer s.Close()
	e := engine.New(settings.Default())
	for b.Loop() {
		if _, err := e.Query(b.Context(), f.Snapshot(), engine.Query{Text: "does 1234 with argument"}); err != nil {
			b.Fatal(err)
		}
	}
}
