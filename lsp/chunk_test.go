package lsp

import (
	"strings"
	"testing"

	lsp "go.lsp.dev/protocol"

	"github.com/contextls/contextls/lsp/protocol"
)

// chunk is the ID that context/symbols gives the definition of a name.
func (s session) chunk(rel, name string) string {
	s.t.Helper()
	var r protocol.SymbolSummary
	s.MustCall("context/symbols", map[string]any{"uri": s.uri(rel)}, &r)
	for _, symbol := range r.Symbols {
		if symbol.Name == name {
			return symbol.Chunk
		}
	}
	s.t.Fatalf("%s defines no %s", rel, name)
	return ""
}

func TestSource(t *testing.T) {
	s := edit(t, shop)
	add := s.chunk("store/cart.py", "add")
	if !strings.HasPrefix(add, "method:store/cart.py:Cart.add@5:") {
		t.Errorf("the chunk is %s", add)
	}
	var r protocol.SourceResult
	s.MustCall("context/source", map[string]any{"chunk": add}, &r)
	if want := "def add(self, item):\n        self.items.append(item)"; r.Content != want || r.Chunk != add || r.URI != s.uri("store/cart.py") {
		t.Errorf("got %+v", r)
	}
	if want := (lsp.Range{Start: lsp.Position{Line: 4, Character: 4}, End: lsp.Position{Line: 5, Character: 31}}); r.Range != want {
		t.Errorf("the range is %v", r.Range)
	}
}

// An ID stays good while its text is the same, wherever that moves; then it leads to what is nearest.
func TestStaleChunks(t *testing.T) {
	s := edit(t, shop)
	const cart = "from store.price import price\n\nclass Cart:\n    \"\"\"What a customer wants to buy.\"\"\"\n    def add(self, item):\n        self.items.append(item)\n"
	add, total, class := s.chunk("store/cart.py", "add"), s.chunk("store/cart.py", "total"), s.chunk("store/cart.py", "Cart")
	s.Open(s.uri("store/cart.py"), "python", 1, "# a new first line\n"+cart)
	moved := strings.Replace(add, "@5:", "@6:", 1)
	var r protocol.SourceResult
	s.MustCall("context/source", map[string]any{"chunk": add}, &r)
	if r.Chunk != moved || r.Range.Start.Line != 5 || !strings.Contains(r.Content, "append") {
		t.Errorf("moved: got %+v, want %s", r, moved)
	}
	gone := func(what, chunk, nearest string) {
		t.Helper()
		for _, method := range []string{"context/source", "context/dependencies", "context/impact"} {
			wantCode(t, s.Call(method, map[string]any{"chunk": chunk}, nil), -32803, chunk+" is gone", nearest)
		}
		wantCode(t, s.Call("context/skeleton", map[string]any{"chunks": []string{chunk}}, nil), -32803, chunk+" is gone", nearest)
	}
	gone("nothing of the name is left", total, "the nearest is "+moved)

	s.Open(s.uri("store/sums.py"), "python", 1, "def total(cart):\n    return 0\n")
	gone("the same name elsewhere", total, "the nearest is function:store/sums.py:total@1:")
	s.Open(s.uri("sums.py"), "python", 1, "def total(cart):\n    return 1\n")
	gone("the nearer folder first", total, "the nearest is function:store/sums.py:total@1:")

	s.Open(s.uri("store/user.py"), "python", 1, "class User:\n    def name(self):\n        return self.last\n")
	gone("the text has changed", class[:len(class)-8]+"00000000", "the nearest is class:store/cart.py:Cart@4:")
	gone("no file and no name", "function:nowhere.py:nothing@1:00000000", "nothing like it is left")
	gone("no path out of the folder", "function:../../etc/passwd:root@1:00000000", "nothing like it is left")
	gone("nor to a secret", "constant:.env:PASSWORD@1:00000000", "nothing like it is left")
}
