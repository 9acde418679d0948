package rank

import (
	"sync"
	"sync/atomic"

	"github.com/contextls/contextls/analysis"
)

// paths is what follows from the paths and languages of a graph's files alone. While somebody types it stays as it is.
type paths struct {
	files []located
	marks func() []pathMark
	names func() *names

	marked atomic.Pointer[[]pathMark] // what marks gave, for the next graph…
	named  atomic.Pointer[names]      // …and names
}

// located is a file as paths knows it.
type located struct {
	path     string
	language *analysis.Language
}

// pathMark is what a file's path says of it.
type pathMark uint8

const (
	testMark    pathMark = 1 << iota // a test, by the rules of its language
	foreignMark                      // in other people's code or in built copies
	exampleMark                      // among examples or benchmarks
)

func markOf(f *located) (mark pathMark) {
	if f.language.IsTest != nil && f.language.IsTest(f.path) {
		mark |= testMark
	}
	if foreign(f.path) {
		mark |= foreignMark
	}
	if isExample(f.path) {
		mark |= exampleMark
	}
	return mark
}

// newPaths takes over what prev, which may be nil, knows of the files that are still there; moved gives the numbers that files had
// there, and the other way round, as analysis.Graph.Moved.
func newPaths(g *analysis.Graph, prev *paths, moved func() (from, to []int32)) *paths {
	p := &paths{files: make([]located, g.Len())}
	for n := range p.files {
		p.files[n] = located{g.Path(int32(n)), g.File(int32(n)).Language}
	}
	var marked *[]pathMark // the functions below must not hold prev: each would keep the one before
	var named *names
	if prev != nil {
		marked, named = prev.marked.Load(), prev.named.Load()
	}
	p.marks = sync.OnceValue(func() []pathMark {
		all, from := make([]pathMark, len(p.files)), []int32(nil)
		if marked != nil {
			from, _ = moved()
		}
		for n := range all {
			if from != nil && from[n] >= 0 {
				all[n] = (*marked)[from[n]]
			} else {
				all[n] = markOf(&p.files[n])
			}
		}
		p.marked.Store(&all)
		return all
	})
	p.names = sync.OnceValue(func() *names {
		found := newNames(p.files, named, moved)
		p.named.Store(found)
		return found
	})
	return p
}

// fit reports whether a graph has just these files.
func (p *paths) fit(g *analysis.Graph) bool {
	if len(p.files) != g.Len() {
		return false
	}
	for n := range p.files {
		if f := g.File(int32(n)); f.Path != p.files[n].path || f.Language != p.files[n].language {
			return false
		}
	}
	return true
}

func (p *paths) isTest(n int32) bool    { return p.marks()[n]&testMark != 0 }
func (p *paths) isForeign(n int32) bool { return p.marks()[n]&foreignMark != 0 }
func (p *paths) isExample(n int32) bool { return p.marks()[n]&exampleMark != 0 }
