package rank

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/contextls/contextls/analysis"
)

// definitions reads a text of definitions. One begins with a line `def name words…` and ends before the
// next line that is not deeper indented; `val` begins a constant. A line `doc words…` documents what it
// stands in. Names with a leading underscore are private.
func definitions(text string) *analysis.Facts {
	f := &analysis.Facts{Terms: analysis.Terms([]byte(text)), Generated: strings.HasPrefix(text, "generated")}
	type level struct{ indent, symbol int }
	var open []level
	offset, line := 0, 0
	closeTo := func(indent int) {
		for len(open) > 0 && open[len(open)-1].indent >= indent {
			f.Symbols[open[len(open)-1].symbol].Range.End = uint32(offset)
			open = open[:len(open)-1]
		}
	}
	for l := range strings.Lines(text) {
		words := strings.Fields(l)
		indent := len(l) - len(strings.TrimLeft(l, " "))
		if len(words) > 0 {
			closeTo(indent)
		}
		if len(words) > 1 && (words[0] == "def" || words[0] == "val") {
			s := analysis.Symbol{Name: words[1], Kind: analysis.Function, Signature: strings.TrimSpace(l), Line: uint32(line),
				Exported: words[1][0] != '_', Range: analysis.Span{Start: uint32(offset + indent)}}
			if words[0] == "val" {
				s.Kind = analysis.Constant
			}
			if len(open) > 0 {
				outer := f.Symbols[open[len(open)-1].symbol]
				s.Kind, s.Container = analysis.Method, strings.TrimPrefix(outer.Container+"."+outer.Name, ".")
			}
			open = append(open, level{indent, len(f.Symbols)})
			f.Symbols = append(f.Symbols, s)
		}
		if len(words) > 1 && words[0] == "doc" && len(open) > 0 {
			f.Symbols[open[len(open)-1].symbol].Doc = strings.Join(words[1:], " ")
		}
		offset += len(l)
		line++
	}
	closeTo(0)
	return f
}

// library is a folder of definitions.
type library map[string]string

func (l library) graph() *analysis.Graph {
	var files []analysis.File
	for _, p := range slices.Sorted(maps.Keys(l)) {
		files = append(files, analysis.File{Path: p, Language: plain(), Facts: definitions(l[p])})
	}
	return linkPlain(nil, files)
}

func (l library) text(path string) (string, error) {
	text, known := l[path]
	if !known {
		return "", errors.New("no such file")
	}
	return text, nil
}

