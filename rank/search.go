package rank

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strings"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/rank/task"
)

// term is a word of a query.
type term struct {
	hash   uint32
	weight float64 // how much it matters to who asks; > 0
	text   string  // the word as the task has it; "" where only its hash is known
}

// hit is a file, or another document, in which a term occurs.
type hit struct {
	node  int32
	count uint32
}

// find appends the files in which a term occurs to hits, in an order that depends on the index's past.
func (l *field) find(hash uint32, hits []hit) []hit {
	before := len(hits)
	found := l.base.find(hash, hits)
	hits = found[:before]
	for _, h := range found[before:] {
		if h.node = l.nodes[h.node]; h.node >= 0 {
			hits = append(hits, h) // in its place or before that
		}
	}
	for _, n := range l.delta {
		if i, found := findTerm(l.words[n], hash); found {
			hits = append(hits, hit{n, l.words[n][i].Count})
		}
	}
	return hits
}

// having is how many files have a term: how many find gives.
func (l *field) having(hash uint32) int {
	count := l.counts.get(hash, func() int { return l.base.having(hash, l.nodes) })
	for _, n := range l.delta {
		if _, has := findTerm(l.words[n], hash); has {
			count++
		}
	}
	return count
}

func findTerm(terms []analysis.Term, hash uint32) (i int, found bool) {
	return slices.BinarySearchFunc(terms, hash, func(t analysis.Term, h uint32) int { return cmp.Compare(t.Hash, h) })
}

// rarity is a term's inverse document frequency.
func (l *field) rarity(files int) float64 {
	return rarity(len(l.length), files)
}

// rarity is the inverse document frequency of what so many of all documents have.
func rarity(all, having int) float64 {
	return math.Log1p((float64(all-having) + 0.5) / (float64(having) + 0.5))
}

// frequency is what a word's count in a text says in BM25, before its weight: it saturates, and counts
// for less the longer the text is.
func frequency(count, length, mean float64) float64 {
	return count * (saturation + 1) / (count + saturation*(1-lengthShare+lengthShare*length/mean))
}

// terms are the words of a task to search with: those that some file has, and their singulars or plurals
// with less weight; at most maxQuery, by weight times rarity, the heaviest first.
func (l *field) terms(words []task.Word) []term {
	type candidate struct {
		term
		weight float64
	}
	var candidates []candidate
	var hits []hit
	for _, w := range withNumbers(words) {
		h := analysis.HashWord(w.Text)
		if hits = l.find(h, hits[:0]); len(hits) > 0 {
			candidates = append(candidates, candidate{term{h, w.Weight, w.Text}, w.Weight * l.rarity(len(hits))})
		}
	}
	slices.SortStableFunc(candidates, func(a, b candidate) int { return cmp.Compare(b.weight, a.weight) })
	terms := make([]term, min(len(candidates), maxQuery))
	for i := range terms {
		terms[i] = candidates[i].term
	}
	return terms
}

// unknown are the terms of words that no file has; at most maxQuery.
func (l *field) unknown(words []task.Word) (terms []term) {
	for _, w := range words {
		if h := analysis.HashWord(w.Text); len(terms) < maxQuery && l.having(h) == 0 {
			terms = append(terms, term{h, w.Weight, w.Text})
		}
	}
	return terms
}

// withNumbers are words with their singulars or plurals, which weigh less.
func withNumbers(words []task.Word) []task.Word {
	given := make(map[string]bool, len(words))
	for _, w := range words {
		given[w.Text] = true
	}
	both := make([]task.Word, 0, 2*len(words))
	for _, w := range words {
		both = append(both, w)
		if other := otherNumber(w.Text); other != "" && !given[other] {
			both = append(both, task.Word{Text: other, Weight: w.Weight * numberWeight})
		}
	}
	return both
}

// otherNumber is a word's singular if it looks like a plural, else its plural; "" for short words, which
// are mostly no nouns.
func otherNumber(word string) string {
	switch {
	case len(word) < 4 || strings.HasSuffix(word, "ss"):
		return ""
	case strings.HasSuffix(word, "ies"):
		return strings.TrimSuffix(word, "ies") + "y"
	case strings.HasSuffix(word, "s"):
		return strings.TrimSuffix(word, "s")
	}
	return word + "s"
}

// score is the files' Okapi BM25 (Robertson, Zaragoza: The Probabilistic Relevance Framework, 2009) for
// the terms, by node, and not scaled. A file's score adds up in the order of the terms.
func (l *field) score(ctx context.Context, terms []term) ([]float64, error) {
	scores := make([]float64, len(l.length))
	mean := float64(l.total) / float64(max(1, len(l.length)))
	var hits []hit
	for _, t := range terms {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		hits = l.find(t.hash, hits[:0])
		weight := t.weight * l.rarity(len(hits))
		for _, h := range hits {
			scores[h.node] += weight * frequency(float64(h.count), float64(l.length[h.node]), mean)
		}
	}
	return scores, nil
}

// telling are the terms that tell a file from the others, or the definitions that parts of it touch: frequent here, rare elsewhere, but
// not only here. Each weighs weight.
func (l *field) telling(n int32, parts []analysis.Span, weight float64) []term {
	terms := l.termsOf(n, parts)
	candidates := make([]term, 0, len(terms))
	for _, t := range terms {
		if files := l.having(t.Hash); files > 1 {
			count := float64(t.Count)
			candidates = append(candidates, term{hash: t.Hash, weight: count / (count + saturation) * l.rarity(files)})
		}
	}
	slices.SortFunc(candidates, func(a, b term) int {
		return cmp.Or(cmp.Compare(b.weight, a.weight), cmp.Compare(a.hash, b.hash))
	})
	candidates = candidates[:min(len(candidates), maxTelling)]
	for i := range candidates {
		candidates[i].weight = weight
	}
	return candidates
}

// termsOf are those of the innermost definitions that parts of a file touch; of all of it where they touch none.
func (l *field) termsOf(n int32, parts []analysis.Span) []analysis.Term {
	if len(parts) > 0 {
		facts := l.graph.File(n).Facts.Get()
		if touched := analysis.Innermost(facts.Symbols, analysis.Touched(facts.Symbols, parts)); len(touched) > 0 {
			return facts.WordsOf(touched)
		}
	}
	if terms := l.words[n]; terms != nil {
		return terms
	}
	return newDocument(l.graph.File(n)).terms
}

// weighByRarity multiplies the terms' weights with what BM25 makes of how many files have them.
func (l *Lexical) weighByRarity(terms []term) {
	for i := range terms {
		terms[i].weight *= l.rarity(l.having(terms[i].hash)) * (saturation + 1)
	}
}
