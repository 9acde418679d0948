package rank

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/rank/task"
)

func search(t testing.TB, l *Lexical, words ...string) map[string]float64 {
	t.Helper()
	var terms []term
	for _, w := range words {
		terms = append(terms, term{analysis.HashWord(w), 1, w})
	}
	scores, err := l.score(context.Background(), terms)
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]float64{}
	for n, s := range scores {
		if s > 0 {
			found[l.graph.Path(int32(n))] = s
		}
	}
	return found
}

// naiveScore is BM25 straight from its formula.
func naiveScore(g *analysis.Graph, words ...string) map[string]float64 {
	docs := make([]map[uint32]float64, g.Len())
	lengths, mean := make([]float64, g.Len()), 0.0
	for n := range docs {
		docs[n] = map[uint32]float64{}
		add := func(text string, weight float64) {
			analysis.Words(text, func(w string) { docs[n][analysis.HashWord(w)] += weight })
		}
		file := g.File(int32(n))
		if len(file.Facts.Get().Terms) == 0 {
			continue
		}
		add(stemOf(file.Path), pathWeight)
		for _, s := range file.Facts.Get().Symbols {
			add(s.Name, nameWeight)
		}
		for _, t := range file.Facts.Get().Terms {
			docs[n][t.Hash] += float64(t.Count)
		}
		for _, c := range docs[n] {
			lengths[n] += c
		}
		mean += lengths[n] / float64(g.Len())
	}
	found := map[string]float64{}
	for _, w := range words {
		df := 0.0
		for _, d := range docs {
			if d[analysis.HashWord(w)] > 0 {
				df++
			}
		}
		idf := math.Log(1 + (float64(len(docs))-df+0.5)/(df+0.5))
		for n, d := range docs {
			if tf := d[analysis.HashWord(w)]; tf > 0 {
				found[g.Path(int32(n))] += idf * tf * (saturation + 1) / (tf + saturation*(1-lengthShare+lengthShare*lengths[n]/mean))
			}
		}
	}
	return found
}

// An empty file has nothing to say of a task, whatever its directory is called.
func TestEmptyFilesMatchNothing(t *testing.T) {
	g := plainGraph(map[string]string{"prompt/__init__.x": "", "prompt/ask.x": "question", "app.x": "prompt prompt"})
	ranked := rank(t, NewIndex(nil, g, nil), Query{Task: "Show the prompt once"}, all())
	for _, r := range ranked {
		if empty := r.Path == "prompt/__init__.x"; empty != (r.Lexical == 0) {
			t.Errorf("%s matches by %g", r.Path, r.Lexical)
		}
	}
}

func TestScoreIsBM25(t *testing.T) {
	g := plainGraph(map[string]string{
		"src/session.x": "def Session open_session\ncookie cookie secret",
		"src/app.x":     "import src/session.x open_session\nroute request request cookie",
		"src/empty.x":   "",
		"tests/all.x":   strings.Repeat("request response cookie session ", 20),
	})
	l := NewLexical(nil, g)
	for _, words := range [][]string{{"cookie"}, {"session", "open"}, {"Request", "absent", "app"}, {"open_session"}} {
		got, want := search(t, l, words...), naiveScore(g, words...)
		if len(got) != len(want) || len(want) == 0 {
			t.Errorf("%q finds %v, want %v", words, got, want)
		}
		for p, s := range want {
			if math.Abs(got[p]-s) > 1e-9 {
				t.Errorf("%q: %s scores %g, want %g", words, p, got[p], s)
			}
		}
	}
	if s := search(t, l, "session"); !(s["src/session.x"] > s["tests/all.x"]) {
		t.Errorf("the file that is named session scores %g, one that says it 20 times %g", s["src/session.x"], s["tests/all.x"])
	}
}

func TestTasksWordsFindTheirOtherNumber(t *testing.T) {
	l := NewLexical(nil, plainGraph(map[string]string{"a": "cent entry class", "b": "cents entries log"}))
	for text, want := range map[string]string{
		"cent": "cent 1, cents 0.5", "cents": "cent 0.5, cents 1", "cent cents": "cent 1, cents 1",
		"entries": "entries 1, entry 0.5", "class": "class 1", "log": "log 1",
	} {
		var got []string
		for _, term := range l.terms(task.Read("Title\n" + text).Words) {
			got = append(got, fmt.Sprintf("%s %g", term.text, term.weight))
		}
		slices.Sort(got)
		if strings.Join(got, ", ") != want {
			t.Errorf("%q searches for %q, want %q", text, got, want)
		}
	}
}

func TestTellingTermsAreThoseOfFew(t *testing.T) {
	files := map[string]string{"a": "cookie cookie signer import_alone value", "b": "cookie signer value"}
	for i := range 20 {
		files[fmt.Sprintf("c%d", i)] = "value"
	}
	g := plainGraph(files)
	got := NewLexical(nil, g).telling(node(g, "a"), nil, 1)
	want := []uint32{analysis.HashWord("cookie"), analysis.HashWord("signer"), analysis.HashWord("value")}
	var hashes []uint32
	for _, term := range got {
		hashes = append(hashes, term.hash)
	}
	if !slices.Equal(hashes, want) { // a word of this file alone finds no other
		t.Errorf("telling terms %x, want %x", hashes, want)
	}
}

