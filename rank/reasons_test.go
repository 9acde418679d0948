package rank

import (
	"context"
	"slices"
	"testing"
)

// TestReasonsAreTrue turns off, for each of the best files of each question of testdata/quality.txt, the signal
// that its first reason names: the file then stands lower, or where it stood when nothing else holds it up
// either; never higher.
func TestReasonsAreTrue(t *testing.T) {
	archive, graphs := qualityGraphs(t)
	files, lower := 0, 0
	for _, f := range archive.Files {
		g, ok := graphs[folderOf(f.Name)]
		if !ok {
			continue
		}
		q, _ := question(g, string(f.Data))
		ix := NewIndex(nil, g, nil)
		before := rank(t, ix, q, all())
		e, err := gather(context.Background(), ix, q)
		if err != nil {
			t.Fatal(err)
		}
		var nodes []int32
		for _, r := range before {
			nodes = append(nodes, r.Node)
		}
		a := newAnswer(e.fuse(DefaultWeights()), nodes)
		nodes = nodes[len(e.q.Targets):]
		for _, n := range nodes[:min(5, len(nodes))] {
			main := a.strongest(n)[0]
			if len(a.reasonsBy(main, n)) == 0 {
				continue // its seat in the graph, of which nothing can be told
			}
			w := all()
			*[]*float64{&w.Structure, &w.Text, &w.History}[main] = 0
			after := rank(t, ix, q, w)
			switch was, is := ahead(before, n), ahead(after, n); {
			case is < was:
				lower++
			case is > was:
				t.Errorf("%s: %s is ahead of %d files without %v, of %d with it", f.Name, g.Path(n), is, a.reasonsBy(main, n), was)
			}
			files++
		}
	}
	if files < 40 || lower < files/3 {
		t.Errorf("of %d files with a reason, %d fell without it", files, lower)
	}
}

// ahead is how many files, targets aside, a file is ranked above by its score.
func ahead(ranked []Ranked, n int32) (count int) {
	i := slices.IndexFunc(ranked, func(r Ranked) bool { return r.Node == n })
	for _, r := range ranked {
		if r.Relationship != Target && r.Score < ranked[i].Score {
			count++
		}
	}
	return count
}
