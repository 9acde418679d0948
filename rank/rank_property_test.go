package rank

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/contextls/contextls/analysis"
)

// drawQuery draws a query for a graph.
func drawQuery(t *rapid.T, g *analysis.Graph) Query {
	q := Query{Task: rapid.SampledFrom([]string{"", "open the `session`", "fix HTTPServer in f3.x:4", "user_name tests", "xyzzy"}).Draw(t, "task")}
	if g.Len() > 0 {
		q.Targets = rapid.SliceOfN(rapid.Int32Range(0, int32(g.Len()-1)), 0, 3).Draw(t, "targets")
	}
	if rapid.Bool().Draw(t, "phantom") {
		q.Phantom = []string{"new_session.x"}
	}
	return q
}

func TestRankProperties(t *testing.T) {
	h := NewHistory([]Commit{{Time: 9, Paths: []string{"f1.x", "f2.x"}}, {Time: 8, Paths: []string{"f1.x", "f7.x", "new_session.x"}}})
	rapid.Check(t, func(t *rapid.T) {
		var known *Index
		for i, g := range states(t) {
			known = NewIndex(known, g, h)
			q, w := drawQuery(t, g), DefaultWeights()
			w.MinRelevance = rapid.SampledFrom([]float64{0, 0.2, 1}).Draw(t, "relevance")
			ranked, err := known.Rank(context.Background(), q, w)
			if err != nil {
				t.Fatal(err)
			}
			fresh, err := NewIndex(nil, g, h).Rank(context.Background(), q, w)
			if err != nil || !reflect.DeepEqual(ranked, fresh) {
				t.Fatalf("state %d, %+v: %v\nfresh: %v, %v", i, q, ranked, fresh, err)
			}
			for _, r := range ranked {
				for _, part := range []float64{r.Score, r.Structure, r.Lexical, r.Cochange, r.Importance} {
					if !(part >= 0 && part <= 1) {
						t.Fatalf("state %d, %+v: %+v", i, q, r)
					}
				}
			}
			if !slices.IsSortedFunc(ranked, func(a, b Ranked) int {
				if (a.Relationship == Target) != (b.Relationship == Target) {
					return int(a.Relationship) - int(b.Relationship) // Target is the first
				}
				if a.Score != b.Score {
					return -int(math.Copysign(1, a.Score-b.Score))
				}
				return strings.Compare(a.Path, b.Path)
			}) {
				t.Fatalf("state %d, %+v: out of order: %v", i, q, ranked)
			}
		}
	})
}

func TestRankIsTheSameEveryTime(t *testing.T) {
	files := shop()
	for i := range 60 {
		files[fmt.Sprintf("src/x/m%d.py", i)] = fmt.Sprintf("import src/x/m%d.py\nimport src/shop/app.py App\ndef f%d\nopen session App App", (i*7)%60, i)
	}
	var commits []Commit
	for i := range 50 {
		commits = append(commits, Commit{Time: int64(1e9 - i*day), Paths: []string{"src/shop/app.py", fmt.Sprintf("src/x/m%d.py", i), fmt.Sprintf("src/x/m%d.py", i/2)}})
	}
	var first []Ranked
	for run := range 10 {
		g := plainGraph(files)
		ranked := rank(t, NewIndex(nil, g, NewHistory(commits)), Query{Targets: []int32{node(g, "src/shop/app.py")}, Task: "App.run opens a `Session` twice, see m3.py and f7"}, all())
		if run == 0 {
			first = ranked
		} else if diff := cmp.Diff(first, ranked); diff != "" {
			t.Fatalf("run %d differs:\n%s", run, diff)
		}
	}
}

func TestOrderOfTargetsDoesNotMatter(t *testing.T) {
	g := plainGraph(shop())
	ix := NewIndex(nil, g, nil)
	a, b, c := node(g, "setup.py"), node(g, "src/shop/app.py"), node(g, "src/shop/session.py")
	one := rank(t, ix, Query{Targets: []int32{a, b, c}, Phantom: []string{"src/x.py", "src/admin/y.py"}}, all())
	two := rank(t, ix, Query{Targets: []int32{c, a, b, c}, Phantom: []string{"src/admin/y.py", "src/x.py"}}, all())
	if diff := cmp.Diff(one, two); diff != "" {
		t.Error(diff)
	}
}

func TestLargeFoldersAreWalkedLocally(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	files := randomFiles(r, 60, 3)
	small := linkPlain(nil, slices.Clone(files))
	for n := len(files); n <= localAbove; n++ {
		files = append(files, analysis.File{Path: fmt.Sprintf("x%07d", n), Language: files[0].Language})
	}
	q := Query{Targets: []int32{7}}
	within := rank(t, NewIndex(nil, small, nil), q, all())
	large := rank(t, NewIndex(nil, linkPlain(nil, files), nil), q, all())
	for i, r := range within {
		if off := math.Abs(large[i].Structure - r.Structure); r.Structure > 0.05 && (large[i].Node != r.Node || off > 0.001) {
			t.Errorf("place %d: %s with %g, alone %s with %g", i, large[i].Path, large[i].Structure, r.Path, r.Structure)
		}
	}
}

func TestIndexKeepsWhatIsTheSame(t *testing.T) {
	g := plainGraph(shop())
	ix := NewIndex(nil, g, nil)
	h := NewHistory([]Commit{{Time: 1, Paths: []string{"src/shop/app.py", "setup.py"}}})
	next := NewIndex(ix, g, h)
	if &next.Importance()[0] != &ix.Importance()[0] || next.lexical != ix.lexical {
		t.Error("the same graph was ranked anew")
	}
	if next.History() != h || ix.History() != nil || next.Graph() != g {
		t.Error("the history did not change, or changed the old index, too")
	}
}