// states draws a folder and changes to it.
func states(t *rapid.T) []*analysis.Graph {
	vocabulary := []string{"open", "close", "session", "cookie", "user_name", "HTTPServer", "parse", "tree"}
	text := rapid.Custom(func(t *rapid.T) string {
		return strings.Join(rapid.SliceOfN(rapid.SampledFrom(vocabulary), 0, 6).Draw(t, "words"), " ") +
			"\ndef " + rapid.SampledFrom(vocabulary).Draw(t, "def") +
			fmt.Sprintf("\nimport f%d.x\n", rapid.IntRange(0, 400).Draw(t, "import"))
	})
	lang := plain()
	files := map[string]*analysis.Facts{}
	for i := range rapid.IntRange(0, 300).Draw(t, "files") {
		files[fmt.Sprintf("f%d.x", i)] = plainFacts(vocabulary[i%len(vocabulary)] + " " + vocabulary[i*i%5])
	}
	var graphs []*analysis.Graph
	for range rapid.IntRange(2, 6).Draw(t, "states") {
		for range rapid.SampledFrom([]int{0, 1, 3, 40, 100}).Draw(t, "changes") {
			p := fmt.Sprintf("f%d.x", rapid.IntRange(0, 320).Draw(t, "file"))
			switch rapid.IntRange(0, 4).Draw(t, "change") {
			case 0:
				delete(files, p)
			case 1:
				files[p] = nil // extraction failed
			default:
				files[p] = plainFacts(text.Draw(t, "text"))
			}
		}
		var list []analysis.File
		for p, facts := range files {
			list = append(list, analysis.File{Path: p, Language: lang, Facts: analysis.Known(facts)})
		}
		slices.SortFunc(list, func(a, b analysis.File) int { return strings.Compare(a.Path, b.Path) })
		graphs = append(graphs, analysis.Link(nil, analysis.NewTree(list)))
	}
	return graphs
}

func TestIncrementalLexicalEqualsFresh(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var known *Lexical
		for i, g := range states(t) {
			known = NewLexical(known, g)
			fresh := NewLexical(nil, g)
			words := task.Read("# session http\n`http`, \"name\" httpserver, f7 and `absent`").Words
			terms := fresh.terms(words)
			if got := known.terms(words); !slices.Equal(got, terms) {
				t.Fatalf("state %d: terms %v, fresh %v", i, got, terms)
			}
			for n := range int32(min(g.Len(), 5)) {
				if got, want := known.telling(n, nil, 1), fresh.telling(n, nil, 1); !slices.Equal(got, want) {
					t.Fatalf("state %d: telling terms of %s: %v, fresh %v", i, g.Path(n), got, want)
				}
			}
			got, err := known.score(context.Background(), terms)
			want, err2 := fresh.score(context.Background(), terms)
			if err != nil || err2 != nil || !slices.Equal(got, want) {
				t.Fatalf("state %d: scores %v, fresh %v", i, got, want)
			}
		}
	})
}

func TestLexicalKeepsItsBase(t *testing.T) {
	files := map[string]*analysis.LazyFacts{}
	for i := range 4 * maxDelta {
		files[fmt.Sprintf("f%03d", i)] = analysis.Known(plainFacts("some words"))
	}
	graph := func() *analysis.Graph {
		var list []analysis.File
		for i := range len(files) {
			p := fmt.Sprintf("f%03d", i)
			list = append(list, analysis.File{Path: p, Language: plain(), Facts: files[p]})
		}
		return linkPlain(nil, list)
	}
	first := NewLexical(nil, graph())
	l := first
	for i := range maxDelta {
		files[fmt.Sprintf("f%03d", i)] = analysis.Known(plainFacts("other words"))
		l = NewLexical(l, graph())
	}
	if l.base != first.base || len(l.delta) != maxDelta {
		t.Errorf("after %d changes the base is new: %t, the delta has %d files", maxDelta, l.base != first.base, len(l.delta))
	}
	files[fmt.Sprintf("f%03d", maxDelta)] = analysis.Known(plainFacts("other words"))
	if l = NewLexical(l, graph()); l.base == first.base || len(l.delta) != 0 {
		t.Errorf("after one change more the base is old: %t, the delta has %d files", l.base == first.base, len(l.delta))
	}
}

func TestSearchIsCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	l := NewLexical(nil, plainGraph(map[string]string{"a": "word"}))
	if _, err := l.score(ctx, []term{{1, 1, "word"}}); !errors.Is(err, context.Canceled) {
		t.Errorf("score: %v", err)
	}
}

// Counts of all sizes are found again.
func TestPostings(t *testing.T) {
	counts := []uint32{1, mostCount - 1, mostCount, mostCount + 1, 1 << 20}
	var docs [][]analysis.Term
	for _, n := range counts {
		docs = append(docs, []analysis.Term{{Hash: 7, Count: n}, {Hash: 1 << 31, Count: n + 1}})
	}
	p := newPostings(len(docs), 2*len(docs), held(docs))
	for i, h := range p.find(7, nil) {
		if h != (hit{int32(i), counts[i]}) {
			t.Errorf("document %d: %+v", i, h)
		}
	}
	for i, h := range p.find(1<<31, nil) {
		if h != (hit{int32(i), counts[i] + 1}) {
			t.Errorf("document %d: %+v", i, h)
		}
	}
	if hits := p.find(8, []hit{{1, 1}}); len(hits) != 1 {
		t.Errorf("a word that is nowhere: %+v", hits)
	}
}