func (l library) search(t testing.TB, ix *Index, bodies *Bodies, query string) []Chunk {
	t.Helper()
	found, err := ix.Chunks(t.Context(), query, bodies, l.text)
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// chunkNames are path:name of what was found.
func chunkNames(ix *Index, found []Chunk) (out []string) {
	for _, c := range found {
		out = append(out, ix.Graph().Path(c.Node)+":"+ix.Graph().File(c.Node).Facts.Symbols[c.Symbol].Name)
	}
	return out
}

const padding = "\nother words fill this file so that it is like most of the files of a folder\n"

func TestChunks(t *testing.T) {
	lib := library{
		"name.x":          "def parse_header text\n return lines" + padding,
		"body.x":          "def other text\n parse the header of it\n" + padding,
		"doc.x":           "def something text\n doc parse a header\n return it\n" + padding,
		"class.x":         "def Request\n doc a message of a client\n def cookies\n  return jar\n def read_body\n  read the stream of bytes\n" + padding,
		"client.x":        "def Session\n def login\n  return token\n" + padding,
		"server.x":        "def Session\n def login\n  return token\n def logout\n  return nothing\n" + padding,
		"value.x":         "val retry_limit 3\n" + padding,
		"function.x":      "def retry_limit count\n return count\n" + padding,
		"private.x":       "def _flush queue\n return queue\n" + padding,
		"public.x":        "def flush queue\n return queue\n" + padding,
		"store/store.x":   "def save_order order\n write order\n" + padding,
		"store/test_it.x": "def test_save_order order\n save_order order\n write order\n" + padding,
		"generated.x":     "generated\ndef save_order order\n write order\n" + padding,
		"get.x":           "def get key\n return key\n" + padding,
		"many.x":          "def list_policy user\n return all\n" + padding,
	}
	ix := NewIndex(nil, lib.graph(), nil)
	for _, tt := range []struct {
		query, why string
		want       []string // the first ones
	}{
		{"parse header", "a name says more than a document, that more than a body", []string{"name.x:parse_header", "doc.x:something", "body.x:other"}},
		{"stream of bytes", "a member's text is its own, not its container's", []string{"class.x:read_body"}},
		{"request cookies", "what contains it may be said", []string{"class.x:cookies", "class.x:Request"}},
		{"Session.logout", "a qualified name is meant", []string{"server.x:logout"}},
		{"client login", "the path has the word", []string{"client.x:login", "server.x:login"}},
		{"retry limit", "a function before a constant", []string{"function.x:retry_limit", "value.x:retry_limit"}},
		{"flush", "the public one first", []string{"public.x:flush", "private.x:_flush"}},
		{"save order", "neither tests nor generated files first", []string{"store/store.x:save_order"}},
		{"tests of save order", "unless tests are meant", []string{"store/test_it.x:test_save_order"}},
		{"get", "a stop word alone is meant", []string{"get.x:get"}},
		{"policies", "the singular counts", []string{"many.x:list_policy"}},
		{"zyx", "nothing has it", nil},
		{"!?", "nothing is asked", nil},
	} {
		got := chunkNames(ix, lib.search(t, ix, new(Bodies), tt.query))
		if len(tt.want) == 0 && len(got) > 0 || !slices.Equal(got[:min(len(got), len(tt.want))], tt.want) {
			t.Errorf("%q: got %q, want %q first: %s", tt.query, got, tt.want, tt.why)
		}
	}
	if got := chunkNames(ix, lib.search(t, ix, new(Bodies), "stream of bytes")); slices.Contains(got, "class.x:Request") {
		t.Errorf("the class has its member's text: %q", got)
	}
}

func TestChunkScores(t *testing.T) {
	lib := library{}
	for i := range 40 {
		lib[fmt.Sprintf("f%02d.x", i)] = fmt.Sprintf("def alpha%d beta\n gamma %s\n", i, strings.Repeat("beta ", i)) + padding
	}
	ix := NewIndex(nil, lib.graph(), nil)
	found := lib.search(t, ix, new(Bodies), "beta gamma")
	if len(found) < 20 || found[0].Score != 1 {
		t.Fatalf("got %v", found)
	}
	for i, c := range found[1:] {
		if c.Score > found[i].Score || c.Score < leastMatch {
			t.Errorf("%v after %v", c, found[i])
		}
	}
}

// The words of definitions are remembered; what is remembered must not show.
func TestBodiesDoNotShow(t *testing.T) {
	lib := library{"a.x": "def one\n red green\n" + padding, "b.x": "def two\n green blue\n" + padding, "c.x": "def three\n blue red\n" + padding}
	ix, bodies := NewIndex(nil, lib.graph(), nil), new(Bodies)
	first := lib.search(t, ix, bodies, "green")
	lib.search(t, ix, bodies, "blue red")

	next := maps.Clone(lib)
	next["b.x"] = "def two\n green green blue\n" + padding
	files := ix.Graph().Tree().Files()
	changed := append([]analysis.File(nil), files...)
	changed[1].Facts = definitions(next["b.x"])
	after := NewIndex(ix, linkPlain(ix.Graph(), changed), nil)
	if diff := cmp.Diff(next.search(t, NewIndex(nil, next.graph(), nil), new(Bodies), "green"), next.search(t, after, bodies, "green")); diff != "" {
		t.Errorf("after a change (-from nothing +with memory):\n%s", diff)
	}
	if diff := cmp.Diff(first, lib.search(t, ix, bodies, "green")); diff != "" {
		t.Errorf("the old state (-first +again):\n%s", diff)
	}
}

// Searches share what is remembered, also while it is forgotten.
func TestBodiesAreShared(t *testing.T) {
	lib := library{}
	for i := range 60 {
		lib[fmt.Sprintf("f%02d.x", i)] = fmt.Sprintf("def alpha%d\n beta gamma%d\n", i, i%7) + padding
	}
	ix := NewIndex(nil, lib.graph(), nil)
	want := lib.search(t, ix, new(Bodies), "beta gamma3")
	bodies := &Bodies{terms: keptTerms + 1}
	var searches sync.WaitGroup
	for range 4 {
		searches.Go(func() {
			got, err := ix.Chunks(t.Context(), "beta gamma3", bodies, lib.text)
			if diff := cmp.Diff(want, got); diff != "" || err != nil {
				t.Errorf("%v (-alone +together):\n%s", err, diff)
			}
		})
	}
	searches.Wait()
	if bodies.terms >= keptTerms || len(bodies.young) != 60 {
		t.Errorf("%d terms of %d files are remembered", bodies.terms, len(bodies.young))
	}
	bodies.terms = keptTerms + 1
	const another = "def another\n"
	bodies.get(definitions(another), func() (string, error) { return another, nil })
	if len(bodies.old) != 60 || len(bodies.young) != 1 {
		t.Errorf("after one more than there is room for: %d files are remembered, and %d of before", len(bodies.young), len(bodies.old))
	}
	if lib.search(t, ix, bodies, "beta"); len(bodies.young) != 61 {
		t.Errorf("what is used again stays remembered: of 61 files %d", len(bodies.young))
	}
}

// A text that cannot be read, or is not the one that the Facts are of, leaves names to search by, and is
// not remembered.
func TestOtherText(t *testing.T) {
	lib := library{"a.x": "def one\n red green\n" + padding, "b.x": "def two\n blue\n" + padding}
	ix := NewIndex(nil, lib.graph(), nil)
	for what, other := range map[string]library{"another": {"a.x": "def one\n\n red violet\n" + padding, "b.x": ""}, "none": {}} {
		bodies := new(Bodies)
		if got := chunkNames(ix, other.search(t, ix, bodies, "green")); len(got) > 0 {
			t.Errorf("with %s text: %q", what, got)
		}
		if got := chunkNames(ix, other.search(t, ix, bodies, "one")); !slices.Equal(got, []string{"a.x:one"}) {
			t.Errorf("with %s text, by name: %q", what, got)
		}
		if got := chunkNames(ix, lib.search(t, ix, bodies, "green")); !slices.Equal(got, []string{"a.x:one"}) {
			t.Errorf("after %s text: %q", what, got)
		}
	}
}

// ownWords is what a plain way gives: cut the texts of the symbols inside out of a symbol's text, and
// count.
func TestOwnWords(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var b strings.Builder
		for range rapid.IntRange(0, 12).Draw(t, "lines") {
			b.WriteString(strings.Repeat(" ", rapid.IntRange(0, 3).Draw(t, "indent")))
			b.WriteString(rapid.SampledFrom([]string{"def aName it", "def b_c", "some text of a line", "", "val x9 1", "größe zählt"}).Draw(t, "line"))
			b.WriteString("\n")
		}
		text := b.String()
		facts := definitions(text)
		own, ok := ownWords(facts, text)
		if !ok {
			t.Fatalf("the text is not that of its own Facts:\n%s", text)
		}
		for i := range facts.Symbols {
			want, got := map[uint32]uint32{}, map[uint32]uint32{}
			count := func(s string) { analysis.Words(s, func(w string) { want[analysis.HashWord(w)]++ }) }
			outer := facts.Symbols[i].Range
			kept := []byte(text)
			for k := i + 1; k < len(facts.Symbols) && outer.Contains(facts.Symbols[k].Range); k++ {
				inner := facts.Symbols[k].Range
				if !slices.ContainsFunc(facts.Symbols[i+1:k], func(s analysis.Symbol) bool { return s.Range.Contains(inner) }) {
					count(facts.Symbols[k].Name)
				}
				for at := inner.Start; at < inner.End; at++ {
					kept[at] = ' '
				}
			}
			count(string(kept[outer.Start:outer.End]))
			for _, w := range own[i] {
				got[uint32(w>>32)] += uint32(w)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Fatalf("%s in\n%s(-plain +got):\n%s", facts.Symbols[i].Name, text, diff)
			}
		}
		if _, ok := ownWords(facts, text+" more"); ok {
			t.Fatal("another text passes for that of the Facts")
		}
	})
}

func BenchmarkChunks(b *testing.B) {
	lib := library{}
	for i := range 2000 {
		var text strings.Builder
		for k := range 20 {
			fmt.Fprintf(&text, "def handle_%d_event%d request\n doc handles event %d\n read request %d and answer with session%d cookie%d\n", i%50, k, k, i, i%7, i%11)
		}
		lib[fmt.Sprintf("dir%d/file%d.x", i%30, i)] = text.String()
	}
	ix := NewIndex(nil, lib.graph(), nil)
	const query = "how does handle event 7 read the session cookie of a request"
	bodies := new(Bodies)
	lib.search(b, ix, bodies, query)
	b.Run("warm", func(b *testing.B) {
		for b.Loop() {
			lib.search(b, ix, bodies, query)
		}
	})
	b.Run("cold", func(b *testing.B) {
		for b.Loop() {
			lib.search(b, ix, new(Bodies), query)
		}
	})
}
