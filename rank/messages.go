package rank

import (
	"cmp"
	"math"
	"slices"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/rank/task"
)

// messages finds commits by the words of their subjects.
type messages struct {
	postings *postings
	lengths  []float64 // in words
	mean     float64
}

func newMessages(commits []change) *messages {
	m := &messages{lengths: make([]float64, len(commits))}
	terms, all := make([][]analysis.Term, len(commits)), 0
	analysis.EachOf(len(commits), func(i int) { terms[i] = analysis.Terms([]byte(commits[i].subject)) })
	for i := range commits {
		all += len(terms[i])
		for _, t := range terms[i] {
			m.lengths[i] += float64(t.Count)
		}
		m.mean += m.lengths[i] / float64(len(commits))
	}
	m.postings = newPostings(len(terms), all, held(terms))
	return m
}

// score is the commits' BM25 for words, by number.
func (m *messages) score(words []task.Word) []float64 {
	scores := make([]float64, len(m.lengths))
	var hits []hit
	for _, w := range words {
		hits = m.postings.find(analysis.HashWord(w.Text), hits[:0])
		weight := w.Weight * rarity(len(scores), len(hits))
		for _, h := range hits {
			scores[h.node] += weight * frequency(float64(h.count), m.lengths[h.node], m.mean)
		}
	}
	return scores
}

// Resemblance is how strongly a file is tied to a task by commits that read like it.
type Resemblance struct {
	Path    string
	Weight  float64 // > 0; only ratios matter
	Commits int     // how many such commits changed it
	Subject string  // of the one that reads most like it
}

// Likeness is how much commits read like a task. In the zero Likeness none does.
type Likeness struct {
	scores   []float64 // of commits by number; BM25
	greatest float64
}

// Alike compares the commits' subjects with a task's words.
func (h *History) Alike(words []task.Word) Likeness {
	if h == nil || len(words) == 0 {
		return Likeness{}
	}
	scores := h.messages().score(withNumbers(words))
	greatest := 0.0
	for _, s := range scores {
		greatest = max(greatest, s)
	}
	return Likeness{scores, greatest}
}

// of is how much a commit reads like the task, 0–1: in proportion to the one that does most.
func (l Likeness) of(commit int32) float64 {
	if l.greatest == 0 {
		return 0
	}
	return l.scores[commit] / l.greatest
}

// Resembling lists the files that commits changed whose subjects are most like the task, by path.
// A commit counts by how well it matches, the less the older it is; where it changed many files, each of
// them gets less.
func (h *History) Resembling(like Likeness) []Resemblance {
	if h == nil {
		return nil
	}
	scores := make([]float64, len(like.scores))
	var best []int32
	for c, s := range like.scores {
		if s > 0 {
			scores[c] = s * math.Exp2(-h.commits[c].years/resemblanceHalfLife)
			best = append(best, int32(c))
		}
	}
	slices.SortFunc(best, func(a, b int32) int { return cmp.Or(cmp.Compare(scores[b], scores[a]), cmp.Compare(a, b)) })
	found := map[int32]*Resemblance{}
	for _, c := range best[:min(len(best), maxResembling)] {
		files := h.commits[c].files
		weight := scores[c] * math.Pow(float64(len(files)), -resemblanceSpread)
		for _, f := range files {
			if found[f] == nil {
				found[f] = &Resemblance{Path: h.paths[f], Subject: h.commits[c].subject}
			}
			found[f].Weight += weight
			found[f].Commits++
		}
	}
	resembling := make([]Resemblance, 0, len(found))
	for _, r := range found {
		resembling = append(resembling, *r)
	}
	slices.SortFunc(resembling, func(a, b Resemblance) int { return cmp.Compare(a.Path, b.Path) })
	return resembling
}
