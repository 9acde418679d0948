package rank

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestCycles(t *testing.T) {
	for name, c := range map[string]struct {
		files map[string]string
		want  []string
	}{
		"nothing":            {nil, nil},
		"a line":             {map[string]string{"a": "import b", "b": "import c", "c": ""}, nil},
		"itself":             {map[string]string{"a": "import a"}, nil},
		"two":                {map[string]string{"a": "import b", "b": "import a", "c": "import a"}, []string{"a b"}},
		"the largest first":  {map[string]string{"a": "import b", "b": "import a", "x": "import y", "y": "import z", "z": "import x"}, []string{"x y z", "a b"}},
		"equal ones by path": {map[string]string{"a": "import d", "d": "import a", "b": "import c", "c": "import b"}, []string{"a d", "b c"}},
		"two that touch":     {map[string]string{"a": "import b", "b": "import a\nimport c", "c": "import d", "d": "import c"}, []string{"a b", "c d"}},
		"two that meet":      {map[string]string{"a": "import b", "b": "import a\nimport c", "c": "import b"}, []string{"a b c"}},
		"uses are none":      {map[string]string{"pkg/a": "def one\ntwo", "pkg/b": "def two\none"}, nil},
	} {
		g := plainGraph(c.files)
		var got []string
		for _, cycle := range NewIndex(nil, g, nil).Cycles() {
			var paths []string
			for _, n := range cycle {
				paths = append(paths, g.Path(n))
			}
			got = append(got, strings.Join(paths, " "))
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

// Two files are in one cycle when each can be reached from the other.
func TestCyclesAreWhatReachesItself(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		g := randomGraph(r, 1+r.IntN(80), 1+r.IntN(2))
		cycleOf := make([]int, g.Len())
		ix := NewIndex(nil, g, nil)
		cycles := ix.Cycles()
		for i, cycle := range cycles {
			for _, n := range cycle {
				cycleOf[n] = i + 1
			}
		}
		var from []distances
		for n := range int32(g.Len()) {
			from = append(from, importSteps(g.Len(), []int32{n}, g.Out))
		}
		for a := range g.Len() {
			alone := true
			for b := range g.Len() {
				together := a != b && from[a].steps[b] >= 0 && from[b].steps[a] >= 0
				if alone = alone && !together; a != b && together != (cycleOf[a] > 0 && cycleOf[a] == cycleOf[b]) {
					t.Fatalf("%s and %s reach each other: %t; cycles %v", g.Path(int32(a)), g.Path(int32(b)), together, cycles)
				}
			}
			if alone != (cycleOf[a] == 0) {
				t.Fatalf("%s is in no cycle: %t; cycles %v", g.Path(int32(a)), alone, cycles)
			}
		}
		if !slices.IsSortedFunc(cycles, func(a, b []int32) int { return len(b) - len(a) }) {
			t.Fatalf("not by size: %v", cycles)
		}
	})
}

func TestCyclesOfAnEarlierGraph(t *testing.T) {
	before := NewIndex(nil, plainGraph(map[string]string{"a": "import b", "b": "import a"}), nil)
	after := NewIndex(before, plainGraph(map[string]string{"a": "import b", "b": ""}), nil)
	if len(before.Cycles()) != 1 || len(after.Cycles()) != 0 {
		t.Errorf("before %v, after %v", before.Cycles(), after.Cycles())
	}
}

func BenchmarkCycles(b *testing.B) {
	g := randomGraph(rand.New(rand.NewPCG(1, 1)), 3400, 4) // like django's
	for b.Loop() {
		importCycles(g)
	}
}
