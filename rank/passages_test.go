package rank

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/contextls/contextls/analysis"
)

// passagesOf are a file's definitions and what stands before them.
func passagesOf(ix *Index, n int32, text string) []Passage {
	symbols := ix.symbols(n)
	line := func(offset uint32) int { return strings.Count(text[:offset], "\n") }
	out := []Passage{{Last: line(symbols[0].Range.Start) - 1, Prelude: true}}
	for i := range symbols {
		out = append(out, Passage{First: line(symbols[i].Range.Start), Last: line(symbols[i].Range.End - 1), Symbol: &symbols[i]})
	}
	return out
}

// What the task speaks of, names, or shares with a target has better odds than what is beside it.
func TestPassages(t *testing.T) {
	lib := library{
		"lib.x":  "# lib\ndef save\n write cookie to disk\ndef load\n read cookie from disk\ndef sum\n add prices up\n",
		"user.x": "# user\ndef main\n pricelist totalprice\n",
		"test.x": "# test\ndef save\n write cookie to disk\ndef other\n nothing\n",
	}
	ix := NewIndex(nil, lib.graph(), nil)
	node := func(path string) int32 {
		n, _ := ix.Graph().Node(path)
		return n
	}
	odds := func(q Query, path string, place int) []float64 {
		p, err := ix.Passages(t.Context(), q, NewTexts(), lib.text)
		if err != nil {
			t.Fatal(err)
		}
		n := node(path)
		return p.Odds(t.Context(), []Cut{{File: Ranked{Node: n, Path: path, Score: 0.5, Relationship: LexicalMatch}, Place: place, Text: lib[path],
			Passages: passagesOf(ix, n, lib[path])}})[0]
	}
	const save, load, sum = 1, 2, 3
	for _, c := range []struct {
		name   string
		q      Query
		better int
	}{
		{"words", Query{Task: "reading a cookie fails"}, load},
		{"other words", Query{Task: "prices add up wrongly"}, sum},
		{"a name in code form", Query{Task: "`save()` is slow"}, save},
	} {
		o := odds(c.q, "lib.x", 0)
		if best := slices.Max(o); o[c.better] != best {
			t.Errorf("%s: the odds are %v", c.name, o)
		}
	}
	if near, far := odds(Query{Task: "cookie"}, "lib.x", 0), odds(Query{Task: "cookie"}, "lib.x", 9); near[save] <= far[save] {
		t.Errorf("a place further back: %v and %v", near, far)
	}
	for _, o := range odds(Query{}, "lib.x", 0) {
		if o <= 0 {
			t.Errorf("odds of %v", o)
		}
	}
	lib["near.x"] = "# near\ndef one\n pricelist totalprice\ndef two\n somewhere elsewhere\n"
	ix = NewIndex(nil, lib.graph(), nil)
	if o := odds(Query{Task: "x", Targets: []int32{node("user.x")}}, "near.x", 1); o[1] <= o[2] {
		t.Errorf("what shares names with the target has no better odds: %v", o)
	}
	lib["said.x"] = "# said\ndef one\n // of a cookie\n // on disk\ndef two\n of a cookie\n on disk\n"
	ix = NewIndex(nil, lib.graph(), nil)
	if o := odds(Query{Task: "cookie"}, "said.x", 0); o[1] >= o[2] {
		t.Errorf("what is mostly comment is no less likely to be touched: %v", o)
	}
}

// Where a task renames what it names, what uses that is likelier, and what only has the same words is not.
func TestPassagesReworked(t *testing.T) {
	lib := library{
		"lib.x":  "# lib\ndef CookieJar\n something\n",
		"user.x": "# user\ndef one\n CookieJar\ndef two\n cookie jar\n",
	}
	ix := NewIndex(nil, lib.graph(), nil)
	n, _ := ix.Graph().Node("user.x")
	odds := func(task string) []float64 {
		p, err := ix.Passages(t.Context(), Query{Task: task}, NewTexts(), lib.text)
		if err != nil {
			t.Fatal(err)
		}
		return p.Odds(t.Context(), []Cut{{File: Ranked{Node: n, Path: "user.x", Score: 0.5, Relationship: LexicalMatch}, Text: lib["user.x"],
			Passages: passagesOf(ix, n, lib["user.x"])}})[0]
	}
	asked, renamed := odds("Open CookieJar"), odds("Rename CookieJar")
	if one, two := renamed[1]/asked[1], renamed[2]/asked[2]; one < 2 || two > 1.5 {
		t.Errorf("by being renamed its use is %v times as likely, its words %v times", one, two)
	}
}

