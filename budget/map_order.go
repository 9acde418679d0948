package budget

import (
	"cmp"
	"container/heap"
	"iter"
	"math"
	"slices"
	"strings"

	"github.com/contextls/contextls/analysis"
)

// mapOrder gives the files of a map in the order in which they should have signatures, each when it is asked for: a
// map shows few of many. The order is by the geometric mean of a file's score and of how much its symbols
// are used, and by the work on it. PageRank alone puts plumbing first that one central file imports; the
// most used files are what people know, and where the most work is they will go. Each better file of the
// same directory makes a file count for a little less, so that one directory does not hide the rest. Files
// without symbols follow.
type mapOrder struct {
	listed  []*mapped          // what was asked for
	ready   mapHeap            // what comes next is among these…
	waiting mapHeap            // …or comes after the first of these: for them no better file has counted yet
	better  map[string]float64 // by directory, how many of its files are not waiting
}

func newMapOrder(files []mapped) *mapOrder {
	o := &mapOrder{better: map[string]float64{}}
	o.waiting = mapHeap{make([]*mapped, len(files)), func(a, b *mapped) int { return cmp.Or(byKey(a, b), byRank(a, b)) }}
	o.ready.compare = func(a, b *mapped) int { return cmp.Or(byKey(a, b), a.place-b.place) }
	for i := range files {
		f := &files[i]
		f.key = math.Sqrt(f.score*demand(f.Weights)) * math.Pow(1+f.Work, mapWork)
		o.waiting.files[i] = f
	}
	heap.Init(&o.waiting)
	return o
}

// at is the file at a place, of which there must be one.
func (o *mapOrder) at(i int) *mapped {
	for len(o.listed) <= i {
		// What a file counts for only falls when it has waited, and of equals the one that waited less comes first.
		for o.waiting.Len() > 0 && (o.ready.Len() == 0 || byKey(o.waiting.files[0], o.ready.files[0]) < 0) {
			f := heap.Pop(&o.waiting).(*mapped)
			dir := analysis.Dir(f.Path)
			f.key *= math.Pow(mapNeighbour, o.better[dir])
			f.place = o.waited()
			o.better[dir]++
			heap.Push(&o.ready, f)
		}
		o.listed = append(o.listed, heap.Pop(&o.ready).(*mapped))
	}
	return o.listed[i]
}

// waited counts the files that wait no more.
func (o *mapOrder) waited() int { return len(o.listed) + o.ready.Len() }

// others are the files but for the first n, by rank.
func (o *mapOrder) others(n int) iter.Seq[*mapped] {
	h := &mapHeap{slices.Concat(o.listed[n:], o.ready.files, o.waiting.files), byRank}
	return func(yield func(*mapped) bool) {
		heap.Init(h)
		for h.Len() > 0 && yield(heap.Pop(h).(*mapped)) {
		}
	}
}

func byKey(a, b *mapped) int {
	switch {
	case a.shown != b.shown:
		return compareBool(a.shown, b.shown)
	case (a.Symbols.Len() == 0) != (b.Symbols.Len() == 0):
		return compareBool(a.Symbols.Len() == 0, b.Symbols.Len() == 0)
	}
	return cmp.Compare(b.key, a.key)
}

func byRank(a, b *mapped) int {
	switch {
	case a.shown != b.shown:
		return compareBool(a.shown, b.shown)
	case a.score != b.score:
		return cmp.Compare(b.score, a.score)
	}
	return byPath(a, b)
}

func byPath(a, b *mapped) int { return strings.Compare(a.Path, b.Path) }

// mapHeap is a heap of files: the one that comes first is on top.
type mapHeap struct {
	files   []*mapped
	compare func(a, b *mapped) int
}

func (h *mapHeap) Len() int           { return len(h.files) }
func (h *mapHeap) Less(a, b int) bool { return h.compare(h.files[a], h.files[b]) < 0 }
func (h *mapHeap) Swap(a, b int)      { h.files[a], h.files[b] = h.files[b], h.files[a] }
func (h *mapHeap) Push(x any)         { h.files = append(h.files, x.(*mapped)) }
func (h *mapHeap) Pop() any {
	last := h.files[len(h.files)-1]
	h.files = h.files[:len(h.files)-1]
	return last
}
