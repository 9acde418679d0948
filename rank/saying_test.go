package rank

import (
	"cmp"
	"slices"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/rank/task"
)

// What the index says that files say is what their Facts say.
func TestSayingEqualsTerms(t *testing.T) {
	words := task.Read("# session http\n`http`, \"name\" httpserver, f7 and `absent` word other").Words
	rapid.Check(t, func(t *rapid.T) {
		var ix *Index
		for _, g := range states(t) {
			ix = NewIndex(ix, g, nil)
			terms := ix.lexical.terms(words)
			most := rapid.IntRange(1, 3).Draw(t, "most")
			var files []int32
			want := map[int32][]string{}
			for n := range int32(g.Len()) {
				if g.File(n).Facts == nil || !rapid.Bool().Draw(t, "asked") {
					continue
				}
				files = append(files, n)
				for _, w := range terms {
					_, found := slices.BinarySearchFunc(g.File(n).Facts.Get().Terms, w.hash, func(t analysis.Term, h uint32) int { return cmp.Compare(t.Hash, h) })
					if found && len(want[n]) < most && !repeats(want[n], w.text) {
						want[n] = append(want[n], w.text)
					}
				}
			}
			if diff := gocmp.Diff(want, ix.lexical.saying(terms, files, most)); diff != "" {
				t.Fatal(diff)
			}
		}
	})
}

func TestRepeats(t *testing.T) {
	for _, c := range []struct {
		listed []string
		word   string
		want   bool
	}{
		{nil, "header", false}, {[]string{"retry", "header"}, "headers", true}, {[]string{"headers"}, "header", true},
		{[]string{"retry"}, "retrymiddleware", true}, {[]string{"retry"}, "after", false},
	} {
		if got := repeats(c.listed, c.word); got != c.want {
			t.Errorf("repeats(%q, %q) = %v", c.listed, c.word, got)
		}
	}
}
