package rank

import (
	"cmp"
	"slices"

	"gonum.org/v1/gonum/graph"
	"gonum.org/v1/gonum/graph/iterator"
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

// importGraph has a graph's imports as gonum reads them: nodes, and where each leads. Its own graphs would bring the
// matrices of gonum along, two megabytes of the program.
type importGraph struct {
	graph.Directed // nothing else of it is read
	of             *analysis.Graph
}

func (g importGraph) Nodes() graph.Nodes {
	all := make([]graph.Node, g.of.Len())
	for n := range all {
		all[n] = fileNode(n)
	}
	return iterator.NewOrderedNodes(all)
}

func (g importGraph) From(id int64) graph.Nodes {
	var to []graph.Node
	for _, e := range g.of.Out(int32(id)) {
		if e.Import { // no edge leads back to its own file
			to = append(to, fileNode(e.To))
		}
	}
	return iterator.NewOrderedNodes(to)
}

type fileNode int32

func (n fileNode) ID() int64 { return int64(n) }

func importCycles(g *analysis.Graph) [][]int32 {
	var cycles [][]int32
	for _, component := range topo.TarjanSCC(importGraph{of: g}) {
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
