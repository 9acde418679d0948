package rank

import (
	"context"
	"errors"
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

// all are the default weights with nothing left out.
func all() Weights {
	w := DefaultWeights()
	w.MinRelevance = 0
	return w
}

func rank(t testing.TB, ix *Index, q Query, w Weights) []Ranked {
	t.Helper()
	ranked, err := ix.Rank(context.Background(), q, w)
	if err != nil {
		t.Fatal(err)
	}
	return ranked
}

func byPath(ranked []Ranked) map[string]Ranked {
	m := map[string]Ranked{}
	for _, r := range ranked {
		m[r.Path] = r
	}
	return m
}

// lines shows a ranking as text: path, relationship, distance and reasons.
func lines(ranked []Ranked) string {
	var b strings.Builder
	for _, r := range ranked {
		fmt.Fprintf(&b, "%s %s %d: %s\n", r.Path, r.Relationship, r.Distance, strings.Join(r.Reasons, "; "))
	}
	return b.String()
}

func TestRelationships(t *testing.T) {
	g := plainGraph(map[string]string{
		"app":      "import store Store save\nimport pack\nStore Store save",
		"pack":     "import deep inner",
		"store":    "def Store save\nimport disk",
		"disk":     "import bytes",
		"bytes":    "",
		"deep":     "def inner",
		"main":     "import app",
		"cmd":      "import main",
		"app_test": "nothing",
		"run_test": "import app",
		"notes":    "def frobnicate",
		"words":    "quota quota quota",
		"partner":  "",
		"lone":     "",
	})
	h := NewHistory([]Commit{{Time: 1, Paths: []string{"app", "partner"}}, {Time: 1, Paths: []string{"store", "app"}}})
	ranked := rank(t, NewIndex(nil, g, h), Query{Targets: []int32{node(g, "app")}, Task: "the quota of `frobnicate` and Store is wrong"}, all())
	slices.SortFunc(ranked, func(a, b Ranked) int { return strings.Compare(a.Path, b.Path) })
	want := `app target 0: is a target
app_test test -1: is named after a target that it tests; counts for less: it is a test, and the task is not about tests
bytes none 3: is close in the graph to what the query is about
cmd downstream 2: imports app through main
deep transitive_import 2: app imports it through pack
disk transitive_import 2: app imports it through store
lone none -1: 
main downstream 1: imports app
notes mentioned -1: defines frobnicate, which the task names; has the task's words frobnicate
pack direct_import 1: app imports it
partner cochange -1: changed together with the targets in 1 commit
run_test test 1: imports app; counts for less: it is a test, and the task is not about tests
store direct_import 1: defines Store, which the task names; has the task's words store; app imports Store, save from it; changed together with the targets in 1 commit
words lexical -1: has the task's words quota
`
	if diff := cmp.Diff(want, lines(ranked)); diff != "" {
		t.Error(diff)
	}
}

func TestModuleThatPassesNamesOnIsNoDirectImport(t *testing.T) {
	g := plainGraph(map[string]string{"app": "import pack open_store\nopen_store", "pack": "pass pack/store open_store", "pack/store": "def open_store"})
	ranked := byPath(rank(t, NewIndex(nil, g, nil), Query{Targets: []int32{node(g, "app")}}, all()))
	if r := ranked["pack/store"]; r.Relationship != DirectImport || r.Distance != 1 || r.Reasons[0] != "app imports open_store from it" {
		t.Errorf("pack/store: %+v", r)
	}
	if r := ranked["pack"]; r.Relationship != TransitiveImport || r.Distance != 1 || !slices.Contains(r.Reasons, "app imports its module") {
		t.Errorf("pack: %+v", r)
	}
}

func TestFilesInOtherLanguagesCountForLess(t *testing.T) {
	one, other := &analysis.Language{Family: "one"}, &analysis.Language{Family: "other"}
	one.NewResolver = plain().NewResolver
	files := []analysis.File{{Path: "a", Language: one, Facts: plainFacts("import far\nimport near")}, {Path: "far", Language: other}, {Path: "near", Language: one}}
	ix := NewIndex(nil, linkPlain(nil, files), nil)
	ranked := byPath(rank(t, ix, Query{Targets: []int32{0}}, all()))
	const reason = "counts for less: it is in another language than the targets"
	for path, less := range map[string]bool{"near": false, "far": true} {
		if r := ranked[path]; slices.Contains(r.Reasons, reason) != less || r.Score < ranked["near"].Score != less {
			t.Errorf("%s: %+v", path, r)
		}
	}
	if r := byPath(rank(t, ix, Query{}, all()))["far"]; slices.Contains(r.Reasons, reason) {
		t.Errorf("without targets and task: %+v", r)
	}
}

func TestImportDepth(t *testing.T) {
	ix := NewIndex(nil, plainGraph(map[string]string{"a": "import b", "b": "import c", "c": "import d", "d": "import e", "e": ""}), nil)
	for depth, want := range map[int]string{
		0: "direct_import transitive_import lexical none", 1: "direct_import lexical lexical none", // all have the word import
		3: "direct_import transitive_import transitive_import none",
	} {
		ranked := byPath(rank(t, ix, Query{Targets: []int32{0}, MaxImportDepth: depth}, all()))
		var got []string
		for _, p := range []string{"b", "c", "d", "e"} {
			got = append(got, ranked[p].Relationship.String())
		}
		if strings.Join(got, " ") != want {
			t.Errorf("depth %d: %s, want %s", depth, strings.Join(got, " "), want)
		}
		if ranked["e"].Distance != 4 {
			t.Errorf("depth %d: e is at %d", depth, ranked["e"].Distance)
		}
	}
}

func TestNothingAskedIsImportance(t *testing.T) {
	g := plainGraph(map[string]string{"a": "import core", "b": "import core\nimport a", "core": "", "lone": ""})
	ix := NewIndex(nil, g, nil)
	for _, q := range []Query{{}, {Task: "the of and"}} {
		ranked := rank(t, ix, q, DefaultWeights())
		if len(ranked) != 4 || ranked[0].Path != "core" || ranked[0].Score != 1 || ranked[0].Reasons[0] != "depended on by 2 files" {
			t.Errorf("%+v: %+v", q, ranked)
		}
		for _, r := range ranked {
			if r.Importance != ix.Importance()[r.Node] || r.Distance != -1 {
				t.Errorf("%+v: %+v", q, r)
			}
		}
	}
}

func TestEmptyFolder(t *testing.T) {
	ix := NewIndex(nil, plainGraph(nil), nil)
	for _, q := range []Query{{}, {Task: "fix `x` in y.go"}, {Phantom: []string{"new.go"}}} {
		if ranked := rank(t, ix, q, DefaultWeights()); len(ranked) != 0 {
			t.Errorf("%+v: %v", q, ranked)
		}
	}
}

func TestTaskAloneLeadsToFiles(t *testing.T) {
	g := plainGraph(map[string]string{
		"cookie":  "def sign_cookie\nimport crypto hmac\nhmac secret secret cookie",
		"crypto":  "def hmac",
		"web":     "import cookie sign_cookie\nsign_cookie",
		"billing": "def Invoice\ninvoice customer",
		"report":  "import billing Invoice",
	})
	ranked := rank(t, NewIndex(nil, g, nil), Query{Task: "sign_cookie uses a stale secret"}, all())
	if ranked[0].Path != "cookie" || ranked[0].Relationship != Mentioned {
		t.Errorf("first: %+v", ranked[0])
	}
	scores := byPath(ranked)
	if !(scores["crypto"].Score > scores["billing"].Score) || scores["billing"].Score != 0 {
		t.Errorf("crypto, which cookie needs, scores %g; billing, which nothing leads to, %g", scores["crypto"].Score, scores["billing"].Score)
	}
}

func TestWhatTheTargetUsesOutranksAHub(t *testing.T) {
	files := map[string]string{"target": "import hub log\nimport parser parse_tree\nlog\nparse_tree", "hub": "def log", "parser": "def parse_tree"}
	for i := range 40 {
		files[fmt.Sprintf("user%02d", i)] = "import hub log\nlog"
	}
	g := plainGraph(files)
	ix := NewIndex(nil, g, nil)
	ranked := byPath(rank(t, ix, Query{Targets: []int32{node(g, "target")}}, all()))
	global := func(path string) float64 { return ix.Importance()[node(g, path)] }
	if !(ranked["parser"].Structure > ranked["hub"].Structure) || !(global("hub") > global("parser")) {
		t.Errorf("parser %+v\nhub %+v", ranked["parser"], ranked["hub"])
	}
}

func TestDirectImportsAreKept(t *testing.T) {
	files := map[string]string{"target": "import weak\nimport test_weak\nimport strong thing\nthing thing thing", "weak": "generated", "test_weak": "", "strong": "def thing\nthing"}
	for i := range 10 {
		files[fmt.Sprintf("z%d", i)] = "import weak\nimport test_weak"
	}
	g := plainGraph(files)
	w := DefaultWeights()
	w.MinRelevance = 0.99
	ranked := rank(t, NewIndex(nil, g, nil), Query{Targets: []int32{node(g, "target")}, Task: "thing"}, w)
	var got []string
	for _, r := range ranked {
		got = append(got, r.Path)
	}
	if want := "target strong"; strings.Join(got[:2], " ") != want || len(got) != 4 {
		t.Errorf("ranked %q, want %q and the other imports", got, want)
	}
}

func TestWorthOfTestsAndGeneratedFiles(t *testing.T) {
	g := plainGraph(map[string]string{"quota": "quota limit", "quota_test": "quota limit", "gen": "generated\nquota limit"})
	ix := NewIndex(nil, g, nil)
	plain := byPath(rank(t, ix, Query{Task: "quota limit is wrong"}, all()))
	tests := byPath(rank(t, ix, Query{Task: "test of quota limit is wrong"}, all()))
	if !(plain["quota_test"].Score < plain["quota"].Score/2) || !(plain["gen"].Score < plain["quota"].Score/2) {
		t.Errorf("quota %g, its test %g, generated %g", plain["quota"].Score, plain["quota_test"].Score, plain["gen"].Score)
	}
	if !(tests["quota_test"].Score > plain["quota_test"].Score) {
		t.Errorf("the test scores %g when the task is about tests, else %g", tests["quota_test"].Score, plain["quota_test"].Score)
	}
	for p, want := range map[string]string{"gen": "counts for less: it is generated", "quota_test": "counts for less: it is a test, and the task is not about tests"} {
		if !slices.Contains(plain[p].Reasons, want) {
			t.Errorf("reasons of %s: %q", p, plain[p].Reasons)
		}
	}
}

func TestPhantomTargetLeadsToItsNeighbours(t *testing.T) {
	g := plainGraph(map[string]string{
		"src/store/redis_cache": "def RedisCache", "src/store/disk_cache": "def DiskCache",
		"src/web/page": "def Page", "src/web/form": "def Form",
	})
	h := NewHistory([]Commit{{Time: 1, Paths: []string{"src/store/memory_cache", "src/web/form"}}})
	ranked := rank(t, NewIndex(nil, g, h), Query{Phantom: []string{"src/store/memory_cache"}}, all())
	if !strings.HasPrefix(ranked[0].Path, "src/store/") || !strings.HasPrefix(ranked[1].Path, "src/store/") || ranked[2].Path != "src/web/form" {
		t.Errorf("ranked:\n%s", lines(ranked))
	}
}

func TestPhantomTargetInANewFolder(t *testing.T) {
	g := plainGraph(map[string]string{"src/a": "def Alpha", "src/web/redis": "def Redis", "src/web/http": "def Http"})
	ranked := byPath(rank(t, NewIndex(nil, g, nil), Query{Phantom: []string{"src/store/redis_cache/pool"}}, all()))
	if want := "lies near src/store/redis_cache/pool, which does not exist yet"; !slices.Contains(ranked["src/a"].Reasons, want) {
		t.Errorf("src/a: %+v", ranked["src/a"])
	}
	if !(ranked["src/web/redis"].Score > ranked["src/web/http"].Score) {
		t.Errorf("redis %+v, http %+v", ranked["src/web/redis"], ranked["src/web/http"])
	}
}

func TestPastCommitsThatReadLikeTheTaskSpeakForTheirFiles(t *testing.T) {
	g := plainGraph(map[string]string{"store": "def Store\nquota", "ledger": "", "report": "", "other": ""})
	h := NewHistory([]Commit{
		{Time: 9, Subject: "Raise the quota", Paths: []string{"ledger"}},
		{Time: 9, Subject: "Lower the quota", Paths: []string{"ledger"}},
		{Time: 8, Subject: "Tidy up", Paths: []string{"report", "store"}},
	})
	ranked := byPath(rank(t, NewIndex(nil, g, h), Query{Task: "the quota is not kept"}, all()))
	if r := ranked["ledger"]; r.Relationship != CochangePartner || r.Reasons[0] != `changed in 2 commits that read like the task: "Raise the quota"` {
		t.Errorf("ledger: %+v", r)
	}
	// Without a target, the file that matches best stands in.
	if r := ranked["report"]; r.Relationship != CochangePartner || r.Reasons[0] != "changed together with store in 1 commit" {
		t.Errorf("report: %+v", r)
	}
	if r := ranked["other"]; r.Score != 0 {
		t.Errorf("other: %+v", r)
	}
	without := byPath(rank(t, NewIndex(nil, g, h), Query{Task: "the quota is not kept"}, Weights{Text: 1}))
	if r := without["ledger"]; r.Score != 0 {
		t.Errorf("ledger, when history does not count: %+v", r)
	}
}

func TestUnrelatedFilesAreLeftOut(t *testing.T) {
	g := plainGraph(map[string]string{"alone": "", "b": "import c", "c": "def thing"})
	ix := NewIndex(nil, g, nil)
	if ranked := rank(t, ix, Query{Targets: []int32{node(g, "alone")}}, DefaultWeights()); len(ranked) != 1 {
		t.Errorf("ranked:\n%s", lines(ranked))
	}
	if ranked := rank(t, ix, Query{Targets: []int32{node(g, "alone")}}, all()); len(ranked) != 3 {
		t.Errorf("with no least relevance:\n%s", lines(ranked))
	}
}

func TestUnknownEvidenceIsNotCounted(t *testing.T) {
	g := plainGraph(map[string]string{"a": "import b", "b": "import c", "c": ""})
	ix := NewIndex(nil, g, nil)
	for _, w := range []Weights{{Structure: 1}, {Structure: 0.6, History: 5}} {
		if s := byPath(rank(t, ix, Query{Targets: []int32{0}}, w))["b"].Score; s != 1 {
			t.Errorf("with %+v the best file scores %g", w, s)
		}
	}
	if s := byPath(rank(t, ix, Query{Targets: []int32{0}}, Weights{}))["b"].Score; s != 0 {
		t.Errorf("without any weight the best file scores %g", s)
	}
}

func TestRankIsCancelled(t *testing.T) {
	g := randomGraph(rand.New(rand.NewPCG(1, 1)), 500, 4)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, q := range []Query{{}, {Targets: []int32{1}}, {Task: "f0000012"}} {
		if _, err := NewIndex(nil, g, nil).Rank(ctx, q, DefaultWeights()); !errors.Is(err, context.Canceled) {
			t.Errorf("%+v: %v", q, err)
		}
	}
}

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
