package analysis

import (
	"cmp"
	"slices"
)

// fewRows is the fraction of all files up to which those whose edges are others than before are few.
const fewRows = 64

// finishOn is finish on top of an earlier graph; it is not done where the edges of many files lead elsewhere, by number.
func (g *Graph) finishOn(prev *Graph) (done bool) {
	if len(prev.nodes) != len(g.nodes) {
		return false
	}
	changed := map[int32]bool{}
	for n, node := range g.nodes {
		if was := prev.nodes[n]; was != node && !slices.Equal(was.out, node.out) {
			if changed[int32(n)] = true; len(changed) > len(g.nodes)/fewRows+1 {
				return false
			}
		}
	}
	rows := map[int32][]Edge{}
	for n := range changed {
		for _, e := range prev.nodes[n].out {
			if rows[e.To] == nil {
				rows[e.To] = []Edge{}
			}
		}
		for _, e := range g.nodes[n].out {
			rows[e.To] = append(rows[e.To], Edge{To: n, Weight: e.Weight, Import: e.Import})
		}
	}
	g.in, g.edges = slices.Clone(prev.in), prev.edges
	for to, row := range rows {
		for _, e := range prev.in[to] {
			if !changed[e.To] {
				row = append(row, e)
			}
		}
		slices.SortFunc(row, func(a, b Edge) int { return cmp.Compare(a.To, b.To) })
		g.edges += len(row) - len(prev.in[to])
		g.in[to] = row
	}
	return true
}

// finish derives what the nodes' edges and facts determine.
func (g *Graph) finish() {
	g.in = make([][]Edge, len(g.nodes))
	degree := make([]int32, len(g.nodes))
	for i := range g.nodes {
		g.edges += len(g.nodes[i].out)
		for _, e := range g.nodes[i].out {
			degree[e.To]++
		}
	}
	all := make([]Edge, g.edges)
	for i, d := range degree {
		g.in[i], all = all[:0:d], all[d:]
	}
	for i := range g.nodes {
		for _, e := range g.nodes[i].out {
			g.in[e.To] = append(g.in[e.To], Edge{To: int32(i), Weight: e.Weight, Import: e.Import})
		}
	}
}
