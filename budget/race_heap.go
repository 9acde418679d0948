package budget

import (
	"cmp"
	"container/heap"
)

// race is a heap of the passages that take part, by what they are worth. That grows when one leaves it that they touch, whatever
// made that one leave, so that the order in which they do is the same in all budgets.
type race struct {
	picks
	all    []passage // by what they are worth by themselves
	early  []bool    // those that are shown already, for their targets' sake
	beside [][2]int  // of each, those that touch it above and below; -1: none
	in     []int     // those that take part
	at     []int     // where each is in there; -1: nowhere
	most   int       // files that take part
	run    int       // cost of the passages that have left it
}

func newRace(c *chooser, all []passage) *race {
	r := &race{picks: picks{chooser: c, of: map[*entry]*pick{}}, all: all, early: make([]bool, len(all)),
		beside: make([][2]int, len(all)), at: make([]int, len(all))}
	inOrder := make([]int, len(all)) // by number
	for i := range all {
		inOrder[all[i].number] = i
		r.beside[i], r.at[i] = [2]int{-1, -1}, -1
	}
	for k, below := range inOrder[min(1, len(all)):] {
		if i := inOrder[k]; all[i].e == all[below].e && all[i].last+1 == all[below].first {
			r.beside[i][1], r.beside[below][0] = below, i
		}
	}
	return r
}

// open lets the passages of so many files take part.
func (r *race) open(files int) {
	if files = min(files, mostFiles); files <= r.most {
		return
	}
	for i := range r.all {
		if p := r.all[i].place; r.most <= p && p < files {
			heap.Push(r, i)
		}
	}
	r.most = files
}

// leave has the first one leave the race.
func (r *race) leave() {
	for _, i := range r.beside[heap.Pop(r).(int)] {
		if i >= 0 && r.at[i] >= 0 {
			r.all[i].value *= besideShown
			heap.Fix(r, r.at[i])
		}
	}
}

func (r *race) Len() int { return len(r.in) }
func (r *race) Less(a, b int) bool {
	a, b = r.in[a], r.in[b]
	return cmp.Or(cmp.Compare(r.all[b].value, r.all[a].value), cmp.Compare(a, b)) < 0
}
func (r *race) Swap(a, b int) {
	r.in[a], r.in[b] = r.in[b], r.in[a]
	r.at[r.in[a]], r.at[r.in[b]] = a, b
}
func (r *race) Push(x any) {
	r.at[x.(int)] = len(r.in)
	r.in = append(r.in, x.(int))
}
func (r *race) Pop() any {
	last := r.in[len(r.in)-1]
	r.in = r.in[:len(r.in)-1]
	r.at[last] = -1
	return last
}
