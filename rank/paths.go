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

// newPaths takes over from prev, which may be nil, what that knows of the same files.
func newPaths(g *analysis.Graph, prev *paths) *paths {
	p := &paths{files: make([]located, g.Len())}
	for n := range p.files {
		p.files[n] = located{g.Path(int32(n)), g.File(int32(n)).Language}
	}
	var was []located // the functions below must not hold prev: each would keep the one before
	var marked []pathMark
	var named *names
	if prev != nil {
		was, named = prev.files, prev.named.Load()
		if m := prev.marked.Load(); m != nil {
			marked = *m
		}
	}
	moved := sync.OnceValue(func() *movedFiles { return newMovedFiles(was, p.files) })
	p.marks = sync.OnceValue(func() []pathMark {
		all := make([]pathMark, len(p.files))
		for n := range all {
			if marked != nil && moved().from[n] >= 0 {
				all[n] = marked[moved().from[n]]
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

// movedFiles are the numbers of files in two lists; -1 is none.
type movedFiles struct{ from, to []int32 }

// newMovedFiles numbers files, which are sorted by path.
func newMovedFiles(was, now []located) *movedFiles {
	m := &movedFiles{from: make([]int32, len(now)), to: make([]int32, len(was))}
	for n := range m.from {
		m.from[n] = -1
	}
	n := 0
	for old := range was {
		for n < len(now) && now[n].path != was[old].path && now[n].path < was[old].path {
			n++
		}
		if m.to[old] = -1; n < len(now) && now[n] == was[old] {
			m.to[old], m.from[n] = int32(n), int32(old)
		}
	}
	return m
}
