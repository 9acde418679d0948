package rank

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/rank/task"
)

// definitions reads a text of definitions. One begins with a line `def name words…` and ends before the
// next line that is not deeper indented; `val` begins a constant. A line `doc words…` documents what it
// stands in. Names with a leading underscore are private.
func definitions(text string) *analysis.Facts {
	f := &analysis.Facts{Generated: strings.HasPrefix(text, "generated")}
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
	f.ReadWords([]byte(text))
	return f
}

// library is a folder of definitions.
type library map[string]string

func (l library) graph() *analysis.Graph {
	var files []analysis.File
	for _, p := range slices.Sorted(maps.Keys(l)) {
		files = append(files, analysis.File{Path: p, Language: plain(), Facts: analysis.Known(definitions(l[p]))})
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

func (l library) search(t testing.TB, ix *Index, query string) []Chunk {
	t.Helper()
	found, err := ix.Chunks(t.Context(), query, nil)
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// chunkNames are path:name of what was found.
func chunkNames(ix *Index, found []Chunk) (out []string) {
	for _, c := range found {
		out = append(out, ix.Graph().Path(c.Node)+":"+ix.Graph().File(c.Node).Facts.Get().Symbols[c.Symbol].Name)
	}
	return out
}

// Of what matches alike, what is in a file at hand comes first; but not before what says twice as much.
func TestNearChunksComeFirst(t *testing.T) {
	lib := library{
		"a.x": "def parse_header text" + padding,
		"b.x": "def parse_header text" + padding,
		"c.x": "def header text" + padding,
	}
	ix := NewIndex(nil, lib.graph(), nil)
	for _, near := range []string{"a.x", "b.x", "c.x"} {
		n, _ := ix.Graph().Node(near)
		found, err := ix.Chunks(t.Context(), "parse_header", map[int32]float64{n: 1})
		if err != nil {
			t.Fatal(err)
		}
		want := near + ":parse_header"
		if near == "c.x" {
			want = "a.x:parse_header"
		}
		if got := chunkNames(ix, found); got[0] != want {
			t.Errorf("near %s: got %v, want %s first", near, got, want)
		}
	}
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
		got := chunkNames(ix, lib.search(t, ix, tt.query))
		if len(tt.want) == 0 && len(got) > 0 || !slices.Equal(got[:min(len(got), len(tt.want))], tt.want) {
			t.Errorf("%q: got %q, want %q first: %s", tt.query, got, tt.want, tt.why)
		}
	}
	if got := chunkNames(ix, lib.search(t, ix, "stream of bytes")); slices.Contains(got, "class.x:Request") {
		t.Errorf("the class has its member's text: %q", got)
	}
}

func TestChunkScores(t *testing.T) {
	lib := library{}
	for i := range 40 {
		lib[fmt.Sprintf("f%02d.x", i)] = fmt.Sprintf("def alpha%d beta\n gamma %s\n", i, strings.Repeat("beta ", i)) + padding
	}
	ix := NewIndex(nil, lib.graph(), nil)
	found := lib.search(t, ix, "beta gamma")
	if len(found) < 20 || found[0].Score != 1 {
		t.Fatalf("got %v", found)
	}
	for i, c := range found[1:] {
		if c.Score > found[i].Score || c.Score < leastMatch {
			t.Errorf("%v after %v", c, found[i])
		}
	}
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
	for b.Loop() {
		lib.search(b, ix, query)
	}
}

// Who says more of what he looks for finds it still.
func TestLongerQueriesAgreeAsWell(t *testing.T) {
	agreement := func(query, container, name string) float64 {
		read := task.Read(query)
		q := newQueryNames(queryIdentifiers(query), read.Words, read.Symbols)
		return q.agreement(&analysis.Symbol{Container: container, Name: name})
	}
	const short, long = "close NetFuncs", "The library calls the close function of NetFuncs when an order is flushed, and parses the next header before that"
	if s, l := agreement(short, "NetFuncs", "close"), agreement(long, "NetFuncs", "close"); l < s || l <= agreement(long, "Other", "close") {
		t.Errorf("a member agrees by %g with the short query, by %g with the long one", s, l)
	}
	if l := agreement(long, "", "parse_header"); l < 0.1 {
		t.Errorf("a name of two of the words agrees by %g", l)
	}
	if l := agreement(long, "NetFuncs", "open"); l > 0.1 {
		t.Errorf("a member that the query does not speak of agrees by %g", l)
	}
}