// Tests that a file has of itself stand behind what they test, where the query is not about tests.
func TestPassagesOfOwnTests(t *testing.T) {
	lib := library{"fold.x": "# fold\ndef fold\n write cookie to disk\ndef tests\n def folds\n  write cookie to disk\n"}
	ix := NewIndex(nil, lib.graph(), nil)
	p, err := ix.Passages(t.Context(), Query{Task: "writing a cookie fails"}, NewTexts(), lib.text)
	if err != nil {
		t.Fatal(err)
	}
	odds := func(idle bool) []float64 {
		return p.Odds(t.Context(), []Cut{{File: Ranked{Path: "fold.x", Score: 0.5, Relationship: LexicalMatch, IdleTests: idle}, Text: lib["fold.x"],
			Passages: passagesOf(ix, 0, lib["fold.x"])}})[0]
	}
	const fold, folds = 1, 3
	if asked, aside := odds(false), odds(true); aside[folds] > asked[folds]/2 || aside[folds] >= aside[fold] {
		t.Errorf("odds of what is tested and of the test: %v, %v; asked for tests: %v, %v", aside[fold], aside[folds], asked[fold], asked[folds])
	}
}

// The same match says less where passages of other files match better.
func TestPassagesAmongBetterOnes(t *testing.T) {
	lib := library{
		"lib.x":    "# lib\ndef one\n the cookie of it" + padding,
		"better.x": "# better\n" + strings.Repeat("def cookie\n cookie jar\n", 3),
		"worse.x":  "# worse\n" + strings.Repeat("def other\n something else\n", 3),
	}
	ix := NewIndex(nil, lib.graph(), nil)
	p, err := ix.Passages(t.Context(), Query{Task: "cookie jar"}, NewTexts(), lib.text)
	if err != nil {
		t.Fatal(err)
	}
	beside := func(other string, place int) float64 {
		var cuts []Cut
		for i, path := range []string{"lib.x", other} {
			n, _ := ix.Graph().Node(path)
			cuts = append(cuts, Cut{File: Ranked{Node: n, Path: path, Score: 0.5}, Place: i * place, Text: lib[path], Passages: passagesOf(ix, n, lib[path])})
		}
		return p.Odds(t.Context(), cuts)[0][1]
	}
	if better, worse := beside("better.x", 1), beside("worse.x", 1); better >= worse {
		t.Errorf("odds of %v beside better matches, of %v beside worse ones", better, worse)
	}
	if far, worse := beside("better.x", kinFiles), beside("worse.x", 1); far != worse {
		t.Errorf("odds of %v beside better matches far behind, of %v beside none", far, worse)
	}
}

// What past commits wrote, lately or in words like the task's, has better odds than what stands beside it.
func TestPassagesWritten(t *testing.T) {
	lib := library{"lib.x": "# lib\ndef one\n alpha beta gamma\ndef two\n delta epsilon zeta\ndef three\n eta theta iota\n"}
	const one, two, three = 1, 2, 3
	hash := func(line string) map[string][]uint32 { return map[string][]uint32{"lib.x": {analysis.HashLine(line)}} }
	commits := []Commit{
		{Subject: "tidy up", Paths: []string{"lib.x"}, Lines: hash("delta epsilon zeta")},
		{Subject: "round prices", Paths: []string{"lib.x"}, Lines: hash("eta theta iota")},
	}
	judgeBy := func(history *History, task string) []float64 {
		ix := NewIndex(nil, lib.graph(), history)
		p, err := ix.Passages(t.Context(), Query{Task: task}, NewTexts(), lib.text)
		if err != nil {
			t.Fatal(err)
		}
		return p.Odds(t.Context(), []Cut{{File: Ranked{Path: "lib.x", Score: 0.5}, Text: lib["lib.x"], Passages: passagesOf(ix, 0, lib["lib.x"])}})[0]
	}
	judge := func(task string) []float64 { return judgeBy(NewHistory(commits), task) }
	if o := judge("nothing of it"); o[two] <= o[three] || o[three] <= o[one] {
		t.Errorf("the odds of what was written last, before that and never are %v", o[one:])
	}
	if o := judge("prices are not round"); o[three] <= o[two] {
		t.Errorf("a commit that reads like the task wrote the third definition, and the odds are %v", o[one:])
	}
	without := slices.Clone(commits)
	for i := range without {
		without[i].Lines = nil
	}
	asked := 0
	later := NewHistory(without)
	later.LearnLines(func(context.Context) ([]Commit, bool) {
		if asked++; asked == 1 { // it takes too long
			return nil, false
		}
		return commits, true
	})
	task := "prices are not round"
	if diff := gocmp.Diff(judgeBy(NewHistory(without), task), judgeBy(later, task)); diff != "" {
		t.Errorf("before the lines are known:\n%s", diff)
	}
	for range 2 {
		if diff := gocmp.Diff(judge(task), judgeBy(later, task)); diff != "" || asked != 2 {
			t.Errorf("with lines learned later, asked for %d times:\n%s", asked, diff)
		}
	}
}

