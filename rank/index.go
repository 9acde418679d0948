package rank

import (
	"context"
	"sync"
	"sync/atomic"

	"github.com/contextls/contextls/analysis"
)

// Index is one state of a folder, ready to be ranked. It is immutable and safe for concurrent use; what
// only some questions need is computed when first asked for.
type Index struct {
	*derived
	history *History
}

// derived is what follows from a graph alone.
type derived struct {
	graph   *analysis.Graph
	lexical *Lexical

	global    func() []float64
	walk      func() *Matrix
	localWalk *localWalk
	paths     *paths
	weights   func() [][]float64
	weighed   atomic.Pointer[[][]float64] // what weights gave, for the next graph
	standings func() *standings
	cycles    func() *cycles
}

// NewIndex makes the index of a graph and a history, which may be nil. Parts of prev, which may be nil,
// are kept where they are the same; the result answers exactly as one made from nothing.
func NewIndex(prev *Index, g *analysis.Graph, h *History) *Index {
	switch {
	case prev == nil:
		return &Index{derive(nil, g, nil), h}
	case prev.graph == g:
		return &Index{prev.derived, h}
	}
	return &Index{derive(prev.derived, g, nil), h}
}

// derive is what follows from a graph, its words among that unless they are known.
func derive(prev *derived, g *analysis.Graph, known *Lexical) *derived {
	d := &derived{graph: g}
	var words *Lexical
	var was *analysis.Graph
	var weights [][]float64
	if prev != nil { // the functions below must not hold prev: each would keep the one before
		words = prev.lexical
		if w := prev.weighed.Load(); w != nil {
			was, weights = prev.graph, *w
		}
	}
	if d.lexical = known; known == nil {
		d.lexical = NewLexical(words, g)
	}
	if prev != nil && g.SameEdges(prev.graph) {
		d.localWalk = prev.localWalk.of(g)
		d.global, d.walk = prev.global, prev.walk // until they are asked for they hold the graph they were made for, never a chain of graphs
	} else {
		d.global = sync.OnceValue(func() []float64 {
			// A background context: whoever asks next needs the whole result all the same.
			rank, _ := PageRank(context.Background(), NewMatrix(g), nil, damping, globalTolerance)
			return rank
		})
		d.walk, d.localWalk = sync.OnceValue(func() *Matrix { return newWalk(g) }), newLocalWalk(g)
	}
	switch {
	case prev == nil:
		d.paths = newPaths(g, nil, nil)
	case g.SameFiles(prev.graph) || prev.paths.fit(g):
		d.paths = prev.paths
	default:
		before := prev.graph
		d.paths = newPaths(g, prev.paths, sync.OnceValues(func() (from, to []int32) { return g.Moved(before) }))
	}
	d.weights = sync.OnceValue(func() [][]float64 {
		w := useWeights(g, was, weights)
		d.weighed.Store(&w)
		return w
	})
	d.standings = sync.OnceValue(func() *standings { return newStandings(&Index{derived: d}) })
	d.cycles = sync.OnceValue(func() *cycles { return newCycles(g) })
	return d
}

// Graph is the graph that is ranked.
func (ix *Index) Graph() *analysis.Graph { return ix.graph }

// History is the repository's history, nil without one.
func (ix *Index) History() *History { return ix.history }

// IsTest reports whether a file is a test, by the rules of its language.
func (ix *Index) IsTest(n int32) bool { return ix.paths.isTest(n) }

// purpose is what a file's language is written for.
func (ix *Index) purpose(n int32) analysis.Purpose { return ix.graph.File(n).Language.Purpose }

// Importance is each file's PageRank, by node: how often one arrives there who follows dependencies
// from file to file, beginning anywhere. It sums to 1. Not to be changed.
func (ix *Index) Importance() []float64 { return ix.global() }

// SymbolWeights are, for every symbol of every file, by node, how much other files use it: the number of
// references to its name, each times how sure it is. Nil for a file without Facts. Not to be changed.
func (ix *Index) SymbolWeights() [][]float64 { return ix.weights() }
