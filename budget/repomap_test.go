package budget

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/contextls/contextls/analysis"
)

func randomMap(r *rand.Rand) []MapFile {
	files := make([]MapFile, r.IntN(40))
	for i := range files {
		_, symbols := randomText(r, 40)
		f := MapFile{Path: fmt.Sprintf("dir%d/file%d.py", r.IntN(4), i), Score: float64(r.IntN(10)), Symbols: SymbolsOf(symbols)}
		for range symbols {
			f.Weights = append(f.Weights, float64(r.IntN(5)))
		}
		files[i] = f
	}
	return files
}

func TestRandomMaps(t *testing.T) {
	for _, tt := range []struct {
		tokenizer string
		maps      int
	}{{Heuristic, 5000}, {"o200k_base", 200}} {
		counter := counterFor(t, tt.tokenizer)
		for seed := range int64(tt.maps) {
			r := rand.New(rand.NewPCG(uint64(seed), 0))
			files, tokens := randomMap(r), r.IntN(800)
			m := RepoMap(files, tokens, counter)
			if what := wrongMap(m, files, tokens, counter); what != "" {
				t.Fatalf("%s, seed %d, %d tokens: %s\n%s", tt.tokenizer, seed, tokens, what, m.Content)
			}
			r.Shuffle(len(files), func(i, j int) { files[i], files[j] = files[j], files[i] })
			if again := RepoMap(files, tokens, counter); !reflect.DeepEqual(m, again) {
				t.Fatalf("%s, seed %d: another map when the input is shuffled\n%s\n%s", tt.tokenizer, seed, m.Content, again.Content)
			}
		}
	}
}

func wrongMap(m *Map, files []MapFile, tokens int, counter *Counter) string {
	if n := counter.Count(m.Content); n > tokens || n != m.EstimatedTokens {
		return fmt.Sprintf("costs %d tokens, and says %d", n, m.EstimatedTokens)
	}
	if n := len(m.Files); n != m.FilesWithSignatures+m.FilesPathOnly || n+m.FilesOmitted != len(files) {
		return fmt.Sprintf("%d of %d files are shown, %d left out", n, len(files), m.FilesOmitted)
	}
	at, signatures := -1, 0
	for line := range strings.Lines(m.Content) {
		switch {
		case !strings.HasPrefix(line, mapBar):
			if at++; line != m.Files[at].Path+":\n" {
				return fmt.Sprintf("line %q, file %s", line, m.Files[at].Path)
			}
		case m.Files[at].Representation != Signatures:
			return m.Files[at].Path + " has signatures"
		default:
			signatures++
		}
	}
	if at != len(m.Files)-1 || signatures < m.FilesWithSignatures {
		return "the content does not match the list of files"
	}
	if m.FilesOmitted > 0 && tokens-m.EstimatedTokens > 12 {
		return "there is room for another path"
	}
	return ""
}

// A map is of the whole repository: it shows the best of many files, not all of a few.
func TestMapIsBroad(t *testing.T) {
	m := RepoMap(largeFolder(heuristic(t)).Map, 2048, heuristic(t))
	if m.FilesWithSignatures < 40 || m.FilesWithSignatures > 100 {
		t.Errorf("%d files have signatures", m.FilesWithSignatures)
	}
	dirs := map[string]int{}
	for _, f := range m.Files[:m.FilesWithSignatures] {
		dirs[f.Path[:strings.LastIndexByte(f.Path, '/')]]++
	}
	for dir, n := range dirs {
		if n > 3 {
			t.Errorf("%d files of %s", n, dir)
		}
	}
}

// Used files come before central plumbing, and a directory of good files leaves room for others.
func TestMapSpread(t *testing.T) {
	symbols := symbolsOf("def f():\n    pass\n")
	file := func(path string, score, weight float64) MapFile {
		return MapFile{Path: path, Score: score, Symbols: SymbolsOf(symbols), Weights: []float64{weight}}
	}
	files := []MapFile{
		file("utils/a.py", 0.5, 9), file("utils/b.py", 0.4, 9), file("utils/c.py", 0.3, 9), file("utils/d.py", 0.3, 9),
		file("plumbing/p.py", 0.5, 0), file("models/m.py", 0.25, 9),
		{Path: "top/__init__.py", Score: 0.9},
	}
	m := RepoMap(files, 24, heuristic(t))
	want := "utils/a.py:\n│def f()\nutils/b.py:\n│def f()\nmodels/m.py:\n│def f()\ntop/__init__.py:\n"
	if m.Content != want {
		t.Errorf("got\n%swant\n%s", m.Content, want)
	}
}

// Work counts for more than use, and modules around a file do not take the place of what is in them.
func TestMapWork(t *testing.T) {
	used := MapFile{Path: "used.py", Score: 0.9, Symbols: SymbolsOf(symbolsOf("def f():\n    pass\n")), Weights: []float64{9}}
	edited := MapFile{Path: "edited.rb", Score: 0.1, Work: 4, Symbols: SymbolsOf([]analysis.Symbol{
		{Kind: analysis.Module, Name: "M", Signature: "module M", Exported: true},
		{Kind: analysis.Class, Name: "A", Container: "M", Signature: "class A", Exported: true},
		{Kind: analysis.Class, Name: "B", Container: "M", Signature: "class B", Exported: true},
		{Kind: analysis.Class, Name: "C", Container: "M", Signature: "class C", Exported: true},
	})}
	for _, tt := range []struct {
		work   float64
		tokens int
		want   string
	}{
		{4, 17, "edited.rb:\n│module M\n│  class A\n│  class B\n│…\nused.py:\n"},
		{0, 9, "used.py:\n│def f()\nedited.rb:\n"},
	} {
		edited.Work = tt.work
		if m := RepoMap([]MapFile{used, edited}, tt.tokens, heuristic(t)); m.Content != tt.want {
			t.Errorf("work %v: got\n%swant\n%s", tt.work, m.Content, tt.want)
		}
	}
}

// What a task is likely to touch is drawn before what others use most, also what no other file sees.
func TestMapOfATask(t *testing.T) {
	file := MapFile{Path: "shop.py", Score: 1, Weights: []float64{9, 8, 0, 0}, Symbols: SymbolsOf([]analysis.Symbol{
		{Kind: analysis.Function, Name: "most", Signature: "def most()", Exported: true},
		{Kind: analysis.Function, Name: "more", Signature: "def more()", Exported: true},
		{Kind: analysis.Function, Name: "some", Signature: "def some()", Exported: true},
		{Kind: analysis.Function, Name: "_own", Signature: "def _own()"},
	})}
	for _, tt := range []struct {
		odds []float64
		want string
	}{
		{nil, "shop.py:\n│def most()\n│def more()\n│…\n"},
		{[]float64{0.1, 0.2, 0.5, 0.9}, "shop.py:\n│def some()\n│def _own()\n│…\n"},
		{[]float64{0, 0, 0.5, 0}, "shop.py:\n│def most()\n│def some()\n│…\n"},
	} {
		file.Odds = tt.odds
		if m := RepoMap([]MapFile{file}, 12, heuristic(t)); m.Content != tt.want {
			t.Errorf("odds %v: got\n%swant\n%s", tt.odds, m.Content, tt.want)
		}
	}
}
