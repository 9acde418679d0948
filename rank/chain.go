package rank

import (
	"slices"

	"github.com/contextls/contextls/analysis"
)

// Chain is the shortest way from one of the files to another along imports, both ends included: each
// file imports the next. It is empty where there is none. Of ways of equal length it is the one that
// comes first by the files' numbers.
func (ix *Index) Chain(from []int32, to int32) []int32 {
	d := importSteps(ix.graph.Len(), from, ix.graph.Out)
	if d.steps[to] < 0 {
		return nil
	}
	var chain []int32
	for n := to; n >= 0; n = d.via[n] {
		chain = append(chain, n)
	}
	slices.Reverse(chain)
	return chain
}

// distances are the import steps from the nearest of some files, by node.
type distances struct {
	steps []int32 // -1: unreachable
	via   []int32 // the node before on the way, -1 at its beginning
}

// importSteps walks breadth first along the edges that are imports. Nodes are visited by distance, then
// by the way that leads to them, so equal input gives equal ways.
func importSteps(nodes int, from []int32, edges func(int32) []analysis.Edge) distances {
	d := distances{make([]int32, nodes), make([]int32, nodes)}
	for n := range d.steps {
		d.steps[n], d.via[n] = -1, -1
	}
	queue := slices.Sorted(slices.Values(from))
	for _, n := range queue {
		d.steps[n] = 0
	}
	for i := 0; i < len(queue); i++ {
		n := queue[i]
		for _, e := range edges(n) {
			if e.Import && d.steps[e.To] < 0 {
				d.steps[e.To], d.via[e.To] = d.steps[n]+1, n
				queue = append(queue, e.To)
			}
		}
	}
	return d
}
