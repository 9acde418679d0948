package rank

import "github.com/contextls/contextls/analysis"

// Matrix is a walk over numbered nodes in compressed sparse rows: the steps from node i are to and
// prob[start[i]:start[i+1]]. A row's probabilities sum to at most 1; what is missing to 1 is the chance
// that the walk ends there and begins anew.
type Matrix struct {
	start []int32
	to    []int32
	prob  []float64
}

// Len is the number of nodes.
func (m *Matrix) Len() int { return len(m.start) - 1 }

// NewMatrix makes the walk along the edges: from a file to the files it depends on, so that rank flows
// from dependents to what they need. A step's probability is its edge's share in the weight of the
// node's edges, times outShare. Edges to the node itself and those without a positive weight are no steps.
func NewMatrix(g *analysis.Graph) *Matrix {
	m := newMatrix(g.Len(), g.EdgeCount())
	for n := range int32(g.Len()) {
		m.addSteps(n, g.Out(n), outShare(len(g.Out(n))), func(e analysis.Edge) float64 { return e.Weight })
		m.start = append(m.start, int32(len(m.to)))
	}
	return m
}

func newMatrix(nodes, steps int) *Matrix {
	m := &Matrix{start: make([]int32, 1, nodes+1), to: make([]int32, 0, steps), prob: make([]float64, 0, steps)}
	return m
}

// addSteps adds steps to the row under construction, with probabilities that sum to share, in proportion to what weigh gives of each edge.
func (m *Matrix) addSteps(from int32, edges []analysis.Edge, share float64, weigh func(analysis.Edge) float64) {
	first, sum := len(m.to), 0.0
	for _, e := range edges {
		weight := weigh(e)
		if e.To == from || !(weight > 0) {
			continue
		}
		sum += weight
		m.to = append(m.to, e.To)
		m.prob = append(m.prob, weight)
	}
	for i := first; i < len(m.prob); i++ {
		m.prob[i] *= share / sum
	}
}
