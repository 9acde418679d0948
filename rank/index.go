package rank

import (
	"context"
	"sync"

	"github.com/contextls/contextls/analysis"
)

// Index is one state of a folder, ready to be ranked. It is immutable and safe for concurrent use; what
// only some questions need is computed when first asked for.
type Index struct {
	graph   *analysis.Graph
	lexical *Lexical
	history *History

	global func() []float64
	walk   func() *Matrix
	names  func() *names
	isTest func() []bool
}

// NewIndex makes the index of a graph and a history, which may be nil. Parts of prev, which may be nil,
// are kept where they are the same; the result answers exactly as one made from nothing.
func NewIndex(prev *Index, g *analysis.Graph, h *History) *Index {
	ix := &Index{graph: g, history: h}
	if prev != nil && prev.graph == g {
		ix.lexical, ix.global, ix.walk, ix.names, ix.isTest = prev.lexical, prev.global, prev.walk, prev.names, prev.isTest
		return ix
	}
	var known *Lexical
	if prev != nil {
		known = prev.lexical
	}
	ix.lexical = NewLexical(known, g)
	ix.global = sync.OnceValue(func() []float64 {
		// A background context: whoever asks next needs the whole result all the same.
		rank, _ := PageRank(context.Background(), NewMatrix(g), nil, damping, globalTolerance)
		return rank
	})
	ix.walk = sync.OnceValue(func() *Matrix { return newWalk(g) })
	ix.names = sync.OnceValue(func() *names { return newNames(g) })
	ix.isTest = sync.OnceValue(func() []bool {
		tests := make([]bool, g.Len())
		for n := range tests {
			file := g.File(int32(n))
			tests[n] = file.Language != nil && file.Language.IsTest != nil && file.Language.IsTest(file.Path)
		}
		return tests
	})
	return ix
}

// Graph is the graph that is ranked.
func (ix *Index) Graph() *analysis.Graph { return ix.graph }

// History is the repository's history, nil without one.
func (ix *Index) History() *History { return ix.history }

// Importance is each file's PageRank, by node: how often one arrives there who follows dependencies
// from file to file, beginning anywhere. It sums to 1. Not to be changed.
func (ix *Index) Importance() []float64 { return ix.global() }
