package engine

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/contextls/contextls/lsp/settings"
)

// Of much that is left out some of each reason is named, what was asked for and the best files among it, and all is counted.
func TestExcluded(t *testing.T) {
	files := map[string]string{".env": "PASSWORD=x", ".gitignore": "*.bin\n", "long/log.w": "alpha"}
	for i := range 200 {
		files[fmt.Sprintf("a%03d.w", i)] = strings.Repeat(fmt.Sprintf("word%d ", i), 50)
		files[fmt.Sprintf("b%03d.bin", i)] = "alpha"
	}
	_, f := folder(t, files)
	e, snap := New(settings.Default()), f.Snapshot()
	tokens := 300
	pack := func(all bool) *Pack {
		p, err := e.Pack(t.Context(), snap, PackRequest{Files: []Attached{{Path: filepath.Join(f.Root(), ".env")}}, Budget: Budget{Tokens: &tokens}, Scope: Scope{Exclude: []string{"long/**"}}, AllExcluded: all})
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	some, all := pack(false), pack(true)
	counts := map[string]int{}
	for _, x := range all.Excluded {
		counts[x.Reason]++
	}
	if len(all.Excluded) < 200 || fmt.Sprint(counts) != fmt.Sprint(all.ExcludedCounts) || fmt.Sprint(counts) != fmt.Sprint(some.ExcludedCounts) {
		t.Errorf("%d are named; they are %v, and are counted %v or %v", len(all.Excluded), counts, all.ExcludedCounts, some.ExcludedCounts)
	}
	if len(some.Excluded) != mostNamed || !slices.IsSortedFunc(some.Excluded, compareExcluded) {
		t.Errorf("%d are named, want %d in order: %v", len(some.Excluded), mostNamed, some.Excluded)
	}
	named := map[string]int{}
	for _, x := range some.Excluded {
		named[x.Reason]++
		if !slices.Contains(all.Excluded, x) {
			t.Errorf("%v is not left out", x)
		}
	}
	for reason, n := range counts { // each is of another kind
		if fair := mostNamed / len(counts); named[reason] < min(n, fair) {
			t.Errorf("%d of %d that are left out as %s are named, want %d", named[reason], n, reason, min(n, fair))
		}
	}
}

// In turn each kind of reason has its next one named: those in the lowest places first, then by path.
func TestSomeOf(t *testing.T) {
	var left []Excluded
	places := map[string]int{"a199": 1, "a198": 2, "s1": -1}
	for i := range 200 {
		left = append(left, Excluded{Path: fmt.Sprintf("a%03d", i), Reason: "over_budget"})
	}
	for i := range 100 { // reasons of one kind
		left = append(left, Excluded{Path: fmt.Sprintf("i%02d", i), Reason: fmt.Sprintf("ignored: %d/.gitignore", i)}, Excluded{Path: fmt.Sprintf("l%02d", i), Reason: fmt.Sprintf("link to %d", i)})
	}
	left = append(left, Excluded{Path: "b", Reason: "binary"}, Excluded{Path: "s0", Reason: "secret"}, Excluded{Path: "s1", Reason: "secret"})
	some := someOf(left, func(path string) int { return cmp.Or(places[path], 1000) })
	var got []string
	for _, x := range some {
		got = append(got, x.Path)
	}
	want := []string{"a198", "a199", "b", "s0", "s1"}
	for kind, n := range map[string]int{"a0%02d": 14, "i%02d": 16, "l%02d": 15} {
		for i := range n {
			want = append(want, fmt.Sprintf(kind, i))
		}
	}
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("named are %v, want %v", got, want)
	}
}
