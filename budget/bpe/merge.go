package bpe

import (
	"container/heap"
	"math"
)

// none is the rank of what is no token.
const none = math.MaxUint32

// long is from how many bytes on a piece is merged with a heap: below, looking at all pairs is quicker.
const long = 100

// part is a part of a piece, in a list of them.
type part struct {
	prev, next int32  // where its neighbours begin; the last one's next is the piece's length
	rank       uint32 // of its union with the next one
}

// merge gives the tokens of a piece that is none itself.
func (e *Encoding) merge(piece string, yield func(token string)) {
	n := int32(len(piece))
	var few [long + 1]part
	parts := few[:]
	if n > long {
		parts = make([]part, n+1)
	}
	parts = parts[:n+1]
	for i := range n {
		parts[i] = part{prev: i - 1, next: i + 1}
	}
	parts[n] = part{prev: n - 1, next: n, rank: none}
	rank := func(i int32) uint32 { // of the union of the part at i with the next
		j := parts[i].next
		if j >= n {
			return none
		}
		if r, ok := e.ranks[piece[i:parts[j].next]]; ok {
			return r
		}
		return none
	}
	for i := range n {
		parts[i].rank = rank(i)
	}
	unite := func(i int32) { // the part at i with the next
		j := parts[i].next
		k := parts[j].next
		parts[i].next, parts[k].prev, parts[j].rank = k, i, none
		parts[i].rank = rank(i)
		if before := parts[i].prev; before >= 0 {
			parts[before].rank = rank(before)
		}
	}
	if n > long {
		mergeByHeap(parts, unite)
	} else {
		mergeByScan(parts, unite)
	}
	for i := int32(0); i < n; i = parts[i].next {
		yield(piece[i:parts[i].next])
	}
}

func mergeByScan(parts []part, unite func(int32)) {
	n := int32(len(parts) - 1)
	for {
		best := int32(0)
		for i := int32(0); i < n; i = parts[i].next {
			if parts[i].rank < parts[best].rank { // of equal ones the first
				best = i
			}
		}
		if parts[best].rank == none {
			return
		}
		unite(best)
	}
}

func mergeByHeap(parts []part, unite func(int32)) {
	var pairs pairs
	for i, p := range parts {
		if p.rank != none {
			pairs = append(pairs, pair{p.rank, int32(i)})
		}
	}
	heap.Init(&pairs)
	for len(pairs) > 0 {
		p := heap.Pop(&pairs).(pair)
		if parts[p.at].rank != p.rank { // it was of parts that are united with others since
			continue
		}
		unite(p.at)
		for _, i := range [2]int32{parts[p.at].prev, p.at} {
			if i >= 0 && parts[i].rank != none {
				heap.Push(&pairs, pair{parts[i].rank, i})
			}
		}
	}
}

// pair is a part and the next one, which may be united.
type pair struct {
	rank uint32
	at   int32
}

// pairs is a heap of pairs, the lowest rank first, of equal ones the first.
type pairs []pair

func (p pairs) Len() int { return len(p) }
func (p pairs) Less(i, j int) bool {
	return p[i].rank < p[j].rank || p[i].rank == p[j].rank && p[i].at < p[j].at
}
func (p pairs) Swap(i, j int) { p[i], p[j] = p[j], p[i] }
func (p *pairs) Push(x any)   { *p = append(*p, x.(pair)) }
func (p *pairs) Pop() any {
	last := (*p)[len(*p)-1]
	*p = (*p)[:len(*p)-1]
	return last
}
