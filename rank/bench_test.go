package rank

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/rank/task"
)

func BenchmarkPageRank(b *testing.B) {
	for _, nodes := range []int{10_000, 100_000} {
		g := randomGraph(rand.New(rand.NewPCG(1, 1)), nodes, 4)
		m, walk := NewMatrix(g), newWalk(g)
		seeds := []Seed{{5, 1}, {int32(nodes / 2), 1}}
		b.Run(fmt.Sprintf("global/%d", nodes), func(b *testing.B) {
			for b.Loop() {
				PageRank(context.Background(), m, nil, damping, globalTolerance)
			}
		})
		b.Run(fmt.Sprintf("walk/%d", nodes), func(b *testing.B) {
			for b.Loop() {
				PageRank(context.Background(), walk, seeds, walkDamping, walkTolerance)
			}
		})
		b.Run(fmt.Sprintf("local/%d", nodes), func(b *testing.B) {
			local := newLocalWalk(g)
			for b.Loop() {
				localPageRank(context.Background(), local, seeds, walkDamping, localThreshold)
			}
		})
	}
}

// folder is a graph of generated files: 3,000 of 250 different words and 20 symbols each, as in a large
// repository, and ten changes to it.
func folder() (g *analysis.Graph, changed []*analysis.Graph) {
	r := rand.New(rand.NewPCG(3, 3))
	files := randomFiles(r, 3000, 4)
	zipf := rand.NewZipf(r, 1.1, 4, 40_000)
	word := func() string {
		return fmt.Sprintf("word%c%c%d", 'a'+zipf.Uint64()%26, 'a'+zipf.Uint64()%26, zipf.Uint64())
	}
	fill := func(f *analysis.Facts) {
		var b strings.Builder
		for range 700 {
			b.WriteString(word() + " ")
		}
		f.Terms = analysis.Terms([]byte(b.String()))
		for range 20 {
			f.Symbols = append(f.Symbols, analysis.Symbol{Name: word()})
		}
	}
	for n := range files {
		fill(files[n].Facts.Get())
	}
	g = linkPlain(nil, files)
	for i := range 10 {
		next, facts := slices.Clone(files), *files[i].Facts.Get()
		facts.Symbols = slices.Clone(facts.Symbols[:1])
		fill(&facts)
		next[i].Facts = analysis.Known(&facts)
		changed = append(changed, linkPlain(g, next))
	}
	return g, changed
}

const benchTask = "Sessions time out too early when `wordaa3` is called by wordab1.wordba2 in pkg003/f0000312.\n\n" +
	"ValueError: wordca5 of wordac7 must not be wordbb1\n\nExpected the session to live as long as worda12 says, but wordaa0 ends it."

func BenchmarkRank(b *testing.B) {
	g, changed := folder()
	q := Query{Targets: []int32{1234}, Task: benchTask}
	ix := NewIndex(nil, g, nil)
	if _, err := ix.Rank(b.Context(), q, DefaultWeights()); err != nil {
		b.Fatal(err)
	}
	b.Run("warm", func(b *testing.B) {
		for b.Loop() {
			ix.Rank(b.Context(), q, DefaultWeights())
		}
	})
	b.Run("everything", func(b *testing.B) {
		w := DefaultWeights()
		w.MinRelevance = 0
		for b.Loop() {
			ix.Rank(b.Context(), Query{Targets: q.Targets, Task: q.Task}, w)
		}
	})
	b.Run("after an edit", func(b *testing.B) {
		known := ix
		for i := 0; b.Loop(); i++ {
			known = NewIndex(known, changed[i%len(changed)], nil)
			known.Rank(b.Context(), q, DefaultWeights())
		}
	})
	b.Run("fresh index", func(b *testing.B) {
		for b.Loop() {
			NewIndex(nil, g, nil)
		}
	})
}

func BenchmarkSearch(b *testing.B) {
	g, _ := folder()
	l := NewLexical(nil, g)
	read := task.Read(benchTask)
	b.Logf("%d postings in %d buckets", len(l.base.list), len(l.base.start))
	b.Run("task", func(b *testing.B) {
		for b.Loop() {
			l.score(b.Context(), l.terms(read.Words))
		}
	})
	b.Run("telling", func(b *testing.B) {
		for b.Loop() {
			l.telling(77, nil, 1)
		}
	})
}

func BenchmarkHistory(b *testing.B) {
	r := rand.New(rand.NewPCG(4, 4))
	var commits []Commit
	for i := range 2000 {
		c := Commit{Time: int64(1e9 - 40000*i), Subject: fmt.Sprintf("Fix the word%d of some word%d in part %c", r.IntN(50), r.IntN(500), 'a'+i%26)}
		for range 1 + r.IntN(6) {
			c.Paths = append(c.Paths, fmt.Sprintf("f%d", r.IntN(1+r.IntN(3000))))
		}
		commits = append(commits, c)
	}
	h := NewHistory(commits)
	b.Run("new", func(b *testing.B) {
		for b.Loop() {
			NewHistory(commits)
		}
	})
	b.Run("resembling", func(b *testing.B) {
		words := task.Read("word12 and word345 in the part are wrong").Words
		for b.Loop() {
			h.Resembling(h.Alike(words))
		}
	})
	b.Run("related", func(b *testing.B) {
		for b.Loop() {
			h.Related([]string{"f0"}, Likeness{})
		}
	})
}
