package rank

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/contextls/contextls/analysis"
)

// Chunk is one definition that a search found.
type Chunk struct {
	Definition
	Score float64 // 0–1, in steps of 1e-6; the best one's is 1
}

// Chunks finds the definitions that match a query in words, the best first, equal ones by path and
// position. The files that match best by all their words, and those that define a name of the query, are
// looked into. Definitions with less than leastMatch of the best one's score are left out. Headings of documents come behind all definitions of code,
// unless the query is about documents. near says of files how near they are to what is at hand, 0–1: of two
// definitions that match alike, the nearer one comes first. The error is ctx's alone.
//
// The score is BM25F (Robertson, Zaragoza, Taylor: Simple BM25 Extension to Multiple Weighted Fields,
// 2004) with the rarity that words have among files, times how well the name agrees with the query, and
// what the definition's kind and file are worth.
func (ix *Index) Chunks(ctx context.Context, query string, near map[int32]float64) ([]Chunk, error) {
	s, err := ix.newChunkSearch(ctx, query)
	if err != nil {
		return nil, err
	}
	of := make([][]Chunk, len(s.files))
	analysis.EachOf(len(s.files), func(k int) {
		if ctx.Err() == nil {
			of[k] = s.found(s.files[k], near[s.files[k]])
		}
	})
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	var found, prose []Chunk
	for k, n := range s.files {
		if s.isBehind(n) {
			prose = append(prose, of[k]...)
		} else {
			found = append(found, of[k]...)
		}
	}
	found = bestChunks(found, 1)
	if len(found) == 0 {
		return bestChunks(prose, 1), nil
	}
	return append(found, bestChunks(prose, found[len(found)-1].Score)...), nil
}

// bestChunks scales, rounds and sorts what was found: the best one's score is most.
func bestChunks(found []Chunk, most float64) []Chunk {
	highest := 0.0
	for _, c := range found {
		highest = max(highest, c.Score)
	}
	found = slices.DeleteFunc(found, func(c Chunk) bool { return math.Round(c.Score/highest*scoreSteps)/scoreSteps < leastMatch })
	for i := range found {
		found[i].Score = math.Round(found[i].Score/highest*most*scoreSteps) / scoreSteps
	}
	slices.SortFunc(found, func(a, b Chunk) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), compareDefinitions(a.Definition, b.Definition))
	})
	return found
}
