package rank

import (
	"cmp"
	"context"
	"math"
	"slices"
	"sync"
)

// Query is what a ranking is for. The zero Query asks for the files that matter most to the folder.
type Query struct {
	Targets        []int32  // the files to be changed
	Parts          []Part   // the parts in question of the targets; none where all of them are
	Used           []int32  // the files that the Parts use
	Phantom        []string // paths of targets that do not exist yet
	Task           string   // what is to be done, in words
	MaxImportDepth int      // import steps up to which a file is related by imports; below 1: 2
}

// NoNode is in place of a node where the graph has none of a file.
const NoNode int32 = -1

// Ranked is one file of a ranking.
type Ranked struct {
	Node         int32 // NoNode: text without a language, which the graph does not know
	Path         string
	Importance   float64 // PageRank from the query's seeds, all files of the folder sum to 1; global where there are none
	Score        float64 // 0–1, in steps of 1e-6; the list is sorted by it
	Distance     int     // import steps from the nearest target, in either direction; -1: unreachable
	Relationship Relationship
	Reasons      []string // for a person to read
	IdleTest     bool     // it is a test, and the query is not about tests
	IdleTests    bool     // the query is not about its tests
	Like         string   // that of Reasons which names the commit that reads most like the task; "" where there is none
	Structure    float64  // 0–1, the parts of the score
	Lexical      float64  // 0–1
	Cochange     float64  // 0–1: what past commits say, by the files they changed and by their subjects
}

// Rank orders the folder's files by how much they matter to a query, the most relevant first, equal
// ones by path. Targets come first. Unless w.MinRelevance is 0, files that have nothing to do with the
// query, or less than that share of the best other file's score, are left out, direct imports excepted;
// where neither targets nor task lead anywhere, all files are answered. The error is ctx's alone.
func (ix *Index) Rank(ctx context.Context, q Query, w Weights) ([]Ranked, error) {
	o, err := ix.Order(ctx, q, w)
	if err != nil {
		return nil, err
	}
	for i := range o.Files {
		if i%256 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		o.Explain(i)
	}
	return o.Files, nil
}

// Order is a ranking whose files say why they are where they are once that is asked for: of all files of a large folder, it takes longer
// than to rank them.
type Order struct {
	Files  []Ranked
	answer func() *answer
}

// Order is Rank without Reasons and Like.
func (ix *Index) Order(ctx context.Context, q Query, w Weights) (*Order, error) {
	e, err := gather(ctx, ix, q)
	if err != nil {
		return nil, err
	}
	r := e.fuse(w)
	kept := r.relevant(w.MinRelevance)
	o := &Order{make([]Ranked, len(kept)), sync.OnceValue(func() *answer { return newAnswer(r, kept) })}
	for i, n := range kept {
		if i%256 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		o.Files[i] = r.ranked(n)
	}
	return o, nil
}

// Explain fills in the Reasons and Like of one of the files.
func (o *Order) Explain(i int) {
	f, a := &o.Files[i], o.answer()
	f.Reasons, f.Like = a.reasons(f.Node), a.likeReason(f.Node)
}

// ranking is the evidence for a query with what comes of it.
type ranking struct {
	*evidence
	weights [kinds]float64 // of the signals in a score; they sum to 1
	factors []float64      // what files are worth, by node
	scores  []float64      // by node
}

// fuse is the one place where the signals meet: their weighted mean, over those that have anything to
// say, times what generated files and tests are worth. Targets score 1.
func (e *evidence) fuse(w Weights) *ranking {
	usual, whole := DefaultWeights(), 0.0
	r := &ranking{e, [kinds]float64{w.Structure / usual.Structure, w.Text / usual.Text, w.History / usual.History}, make([]float64, len(e.target)), make([]float64, len(e.target))}
	for k, worth := range [kinds]float64{e.structure.worth, e.text.worth, e.history.worth} {
		r.weights[k] *= worth
		whole += r.weights[k]
	}
	if whole == 0 {
		whole = 1 // there is nothing to add up
	}
	for k := range r.weights {
		r.weights[k] /= whole
	}
	for n := range r.scores {
		if !r.target[n] && r.parts(int32(n)) == [kinds]float64{} {
			continue // it scores 0, whatever it is worth
		}
		if r.factors[n] = r.worth(int32(n), r.text.mentions, r.history.languages); r.target[n] {
			r.scores[n] = 1
			continue
		}
		r.scores[n] = r.scoreWithout(kinds, int32(n))
	}
	return r
}

// parts are what the signals add to a file's score, before the factor for what the file is worth.
func (r *ranking) parts(n int32) [kinds]float64 {
	return [kinds]float64{r.weights[byStructure] * r.structure.values[n], r.weights[byText] * r.text.values[n], r.weights[byHistory] * r.history.values[n]}
}

// scoreWithout is what a file would score if it were not for one kind of signal; kinds stands for none.
func (r *ranking) scoreWithout(without kind, n int32) float64 {
	score := 0.0
	for k, part := range r.parts(n) {
		if kind(k) != without {
			score += part
		}
	}
	return math.Round(score*r.factors[n]*scoreSteps) / scoreSteps
}

// relevant are the targets, by path, and the files worth answering, by score.
func (r *ranking) relevant(minRelevance float64) []int32 {
	best := 0.0
	for n, s := range r.scores {
		if !r.target[n] {
			best = max(best, s)
		}
	}
	all := r.structure.unseeded || minRelevance == 0
	kept := slices.Clone(r.q.Targets)
	for n, s := range r.scores {
		if relevant := all || s > 0 && s >= minRelevance*best; !r.target[n] && (relevant || r.isDirect(int32(n))) {
			kept = append(kept, int32(n))
		}
	}
	slices.SortFunc(kept[len(r.q.Targets):], func(a, b int32) int {
		return cmp.Or(cmp.Compare(r.scores[b], r.scores[a]), cmp.Compare(a, b)) // nodes are numbered by path
	})
	return kept
}
