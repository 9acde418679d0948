package rank

import (
	"math"
	"slices"

	"github.com/contextls/contextls/analysis"
)

// MapScores are the scores of all files, by node, for a map of the folder: those of a ranking come first, by their
// score, then the files that it leaves out, by importance.
func (ix *Index) MapScores(ranked []Ranked) []float64 {
	scores, first := slices.Clone(ix.Importance()), 0.0
	if len(ranked) < len(scores) {
		first = 1 // no importance is greater
	}
	for _, r := range ranked {
		scores[r.Node] = first + r.Score
	}
	return scores
}

// Aside reports, by node, which files stand beside the program that a query is about: tests, examples and documents
// that it does not ask for, and copies of other people's code. It is nil where that would be all there are.
func (ix *Index) Aside(q Query) []bool {
	t := newTopic(ix, q)
	aside, left := make([]bool, ix.graph.Len()), 0
	for n := range int32(len(aside)) {
		aside[n] = !t.target[n] && (t.isIdleTest(n, nil) || ix.paths.isForeign(n) || t.isIdleExample(n, nil) || t.ix.purpose(n) != analysis.Program && t.isOffPurpose(n, nil))
		if !aside[n] {
			left++
		}
	}
	if left == 0 {
		return nil
	}
	return aside
}

// Work is how much of people's work is likely to be on each file, by node; 0 for tests and for what is no program.
// Only ratios matter. On what they edited last year people work this year too, and on a long file more than on a
// short one. Tests and prose are edited along with whatever is changed, which says nothing about them.
func (ix *Index) Work() []float64 {
	work := make([]float64, ix.graph.Len())
	for n := range work {
		file := ix.graph.File(int32(n))
		if file.Facts != nil && !ix.IsTest(int32(n)) && ix.purpose(int32(n)) == analysis.Program {
			work[n] = (1 + ix.history.edits(file.Path)) * math.Pow(float64(file.Facts.Lines), workLength)
		}
	}
	return work
}

// proof is how much a history says of where people work, 0–1: nothing without commits, and half with fewCommits of them.
func (h *History) proof() float64 {
	if h == nil {
		return 0
	}
	return float64(len(h.commits)) / float64(len(h.commits)+fewCommits)
}

// commitsOf is how many commits changed a file.
func (h *History) commitsOf(path string) int {
	if h == nil {
		return 0
	}
	if n, known := h.number[path]; known {
		return len(h.touched[n])
	}
	return 0
}

// edits is how often a file was changed; an edit counts half after editHalfLife.
func (h *History) edits(path string) float64 {
	if h == nil {
		return 0
	}
	n, known := h.number[path]
	if !known {
		return 0
	}
	edits := 0.0
	for _, c := range h.touched[n] {
		edits += math.Exp2(-h.commits[c].years / editHalfLife)
	}
	return edits
}