// What shares rare names with the likeliest passages, in whatever file, or uses or defines what they do, is
// likelier.
func TestPassagesKin(t *testing.T) {
	lib := library{
		"lib.x":   "# lib\ndef refund\n refund customer ledgerEntry voucherCode\n",
		"other.x": "# other\ndef akin\n ledgerEntry voucherCode\ndef caller\n refund\ndef stranger\n something unrelated\n" + strings.Repeat("def more\n further things\n", 20),
	}
	ix := NewIndex(nil, lib.graph(), nil)
	p, err := ix.Passages(t.Context(), Query{Task: "refund the customer"}, NewTexts(), lib.text)
	if err != nil {
		t.Fatal(err)
	}
	cut := func(path string, place int) Cut {
		n, _ := ix.Graph().Node(path)
		return Cut{File: Ranked{Node: n, Path: path, Score: 0.5}, Place: place, Text: lib[path], Passages: passagesOf(ix, n, lib[path])}
	}
	const akin, stranger = 1, 3
	o := p.Odds(t.Context(), []Cut{cut("lib.x", 0), cut("other.x", 1)})[1]
	alone := p.Odds(t.Context(), []Cut{cut("other.x", 1)})[0]
	if o[akin]/o[stranger] <= alone[akin]/alone[stranger] {
		t.Errorf("beside the likeliest passage the odds are %v, without it %v", o, alone)
	}
}

// What uses or is used by what is in question of a target, is akin to it, or stands near to it, is likelier than without a part in question.
func TestPassagesInQuestion(t *testing.T) {
	lib := library{
		"lib.x":  "# lib\ndef refund\n checkVoucher ledgerEntry\ndef near\n nothing\n" + strings.Repeat("def more\n further things\n", 60) + "def farther\n nothing\n",
		"user.x": "# user\ndef caller\n refund\ndef akin\n ledgerEntry\ndef checkVoucher\n nothing\ndef stranger\n unrelated\n",
	}
	ix := NewIndex(nil, lib.graph(), nil)
	n, _ := ix.Graph().Node("lib.x")
	for _, task := range []string{"", "do something"} {
		judged := func(parts ...Part) (own, other []float64) {
			p, err := ix.Passages(t.Context(), Query{Task: task, Targets: []int32{n}, Parts: parts}, NewTexts(), lib.text)
			if err != nil {
				t.Fatal(err)
			}
			var cuts []Cut
			for place, path := range []string{"lib.x", "user.x"} {
				n, _ := ix.Graph().Node(path)
				cuts = append(cuts, Cut{File: Ranked{Node: n, Path: path, Score: 0.5}, Place: place, Text: lib[path], Passages: passagesOf(ix, n, lib[path])})
			}
			odds := p.Odds(t.Context(), cuts)
			return odds[0], odds[1]
		}
		at := uint32(strings.Index(lib["lib.x"], "checkVoucher"))
		own, other := judged()
		ownNow, otherNow := judged(Part{Node: n, Bytes: analysis.Span{Start: at, End: at}})
		const caller, akin, defined, stranger, near = 1, 2, 3, 4, 2
		for what, i := range map[string]int{"its caller": caller, "what is akin": akin, "what it uses": defined} {
			if gain, none := otherNow[i]/other[i], otherNow[stranger]/other[stranger]; gain <= none {
				t.Errorf("task %q: %s is %.2f times likelier, what has nothing to do with it %.2f times", task, what, gain, none)
			}
		}
		far := len(own) - 1
		if gain, less := ownNow[near]/own[near], ownNow[far]/own[far]; gain <= less {
			t.Errorf("task %q: what is near is %.2f times likelier, what is far %.2f times", task, gain, less)
		}
	}
}

