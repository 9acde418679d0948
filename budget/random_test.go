package budget

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/budget/render/rendertest"
	"github.com/contextls/contextls/rank"
)

// randomLines are what random texts are made of: what formats use themselves, and what breaks lines.
var randomLines = []string{
	"", "", "x = 1", "    return x", "def f(a, b):", "```", "  ````go", "]]>", "…", "// slash", "/", "<content>", "ünïcödé — 漢字",
	"---", "--- dir/1.py (full)", "== Related ==", "# x", "### `dir/1.py` · full", "</content></document>", "<document index=\"1\">",
	`{"path":"dir/1.py"}`, "a\rb", "x = '\u202e'", "\x00\x1b[2J", "\U000e0041",
	"a line that is somewhat longer than the others, so that cutting it makes sense", "\tif err != nil {", "}", "crlf\r", `"""`, "日本語日本語日本語日本語",
}

// randomNames are parts of paths; few are odd.
var randomNames = []string{"", "", "", "", "", "", " (full)", "`x`", "\"", "\u202e", "a\nb", "]]>", " · full"}

// randomText has a few definitions, nested, in some of the lines.
func randomText(r *rand.Rand, most int) (string, []analysis.Symbol) {
	n := r.IntN(most + 1)
	var b strings.Builder
	starts := make([]int, 0, n+1)
	for i := range n {
		starts = append(starts, b.Len())
		b.WriteString(randomLines[r.IntN(len(randomLines))])
		if i < n-1 || r.IntN(3) > 0 {
			b.WriteByte('\n')
		}
	}
	starts = append(starts, b.Len())
	var symbols []analysis.Symbol
	var define func(first, last int, container string)
	define = func(first, last int, container string) {
		for i := first; i <= last; i++ {
			if r.IntN(4) > 0 {
				continue
			}
			end := min(last, i+r.IntN(6))
			s := analysis.Symbol{Name: fmt.Sprintf("s%d", i), Kind: analysis.Kind(r.IntN(14)), Container: container,
				Signature: fmt.Sprintf("def s%d(…)", i), Doc: "does it", Exported: r.IntN(2) == 0,
				Range: analysis.Span{Start: uint32(starts[i]), End: uint32(starts[end+1])}, Line: uint32(i)}
			symbols = append(symbols, s)
			define(i+1, end, qualified(&s))
			i = end
		}
	}
	define(0, n-1, "")
	return b.String(), symbols
}

// randomFile is a candidate that counts how often it is loaded.
type randomFile struct {
	text   string
	loads  int
	broken bool
}

func randomRequest(r *rand.Rand, counter *Counter, most int) (Request, map[string]*randomFile) {
	files := map[string]*randomFile{}
	req := Request{Limits: Limits{Counter: counter, Tokens: 1 + r.IntN(1+r.IntN(1200)), Bytes: -1},
		Format: rendertest.Formats()[r.IntN(4)], LineNumbers: r.IntN(3) == 0}
	if r.IntN(2) == 0 {
		req.Order = OrderCache
	}
	if r.IntN(4) == 0 {
		req.Limits.Bytes = r.IntN(2000)
	}
	if r.IntN(2) == 0 {
		req.Task = strings.Repeat("fix the thing\n", 1+r.IntN(3))
		if r.IntN(4) == 0 {
			req.Task += randomLines[r.IntN(len(randomLines))]
		}
	}
	for i := range r.IntN(8) {
		text, symbols := randomText(r, most)
		f := &randomFile{text: text, broken: r.IntN(20) == 0}
		path := fmt.Sprintf("dir/%d%s.py", i, randomNames[r.IntN(len(randomNames))])
		files[path] = f
		c := Candidate{Path: path, Fence: "python", Tier: []int{2, 3, 4, 4, 6}[r.IntN(5)], Pinned: r.IntN(2) == 0,
			Missing: r.IntN(20) == 0, Generated: r.IntN(10) == 0, Score: float64(r.IntN(4)) / 4,
			Relationship: "lexical", Reasons: []string{"because of something", "and more"}, Symbols: SymbolsOf(symbols),
			Load: func() (string, error) {
				f.loads++
				if f.broken {
					return "", errors.New("unreadable: permission denied")
				}
				return f.text, nil
			}}
		if r.IntN(2) == 0 {
			c.Size = len(text)
		}
		if r.IntN(2) == 0 {
			c.Ranked = &rank.Ranked{Path: path}
		}
		if r.IntN(3) == 0 {
			c.Uses = []string{"s1", "s3"}
		}
		if n := uint32(len(text)); r.IntN(3) == 0 && n > 0 {
			start := uint32(r.IntN(int(n)))
			c.Ranges = []analysis.Span{{Start: start, End: start + uint32(r.IntN(int(n-start)+1))}}
		}
		req.Candidates = append(req.Candidates, c)
		req.Map = append(req.Map, MapFile{Path: path, Score: c.Score, Symbols: SymbolsOf(symbols)})
	}
	if r.IntN(2) == 0 {
		req.Odds = randomOdds(r.IntN(100))
	}
	req.MapTokens = r.IntN(200)
	return req, files
}

// randomOdds judges passages by their lines alone. It panics where these are not in order.
func randomOdds(salt int) func(context.Context, []rank.Cut) [][]float64 {
	return func(_ context.Context, cuts []rank.Cut) [][]float64 {
		odds := make([][]float64, len(cuts))
		for i, c := range cuts {
			next := 0
			for _, p := range c.Passages {
				if p.First < next || p.Last < p.First {
					panic(fmt.Sprintf("a passage has the lines %d–%d, the one before it ends with %d", p.First, p.Last, next-1))
				}
				next = p.Last + 1
				odds[i] = append(odds[i], 1/float64(1+c.Place+(p.Last*31+p.First*salt)%17))
			}
		}
		return odds
	}
}

// shuffled is the same request with its lists in another order.
func shuffled(r *rand.Rand, req Request) Request {
	req.Candidates = append([]Candidate(nil), req.Candidates...)
	req.Map = append([]MapFile(nil), req.Map...)
	r.Shuffle(len(req.Candidates), func(i, j int) {
		req.Candidates[i], req.Candidates[j] = req.Candidates[j], req.Candidates[i]
	})
	r.Shuffle(len(req.Map), func(i, j int) { req.Map[i], req.Map[j] = req.Map[j], req.Map[i] })
	return req
}

// rendered are items as a reader of the text finds them.
func rendered(items []Item) []rendertest.File {
	files := make([]rendertest.File, len(items))
	for i, it := range items {
		files[i] = rendertest.File{Path: it.Path, Content: it.Content}
	}
	return files
}

// packed packs a random request; nil when the task is too large for the budget.
func packed(req Request) (*Result, error) {
	res, err := Pack(context.Background(), req)
	if large := (*TaskTooLargeError)(nil); errors.As(err, &large) && req.Limits.Counter.Count(shownTask(req)) > req.Limits.Tokens {
		return nil, nil
	}
	return res, err
}
