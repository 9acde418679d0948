package rank

import (
	"container/heap"
	"iter"
)

// best are the nodes that score more than 0, the best first, of equal ones the first first. Of many only those are sorted that are
// asked for.
func best(scores []float64) iter.Seq[int32] {
	return func(yield func(int32) bool) {
		h := byScore{scores: scores}
		for n, score := range scores {
			if score > 0 {
				h.nodes = append(h.nodes, int32(n))
			}
		}
		for heap.Init(&h); len(h.nodes) > 0 && yield(h.nodes[0]); heap.Fix(&h, 0) {
			h.nodes[0] = h.nodes[len(h.nodes)-1]
			h.nodes = h.nodes[:len(h.nodes)-1]
		}
	}
}

// byScore is a heap, the best on top. It only shrinks, from there: heap asks for Push and Pop, and calls neither.
type byScore struct {
	nodes  []int32
	scores []float64
}

func (h *byScore) Len() int      { return len(h.nodes) }
func (h *byScore) Swap(i, j int) { h.nodes[i], h.nodes[j] = h.nodes[j], h.nodes[i] }
func (h *byScore) Push(any)      {}
func (h *byScore) Pop() any      { return nil }

func (h *byScore) Less(i, j int) bool {
	a, b := h.nodes[i], h.nodes[j]
	if h.scores[a] != h.scores[b] {
		return h.scores[a] > h.scores[b]
	}
	return a < b
}
