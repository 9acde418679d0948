package rank

import (
	"cmp"
	"slices"
)

// answer is a ranking with what the files that are answered score.
type answer struct {
	*ranking
	rivals [kinds + 1][]float64 // of those that are no targets, ascending: without each kind of signal; last, with all

	matching map[int32][]string // the task's heaviest words that a file says which matches it
}

// newAnswer answers some files, the targets first.
func newAnswer(r *ranking, files []int32) *answer {
	a := &answer{ranking: r}
	var match []int32
	for _, n := range files {
		if r.text.values[n] >= lexicalMatch && r.ix.graph.File(n).Facts != nil {
			match = append(match, n)
		}
	}
	a.matching = r.ix.lexical.saying(r.text.words, match, maxReasons)
	files = files[len(r.q.Targets):]
	for without := range a.rivals {
		scores := make([]float64, len(files))
		for i, n := range files {
			scores[i] = r.scoreWithout(kind(without), n)
		}
		slices.Sort(scores)
		a.rivals[without] = scores
	}
	return a
}

// strongest orders the signals by how many ranks they win for a file: without the first it would be the lowest
// among its rivals.
func (a *answer) strongest(n int32) [kinds]kind {
	order, parts := [kinds]kind{byStructure, byText, byHistory}, a.parts(n)
	slices.SortStableFunc(order[:], func(x, y kind) int {
		return cmp.Or(cmp.Compare(a.behind(x, n), a.behind(y, n)), cmp.Compare(parts[y], parts[x]))
	})
	return order
}

// behind is how many rivals a file would be ahead of if it were not for one kind of signal.
func (a *answer) behind(without kind, n int32) int {
	count, _ := slices.BinarySearch(a.rivals[without], a.scoreWithout(without, n))
	return count
}

// ranked is a file's entry, without what explains it.
func (r *ranking) ranked(n int32) Ranked {
	distance := r.forward.steps[n]
	if back := r.backward.steps[n]; back >= 0 && (distance < 0 || back < distance) {
		distance = back
	}
	if r.isDirect(n) && !r.target[n] {
		distance = 1
	}
	return Ranked{
		Node: n, Path: r.ix.graph.Path(n), Importance: r.structure.importance[n], Score: r.scores[n],
		Distance: int(distance), Relationship: r.relationship(n), IdleTest: r.isIdleTest(n, r.text.mentions), IdleTests: r.idleTests(n, r.text.mentions),
		Structure: r.structure.values[n], Lexical: r.text.values[n], Cochange: r.history.values[n],
	}
}
