package rank

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

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

// Where nothing is asked, what people work on comes before what is merely depended on.
func TestNothingAskedIsWork(t *testing.T) {
	g := plainGraph(map[string]string{"core": "import errors\nwords", "errors": "words", "web": "import errors\nwords", "test_core": "import core\nwords"})
	var commits []Commit
	for range 20 {
		commits = append(commits, Commit{Paths: []string{"core", "test_core"}})
	}
	ranked := rank(t, NewIndex(nil, g, NewHistory(commits)), Query{}, DefaultWeights())
	if got := ranked[0]; got.Path != "core" || strings.Join(got.Reasons, ", ") != "depended on by 1 file, changed in 20 commits" {
		t.Errorf("first: %+v", got)
	}
	if got := ranked[1].Path; got != "errors" {
		t.Errorf("second: %s", got)
	}
	w := DefaultWeights()
	w.History = 0
	if got := rank(t, NewIndex(nil, g, NewHistory(commits)), Query{}, w)[0].Path; got != "errors" {
		t.Errorf("without history: %s", got)
	}
}

// A long file is not one that people work on where no commit says so.
func TestLengthAloneIsNoWork(t *testing.T) {
	g := plainGraph(map[string]string{"core": "words", "registers": strings.Repeat("words\n", 500), "web": "import core\nwords"})
	want := rank(t, NewIndex(nil, g, nil), Query{}, DefaultWeights())
	large := Commit{Paths: make([]string, maxCommitFiles+1)}
	if got := rank(t, NewIndex(nil, g, NewHistory([]Commit{large})), Query{}, DefaultWeights()); !reflect.DeepEqual(got, want) {
		t.Errorf("one large commit: %+v\nwant %+v", got, want)
	}
	small := Commit{Paths: []string{"core"}}
	if got := rank(t, NewIndex(nil, g, NewHistory([]Commit{small})), Query{}, DefaultWeights()); got[0].Path != "core" {
		t.Errorf("one small commit: %+v", got)
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

// With a part of a target in question it is that part's words which lead to its kin, not all of the file's.
func TestWordsOfThePartInQuestion(t *testing.T) {
	lib := library{
		"target.x": "# target\ndef post\n ledgerEntry voucherCode\ndef ship\n parcelLabel courierName\n",
		"ledger.x": "# ledger\ndef keep\n ledgerEntry voucherCode\n",
		"parcel.x": "# parcel\ndef send\n parcelLabel courierName\n",
		"none.x":   "# none\n",
	}
	ix := NewIndex(nil, lib.graph(), nil)
	target := node(ix.Graph(), "target.x")
	for _, tt := range []struct{ in, best, other string }{{"ledgerEntry", "ledger.x", "parcel.x"}, {"courierName", "parcel.x", "ledger.x"}} {
		at := uint32(strings.Index(lib["target.x"], tt.in))
		ranked := byPath(rank(t, ix, Query{Targets: []int32{target}, Parts: []Part{{target, analysis.Span{Start: at, End: at}}}}, all()))
		if best, other := ranked[tt.best].Lexical, ranked[tt.other].Lexical; other > best/2 {
			t.Errorf("with the part that has %s, %s has %g and %s %g", tt.in, tt.best, best, tt.other, other)
		}
	}
	ranked := byPath(rank(t, ix, Query{Targets: []int32{target}, Parts: []Part{{target, analysis.Span{Start: 1, End: 1}}}}, all()))
	if ledger, parcel := ranked["ledger.x"].Lexical, ranked["parcel.x"].Lexical; ledger == 0 || parcel == 0 {
		t.Errorf("with a part outside of definitions ledger.x has %g and parcel.x %g", ledger, parcel)
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

// A test counts as what a task is about whose title names it; further lines name tests for what they fail with.
func TestTestsThatATitleNames(t *testing.T) {
	g := plainGraph(map[string]string{"quota": "def Quota", "quota_test": "def QuotaRig\nimport quota Quota", "limit_test": "def Quota"})
	ix := NewIndex(nil, g, nil)
	for text, want := range map[string]bool{
		"`QuotaRig` needs other settings":      true,
		"quota_test.py is slow":                true,
		"`Quota` is wrong\n\n`QuotaRig` fails": false,
		"`Quota` is wrong":                     false, // which is no name of a test alone
	} {
		ranked := byPath(rank(t, ix, Query{Task: text}, all()))
		for p, is := range map[string]bool{"quota_test": want, "limit_test": strings.HasPrefix(text, "quota_test")} {
			if got := !slices.Contains(ranked[p].Reasons, "counts for less: it is a test, and the task is not about tests"); got != is || ranked[p].IdleTest == is {
				t.Errorf("%q: %s counts in full: %t, idle: %t", text, p, got, ranked[p].IdleTest)
			}
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

// A file that is just begun has no ties: its neighbours show what its like is made of.
func TestUntiedTargetLeadsToItsNeighbours(t *testing.T) {
	g := plainGraph(map[string]string{
		"src/store/redis_cache": "def RedisCache", "src/store/disk_cache": "def DiskCache", "src/store/fresh": "def Fresh", "src/lone/fresh": "def Other",
		"src/web/page": "def Page fresh", "src/web/form": "def Form", "src/base": "def Base",
	})
	for target, want := range map[string][]string{
		"src/store/fresh": {"src/store/disk_cache", "src/store/redis_cache"},
		"src/lone/fresh":  {"src/base"}, // nothing else lies in its own directory
	} {
		ranked := byPath(rank(t, NewIndex(nil, g, nil), Query{Targets: []int32{node(g, target)}}, all()))
		for _, p := range want {
			if r := ranked[p]; !slices.Contains(r.Reasons, "lies near fresh") || r.Score <= ranked["src/web/form"].Score {
				t.Errorf("%s: %s is %+v", target, p, r)
			}
		}
	}
}

func TestPhantomTargetInANewFolder(t *testing.T) {
	g := plainGraph(map[string]string{"src/a": "def Alpha", "src/web/redis": "def Redis", "src/web/http": "def Http"})
	ranked := byPath(rank(t, NewIndex(nil, g, nil), Query{Phantom: []string{"src/store/redis_cache/pool"}}, all()))
	if want := "lies near pool"; !slices.Contains(ranked["src/a"].Reasons, want) {
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
	g := plainGraph(map[string]string{"one": "import other", "other": "", "b": "def bolt", "c": "def thing"})
	ix := NewIndex(nil, g, nil)
	if ranked := rank(t, ix, Query{Targets: []int32{node(g, "one")}}, DefaultWeights()); len(ranked) != 2 {
		t.Errorf("ranked:\n%s", lines(ranked))
	}
	if ranked := rank(t, ix, Query{Targets: []int32{node(g, "one")}}, all()); len(ranked) != 4 {
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
