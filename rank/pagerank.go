package rank

import "context"

// Seed is a node where walks begin, with its share of all beginnings. Shares need not sum to 1.
type Seed struct {
	Node  int32
	Share float64 // > 0
}

// PageRank is the share of time that an endless random walk spends at each node: it steps on with
// probability damping (below 1), else it begins anew at one of the seeds; where it cannot step, too. No
// seeds stand for all nodes alike. The result sums to 1, and its distance (L1) from the exact one is
// below tolerance. The error is ctx's alone.
//
// The walk's equation x = (1-d)s + dPᵀx is solved as a linear system by Gauss-Seidel sweeps in which
// each node passes its residue on (Del Corso, Gullí, Romani: Fast PageRank computation via a sparse
// linear system, 2005), in about half of the power iteration's steps. The mass lost at nodes without
// steps goes back to the seeds when the result is scaled to 1: the exact solution is proportional to it.
// Nodes and steps are visited in their order, so equal input gives equal bits.
func PageRank(ctx context.Context, m *Matrix, seeds []Seed, damping, tolerance float64) ([]float64, error) {
	rank := make([]float64, m.Len())
	residue := beginnings(m.Len(), seeds, 1-damping)
	for {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		left, total := 0.0, 0.0
		for n, r := range residue {
			if r != 0 {
				residue[n] = 0
				rank[n] += r
				m.pass(n, r*damping, residue)
			}
			total += rank[n]
		}
		for _, r := range residue {
			left += r
		}
		// What the residue can still add is left/(1-damping); scaling at most doubles its effect.
		if 2*left <= tolerance*(1-damping)*total {
			return scaled(rank, total), nil
		}
	}
}

// pass spreads mass over a node's steps.
func (m *Matrix) pass(n int, mass float64, residue []float64) {
	lo, hi := m.start[n], m.start[n+1]
	to, prob := m.to[lo:hi], m.prob[lo:hi]
	for i, t := range to {
		residue[t] += mass * prob[i]
	}
}

// localPageRank approximates PageRank in time that does not depend on the number of nodes far from the
// seeds: forward push (Andersen, Chung, Lang: Local graph partitioning using PageRank vectors, 2006).
// Nodes pass their residue on in the order in which it first exceeded threshold times their degree;
// what is left is not passed on, but counts for the node itself.
func localPageRank(ctx context.Context, w *localWalk, seeds []Seed, damping, threshold float64) ([]float64, error) {
	nodes := w.graph.Len()
	rank := make([]float64, nodes)
	residue := beginnings(nodes, seeds, 1-damping)
	queued := make([]bool, nodes)
	var queue, next []int32
	enqueue := func(n int32) {
		if !queued[n] && residue[n] > threshold*float64(max(1, w.degree(n))) {
			queued[n] = true
			next = append(next, n)
		}
	}
	for _, s := range seeds {
		enqueue(s.Node)
	}
	total := 0.0
	for len(next) > 0 {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		queue, next = next, queue[:0]
		for _, n := range queue {
			r := residue[n]
			queued[n], residue[n] = false, 0
			rank[n] += r
			total += r
			steps := w.from(n)
			steps.pass(0, r*damping, residue)
			for _, t := range steps.to {
				enqueue(t)
			}
		}
	}
	for n, r := range residue {
		rank[n] += r
		total += r
	}
	return scaled(rank, total), nil
}

// beginnings spreads mass over the seeds.
func beginnings(nodes int, seeds []Seed, mass float64) []float64 {
	start := make([]float64, nodes)
	if len(seeds) == 0 {
		for n := range start {
			start[n] = mass / float64(nodes)
		}
		return start
	}
	sum := 0.0
	for _, s := range seeds {
		sum += s.Share
	}
	for _, s := range seeds {
		start[s.Node] += mass * s.Share / sum
	}
	return start
}

func scaled(rank []float64, total float64) []float64 {
	if total > 0 {
		for n := range rank {
			rank[n] /= total
		}
	}
	return rank
}