// What a file's passages are worth does not depend on how many files are judged with it: packs of all budgets
// take them in the same order.
func TestOddsOfMoreFiles(t *testing.T) {
	lib := library{}
	for i := range 30 {
		lib[fmt.Sprintf("f%02d.x", i)] = fmt.Sprintf("# f\ndef refund%d\n refund customer ledgerEntry voucher%d\ndef more%d\n further things\n", i, i%7, i)
	}
	ix := NewIndex(nil, lib.graph(), nil)
	p, err := ix.Passages(t.Context(), Query{Task: "refund the customer's voucher3"}, NewTexts(), lib.text)
	if err != nil {
		t.Fatal(err)
	}
	var cuts []Cut
	for place, path := range slices.Sorted(maps.Keys(lib)) {
		n, _ := ix.Graph().Node(path)
		cuts = append(cuts, Cut{File: Ranked{Node: n, Path: path, Score: 0.5}, Place: place, Text: lib[path], Passages: passagesOf(ix, n, lib[path])})
	}
	few, many := p.Odds(t.Context(), cuts[:14]), p.Odds(t.Context(), cuts)
	if diff := gocmp.Diff(few, many[:14]); diff != "" {
		t.Error(diff)
	}
}

// Where there is no time, nothing is judged.
func TestOddsOutOfTime(t *testing.T) {
	lib := library{"lib.x": "# lib\ndef refund\n refund customer\n"}
	ix := NewIndex(nil, lib.graph(), nil)
	p, err := ix.Passages(t.Context(), Query{Task: "refund"}, NewTexts(), lib.text)
	if err != nil {
		t.Fatal(err)
	}
	late, cancel := context.WithCancel(t.Context())
	cancel()
	cuts := []Cut{{File: Ranked{Path: "lib.x", Score: 0.5}, Text: lib["lib.x"], Passages: passagesOf(ix, 0, lib["lib.x"])}}
	if odds := p.Odds(late, cuts); odds != nil {
		t.Errorf("odds of %v", odds)
	}
}

// The likeliest are kept as a stable sort gives them.
func TestLikeliest(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	var kept shortlist
	var all []likely
	for i := range 200 {
		x := likely{passage: i, chance: float64(r.IntN(30)) / 30}
		all = append(all, x)
		kept.consider(x)
	}
	slices.SortStableFunc(all, func(a, b likely) int { return cmp.Compare(b.chance, a.chance) })
	if !slices.Equal(kept, all[:mostLikely]) {
		t.Errorf("%v, want %v", kept, all[:mostLikely])
	}
}

// Definitions are found across files, a container by its own lines.
func TestDefinitions(t *testing.T) {
	lib := library{
		"lib.x":  "# lib\ndef save\n write cookie to disk\ndef load\n read cookie from disk\n",
		"cart.x": "# cart\ndef total\n sum prices\ndef discount\n halve prices\n",
	}
	ix := NewIndex(nil, lib.graph(), nil)
	q := Query{Task: "discount halves prices twice"}
	ranked, err := ix.Rank(t.Context(), q, DefaultWeights())
	if err != nil {
		t.Fatal(err)
	}
	found, err := ix.Definitions(t.Context(), q, ranked, 2, NewTexts(), lib.text)
	if err != nil || len(found) != 2 {
		t.Fatalf("%v, %v", found, err)
	}
	best := found[0]
	if s := ix.symbol(best.Definition); s.Name != "discount" || best.Score < found[1].Score || best.Score <= 0 || best.Score > 1 {
		t.Errorf("the best is %s: %+v", s.Name, found)
	}
	if got := strings.Join(best.Reasons, "; "); !strings.Contains(got, "has the task's words discount") || !strings.HasSuffix(got, "is in the file of rank 1") {
		t.Errorf("reasons: %s", got)
	}
}

func TestOwnLines(t *testing.T) {
	text := "class A\n  doc\n  def b\n    x\n  def c\n    y\nend\n"
	at := func(s string) uint32 { return uint32(strings.Index(text, s)) }
	symbols := []analysis.Symbol{
		{Name: "A", Range: analysis.Span{End: uint32(len(text))}},
		{Name: "b", Range: analysis.Span{Start: at("def b"), End: at("  def c")}},
		{Name: "c", Range: analysis.Span{Start: at("def c"), End: at("end")}},
	}
	var got [][2]int
	for _, x := range ownLines(symbols, text) {
		got = append(got, [2]int{x.First, x.Last})
	}
	if want := [][2]int{{0, 1}, {2, 3}, {4, 5}}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}
