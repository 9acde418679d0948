package rank

import (
	"sync/atomic"

	"github.com/contextls/contextls/analysis"
)

// newWalk makes the walk of personalised ranking, which goes both ways: to what a file needs with
// forwardShare of its steps, to what needs it with the rest. Where one of the two is missing, the walk
// ends with that chance. A step to a file that everything needs is damped, see hubDamping, and heavy edges
// count for less than they weigh, see stepWeight.
func newWalk(g *analysis.Graph) *Matrix {
	m := newMatrix(g.Len(), 2*g.EdgeCount())
	damping := make([]float64, g.Len())
	for n := range damping {
		damping[n] = hubDamping(len(g.In(int32(n))))
	}
	for n := range int32(g.Len()) {
		m.walkFrom(g, n, func(to int32) float64 { return damping[to] })
	}
	return m
}

// walkFrom adds the row of a file to a walk of both ways.
func (m *Matrix) walkFrom(g *analysis.Graph, n int32, damping func(to int32) float64) {
	m.addSteps(n, g.Out(n), forwardShare, func(e analysis.Edge) float64 { return stepWeight(e.Weight) * damping(e.To) })
	m.addSteps(n, g.In(n), 1-forwardShare, func(e analysis.Edge) float64 { return stepWeight(e.Weight) })
	m.start = append(m.start, int32(len(m.to)))
}

// localWalk is the same walk where a folder is so large that most of it is never walked: a row is made when it is first asked for.
type localWalk struct {
	graph *analysis.Graph
	rows  []atomic.Pointer[Matrix] // by node, each of one row
}

func newLocalWalk(g *analysis.Graph) *localWalk {
	return &localWalk{g, make([]atomic.Pointer[Matrix], g.Len())}
}

// of is the walk of a graph that has the same edges.
func (w *localWalk) of(g *analysis.Graph) *localWalk { return &localWalk{g, w.rows} }

// degree is the number of a node's edges, and so at least that of its steps.
func (w *localWalk) degree(n int32) int { return len(w.graph.Out(n)) + len(w.graph.In(n)) }

// from are the steps from a node, in the only row.
func (w *localWalk) from(n int32) *Matrix {
	if row := w.rows[n].Load(); row != nil {
		return row
	}
	row := newMatrix(1, w.degree(n))
	row.walkFrom(w.graph, n, func(to int32) float64 { return hubDamping(len(w.graph.In(to))) })
	w.rows[n].Store(row) // whoever else made it made the same
	return row
}
