package rank

import (
	"cmp"
	"context"
	"math"
	"slices"
)

// Query is what a ranking is for. The zero Query asks for the files that matter most to the folder.
type Query struct {
	Targets        []int32  // the files to be changed
	Phantom        []string // paths of targets that do not exist yet
	Task           string   // what is to be done, in words
	MaxImportDepth int      // import steps up to which a file is related by imports; below 1: 2
	Limit          int      // how many files to answer; below 1: all
}

// Ranked is a file's place in a ranking.
type Ranked struct {
	Node         int32
	Path         string
	Importance   float64 // PageRank from the query's seeds, all files of the folder sum to 1; global where there are none
	Score        float64 // 0–1, in steps of 1e-6; the list is sorted by it
	Distance     int     // import steps from the nearest target, in either direction; -1: unreachable
	Relationship Relationship
	Reasons      []string // for a person to read
	Structure    float64  // 0–1, the parts of the score
	Lexical      float64  // 0–1
	Cochange     float64  // 0–1: what past commits say, by the files they changed and by their subjects
}

// Rank orders the folder's files by how much they matter to a query, the most relevant first, equal
// ones by path. Targets come first. Unless w.MinRelevance is 0, files that have nothing to do with the
// query, or less than that share of the best other file's score, are left out, direct imports excepted;
// where neither targets nor task lead anywhere, all files are answered. The error is ctx's alone.
func (ix *Index) Rank(ctx context.Context, q Query, w Weights) ([]Ranked, error) {
	q.Targets = slices.Compact(slices.Sorted(slices.Values(q.Targets))) // their order must not matter
	q.Phantom = slices.Compact(slices.Sorted(slices.Values(q.Phantom)))
	r, err := ix.evidence(ctx, q)
	if err != nil {
		return nil, err
	}
	scores := r.fuse(w)
	best := 0.0
	for n, s := range scores {
		if !r.target[n] {
			best = max(best, s)
		}
	}
	everything := r.unseeded || w.MinRelevance == 0
	relevant := func(score float64) bool { return everything || score > 0 && score >= w.MinRelevance*best }
	kept := slices.Clone(q.Targets)
	for n, s := range scores {
		if !r.target[n] && (relevant(s) || r.isDirect(int32(n))) {
			kept = append(kept, int32(n))
		}
	}
	slices.SortFunc(kept[len(q.Targets):], func(a, b int32) int {
		return cmp.Or(cmp.Compare(scores[b], scores[a]), cmp.Compare(a, b)) // nodes are numbered by path
	})
	if q.Limit > 0 && len(kept) > q.Limit {
		kept = kept[:q.Limit]
	}
	r.compare(kept[len(q.Targets):])
	ranked := make([]Ranked, len(kept))
	for i, n := range kept {
		if i%256 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		ranked[i] = r.ranked(n, scores[n])
	}
	return ranked, nil
}

// fuse is the one place where the signals meet: their weighted mean, over those that have anything to
// say, times what generated files and tests are worth. Targets score 1.
func (r *ranking) fuse(w Weights) []float64 {
	usual, whole := DefaultWeights(), 0.0
	r.weights = [signals]float64{w.Structure / usual.Structure, w.Text / usual.Text, w.History / usual.History}
	for s, worth := range r.worths {
		r.weights[s] *= worth
		whole += r.weights[s]
	}
	if whole == 0 {
		whole = 1 // there is nothing to add up
	}
	for s := range r.weights {
		r.weights[s] /= whole
	}
	scores := make([]float64, len(r.structure))
	for n := range scores {
		if r.target[n] {
			scores[n] = 1
			continue
		}
		scores[n] = r.without(signals, int32(n))
	}
	return scores
}

// signal is one of the parts of a score.
type signal int

const (
	byGraph signal = iota // its ties in the graph
	byText
	byPast
	signals
)

// parts are what the signals add to a file's score, but for what the file is worth.
func (r *ranking) parts(n int32) [signals]float64 {
	return [signals]float64{r.weights[byGraph] * r.structure[n], r.weights[byText] * r.text[n], r.weights[byPast] * r.history[n]}
}

// compare fills in rivals: what the best files score, and would if it were not for one of the signals.
func (r *ranking) compare(best []int32) {
	for s := range r.rivals {
		r.rivals[s] = make([]float64, len(best))
		for i, n := range best {
			r.rivals[s][i] = r.without(signal(s), n)
		}
		slices.Sort(r.rivals[s])
	}
}

// without is what a file would score if it were not for a signal, but for a factor that all files share.
func (r *ranking) without(s signal, n int32) float64 {
	score := 0.0
	for other, part := range r.parts(n) {
		if signal(other) != s {
			score += part
		}
	}
	return math.Round(score*r.worth(n)*scoreSteps) / scoreSteps
}

// strongest orders the signals by how many places they win for a file: without the first it would stand
// lowest among its rivals.
func (r *ranking) strongest(n int32) [signals]signal {
	order, parts := [signals]signal{byGraph, byText, byPast}, r.parts(n)
	slices.SortStableFunc(order[:], func(a, b signal) int {
		return cmp.Or(cmp.Compare(r.behind(a, n), r.behind(b, n)), cmp.Compare(parts[b], parts[a]))
	})
	return order
}

// behind is how many rivals a file would be ahead of if it were not for a signal; signals stands for none.
func (r *ranking) behind(without signal, n int32) int {
	count, _ := slices.BinarySearch(r.rivals[without], r.without(without, n))
	return count
}

// worth is the factor for what a file is, whatever its ties.
func (r *ranking) worth(n int32) float64 {
	factor := 1.0
	if facts := r.ix.graph.File(n).Facts; facts != nil && facts.Generated {
		factor *= generatedWorth
	}
	if !r.aboutTests && r.ix.IsTest(n) {
		factor *= testWorth
	}
	if r.ix.foreign()[n] {
		factor *= foreignWorth
	}
	if r.otherLanguage(n) {
		factor *= otherLanguageWorth
	}
	if _, named := r.mentions[n]; !named && !r.about[r.ix.purpose(n)] {
		factor *= purposeWorth[r.ix.purpose(n)]
	}
	return factor
}

// otherLanguage says whether a file's language is none of the leaders'.
func (r *ranking) otherLanguage(n int32) bool {
	l := r.ix.graph.File(n).Language
	return len(r.families) > 0 && (l == nil || !r.families[l.Family])
}
