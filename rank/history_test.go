package rank

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/contextls/contextls/rank/task"
)

const day = 24 * 3600

func strengths(h *History, paths ...string) map[string]float64 {
	m := map[string]float64{}
	for _, c := range h.Related(paths, Likeness{}) {
		m[c.Path] = c.Strength
	}
	return m
}

func TestRelated(t *testing.T) {
	var bulk []string
	for i := range maxCommitFiles {
		bulk = append(bulk, fmt.Sprintf("bulk%d", i))
	}
	h := NewHistory([]Commit{
		{Time: 1000 * day, Paths: []string{"a", "pair"}},
		{Time: 1000 * day, Paths: []string{"a", "trio", "trio2"}},
		{Time: 1000*day - cochangeHalfLife*365*day, Paths: []string{"a", "old"}},
		{Time: 1000 * day, Paths: []string{"a", "often"}},
		{Time: 1000 * day, Paths: []string{"often", "a"}},
		{Time: 1000 * day, Paths: append([]string{"a"}, bulk...)},
		{Time: 1000 * day, Paths: []string{"lonely"}},
		{Time: 1000 * day, Paths: []string{"b", "c"}},
	})
	strength := func(evidence float64) float64 { return evidence / (evidence + cochangeHalf) }
	want := map[string]float64{
		"pair": strength(1), "trio": strength(1 / math.Sqrt2), "trio2": strength(1 / math.Sqrt2),
		"old": strength(0.5), "often": strength(2),
	}
	got := strengths(h, "a", "a", "unknown")
	if len(got) != len(want) {
		t.Errorf("related to a: %v, want %v", got, want)
	}
	for p, s := range want {
		if math.Abs(got[p]-s) > 1e-12 {
			t.Errorf("%s: strength %g, want %g", p, got[p], s)
		}
	}
	if list := h.Related([]string{"a"}, Likeness{}); list[0].Path != "often" || list[0].Commits != 2 || list[1].Path != "pair" || list[2].Path != "trio" {
		t.Errorf("order: %v", list)
	}
	if got := strengths(h, "a", "b", "often"); got["a"] != 0 || got["c"] == 0 {
		t.Errorf("related to a, b, often: %v", got)
	}
}

func TestResembling(t *testing.T) {
	h := NewHistory([]Commit{
		{Time: 3, Subject: "Round cents half even", Paths: []string{"money", "docs"}},
		{Time: 2, Subject: "Let invoices round their totals to the cent once they are sent", Paths: []string{"invoice"}},
		{Time: 1, Subject: "Style the login form", Paths: []string{"form", "money"}},
		{Time: 1, Subject: "", Paths: []string{"silent"}},
	})
	var got strings.Builder
	weight := map[string]float64{}
	for _, r := range h.Resembling(h.Alike(task.Read("cents are rounded wrongly: round half even").Words)) {
		fmt.Fprintf(&got, "%s %d %q\n", r.Path, r.Commits, r.Subject)
		weight[r.Path] = r.Weight
	}
	want := `docs 1 "Round cents half even"
invoice 1 "Let invoices round their totals to the cent once they are sent"
money 1 "Round cents half even"
`
	if diff := cmp.Diff(want, got.String()); diff != "" {
		t.Error(diff)
	}
	if !(weight["money"] == weight["docs"] && weight["money"] > weight["invoice"]) {
		t.Errorf("weights: %v", weight)
	}
	if got := h.Resembling(h.Alike(task.Read("nothing alike").Words)); len(got) != 0 {
		t.Errorf("of other words: %v", got)
	}
}

func TestCommitsThatReadLikeTheTaskTieMore(t *testing.T) {
	h := NewHistory([]Commit{
		{Time: 5000 * day, Subject: "Style the form", Paths: []string{"a", "recent"}},
		{Time: 0, Subject: "Round cents half even", Paths: []string{"a", "money"}},
		{Time: 0, Subject: "Speed up the start", Paths: []string{"a", "boot"}},
	})
	order := func(text string) (paths []string) {
		for _, c := range h.Related([]string{"a"}, h.Alike(task.Read(text).Words)) {
			paths = append(paths, c.Path)
		}
		return paths
	}
	for task, want := range map[string][]string{
		"cents are rounded wrongly": {"money", "recent", "boot"}, "the start is slow": {"boot", "recent", "money"}, "": {"recent", "boot", "money"},
	} {
		if diff := cmp.Diff(want, order(task)); diff != "" {
			t.Errorf("%q: %s", task, diff)
		}
	}
}

func TestOldCommitsResembleLess(t *testing.T) {
	h := NewHistory([]Commit{
		{Time: resemblanceHalfLife * 365 * day, Subject: "Round cents", Paths: []string{"now"}},
		{Time: 0, Subject: "Round cents", Paths: []string{"then"}},
	})
	got := h.Resembling(h.Alike(task.Read("round cents").Words))
	if len(got) != 2 || math.Abs(got[1].Weight/got[0].Weight-0.5) > 1e-12 {
		t.Errorf("half a life later: %v", got)
	}
}

func TestOnlyTheCommitsMostAlikeCount(t *testing.T) {
	var commits []Commit
	for i := range 2 * maxResembling {
		commits = append(commits, Commit{Subject: "round cents" + strings.Repeat(" and more", i), Paths: []string{fmt.Sprintf("f%02d", i)}})
	}
	got := NewHistory(commits).Resembling(NewHistory(commits).Alike(task.Read("round cents").Words))
	if len(got) != maxResembling || got[0].Path != "f00" || got[len(got)-1].Path != fmt.Sprintf("f%02d", maxResembling-1) {
		t.Errorf("%d files: %v", len(got), got)
	}
}

func TestNoHistoryIsNoEvidence(t *testing.T) {
	var none *History
	if got := none.Related([]string{"a"}, Likeness{}); got != nil {
		t.Errorf("without a history: %v", got)
	}
	if got := none.Resembling(none.Alike(task.Read("round cents").Words)); got != nil {
		t.Errorf("without a history: %v", got)
	}
	if got := NewHistory(nil).Resembling(NewHistory(nil).Alike(task.Read("round cents").Words)); len(got) != 0 {
		t.Errorf("of an empty history: %v", got)
	}
	if got := NewHistory(nil).Related([]string{"a"}, Likeness{}); len(got) != 0 {
		t.Errorf("of an empty history: %v", got)
	}
}

// What nearly every commit changes was changed together with everything.
func TestWhatAllCommitsChangeTiesLess(t *testing.T) {
	var commits []Commit
	for i := range 60 {
		paths := []string{"version", fmt.Sprintf("f%d", i)}
		if i < 2 {
			paths = []string{"version", "a", "partner"}
		}
		commits = append(commits, Commit{Time: int64(-i), Paths: paths})
	}
	got := NewHistory(commits).Related([]string{"a"}, Likeness{})
	if len(got) != 2 || got[0].Path != "partner" || got[1].Strength > got[0].Strength/2 {
		t.Errorf("a is tied to %v", got)
	}
}
