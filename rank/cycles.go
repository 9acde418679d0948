package rank

import (
	"cmp"
	"slices"

	"gonum.org/v1/gonum/graph/simple"
	"gonum.org/v1/gonum/graph/topo"

	"github.com/contextls/contextls/analysis"
)

// Cycles are the groups of two or more files that import each other, directly or through others of the group: the
// strongly connected components of the imports. The largest comes first, equal ones by path; the files of each
// are by path. Not to be changed.
func (ix *Index) Cycles() [][]int32 { return ix.cycles().all }

// CycleOf is the group of Cycles that a file is in, nil if it is in none. Not to be changed.
func (ix *Index) CycleOf(n int32) []int32 { return ix.cycles().of[n] }

// cycles are those of a graph.
type cycles struct {
	all [][]int32
	of  map[int32][]int32 // by file
}

func newCycles(g *analysis.Graph) *cycles {
	c := &cycles{all: importCycles(g), of: map[int32][]int32{}}
	for _, cycle := range c.all {
		for _, n := range cycle {
			c.of[n] = cycle
		}
	}
	return c
}

func importCycles(g *analysis.Graph) [][]int32 {
	imports := simple.NewDirectedGraph()
	for n := range int32(g.Len()) {
		for _, e := range g.Out(n) {
			if e.Import { // no edge leads back to its own file
				imports.SetEdge(imports.NewEdge(simple.Node(n), simple.Node(e.To)))
			}
		}
	}
	var cycles [][]int32
	for _, component := range topo.TarjanSCC(imports) {
		if len(component) < 2 {
			continue
		}
		cycle := make([]int32, len(component))
		for i, n := range component {
			cycle[i] = int32(n.ID())
		}
		slices.Sort(cycle)
		cycles = append(cycles, cycle)
	}
	slices.SortFunc(cycles, func(a, b []int32) int { return cmp.Or(cmp.Compare(len(b), len(a)), cmp.Compare(a[0], b[0])) })
	return cycles
}
