package rank

import (
	"fmt"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestWork(t *testing.T) {
	g := plainGraph(map[string]string{"hot": "x\n", "old": "x\n", "still": "x\n", "long": "x\n" + "y\ny\ny\n" + "y\ny\ny\ny\n" + "y\ny\ny\ny\n" + "y\ny\ny\ny\n", "test_hot": "x\n", "empty": ""})
	bulk := Commit{Time: 400 * day, Paths: []string{"still"}}
	for i := range maxCommitFiles {
		bulk.Paths = append(bulk.Paths, fmt.Sprintf("other%d", i))
	}
	h := NewHistory([]Commit{{Time: 400 * day, Paths: []string{"hot", "test_hot", "gone"}}, bulk, {Time: 400 * day, Paths: []string{"hot"}}, {Time: 35 * day, Paths: []string{"old"}}})
	want := map[string]float64{"hot": 3, "old": 1.5, "still": 1, "long": 2, "test_hot": 0, "empty": 0} // long has 16 lines
	got := map[string]float64{}
	for n, w := range NewIndex(nil, g, h).Work() {
		got[g.Path(int32(n))] = math.Round(w*1e9) / 1e9
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	for n, w := range NewIndex(nil, g, nil).Work() {
		if p := g.Path(int32(n)); p == "hot" && w != 1 || p == "test_hot" && w != 0 {
			t.Errorf("without a history the work on %s is %g", p, w)
		}
	}
}

func TestMapScores(t *testing.T) {
	g := plainGraph(map[string]string{"a": "import b", "b": "", "c": ""})
	ix := NewIndex(nil, g, nil)
	some := ix.MapScores([]Ranked{{Node: 2, Score: 0.1}})
	if some[2] != 1.1 || !(some[1] > some[0]) || some[1] != ix.Importance()[1] {
		t.Errorf("scores of a ranking of one: %v", some)
	}
	every := ix.MapScores([]Ranked{{Node: 2, Score: 0.1}, {Node: 0, Score: 1}, {Node: 1}})
	if diff := cmp.Diff([]float64{1, 0, 0.1}, every); diff != "" {
		t.Error(diff)
	}
}

func TestAside(t *testing.T) {
	g := plainGraph(map[string]string{"a": "x\n", "test_a": "x\n", "examples/use": "x\n", "vendor/lib/b": "x\n"})
	aside := func(q Query) (paths []string) {
		for n, is := range NewIndex(nil, g, nil).Aside(q) {
			if is {
				paths = append(paths, g.Path(int32(n)))
			}
		}
		return paths
	}
	node := func(path string) int32 { n, _ := g.Node(path); return n }
	for _, tt := range []struct {
		q    Query
		want []string
	}{
		{Query{Task: "prices are wrong"}, []string{"examples/use", "test_a", "vendor/lib/b"}},
		{Query{Task: "add tests for prices"}, []string{"examples/use", "vendor/lib/b"}},
		{Query{Task: "prices are wrong", Targets: []int32{node("examples/use")}}, []string{"test_a", "vendor/lib/b"}},
	} {
		if diff := cmp.Diff(tt.want, aside(tt.q)); diff != "" {
			t.Errorf("%+v: %s", tt.q, diff)
		}
	}
	only := plainGraph(map[string]string{"test_a": "x\n"})
	if got := NewIndex(nil, only, nil).Aside(Query{Task: "prices are wrong"}); got != nil {
		t.Errorf("everything is aside: %v", got)
	}
}
