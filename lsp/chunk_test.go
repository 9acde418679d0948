package lsp

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/contextls/contextls/analysis"
)

// Whatever paths and names contain, an ID reads as what it was made of.
func TestChunkIDs(t *testing.T) {
	odd := rapid.StringOf(rapid.SampledFrom([]rune("ab/.:@%3A25 é\n")))
	rapid.Check(t, func(t *rapid.T) {
		s := &analysis.Symbol{Name: odd.Filter(func(s string) bool { return s != "" }).Draw(t, "name"), Container: odd.Draw(t, "container"),
			Kind: analysis.Kind(rapid.IntRange(0, 13).Draw(t, "kind")), Line: rapid.Uint32Range(0, 1e6).Draw(t, "line"),
			Range: analysis.Span{Start: 1, End: uint32(rapid.IntRange(1, 99).Draw(t, "end"))}}
		path := odd.Filter(func(s string) bool { return s != "" }).Draw(t, "path")
		want := chunkOf(path, s, odd.Draw(t, "text")+"x")
		got, ok := parseChunk(want.String())
		if !ok || got != want {
			t.Fatalf("%q reads as %+v, %v", want, got, ok)
		}
	})
}

func TestChunkIDsOfWords(t *testing.T) {
	s := &analysis.Symbol{Name: "on:click", Container: "A.B", Kind: analysis.Method, Line: 6, Range: analysis.Span{Start: 0, End: 3}}
	if got, want := chunkOf("c:/d@1:x.py", s, "abc").String(), "method:c:/d@1:x.py:A.B.on%3Aclick@7:ba7816bf"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	for _, bad := range []string{"", ":", "::@1:00000000", "function:a.py:f", "function:a.py:f@1", "function:a.py:f@1:", "function:a.py:f@0:00000000",
		"function:a.py:f@-1:00000000", "function:a.py:f@01:00000000", "function:a.py:f@1:0000000", "function:a.py:f@1:0000000G", "function:a.py:f@1:ABCDEF00",
		"function:a.py:@1:00000000", "function::f@1:00000000", ":a.py:f@1:00000000", "function:a.py@1:00000000", "function:a.py:f%41@1:00000000x",
		"function:a.py:f%3a@1:0000000", "function:a.py:f@99999999999999999999:00000000"} {
		if id, ok := parseChunk(bad); ok {
			t.Errorf("%q reads as %+v", bad, id)
		}
	}
}

func FuzzParseChunk(f *testing.F) {
	f.Add("method:store/cart.py:Cart.add@5:a4afad1b")
	f.Add("method:c:/d@1:x.py:A.B.on%3Aclick@7:ba7816bf")
	f.Fuzz(func(t *testing.T, id string) {
		if c, ok := parseChunk(id); ok && c.String() != id {
			t.Errorf("%q is written %q", id, c)
		}
	})
}

// chunk is the ID that context/symbols gives the definition of a name.
func (s session) chunk(rel, name string) string {
	s.t.Helper()
	var r SymbolSummary
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
	var r SourceResult
	s.MustCall("context/source", map[string]any{"chunk": add}, &r)
	if want := "def add(self, item):\n        self.items.append(item)"; r.Content != want || r.Chunk != add || r.URI != s.uri("store/cart.py") {
		t.Errorf("got %+v", r)
	}
	if r.Range.Start != pos(4, 4) || r.Range.End != pos(5, 31) {
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
	var r SourceResult
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
