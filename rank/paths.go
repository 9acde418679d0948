package rank

import (
	"sync"

	"github.com/contextls/contextls/analysis"
)

// paths is what follows from the paths and languages of a graph's files alone. While somebody types it stays as it is.
type paths struct {
	files []located

	names    func() *names
	tests    func() []bool
	foreign  func() []bool // what lies in other people's code or in built copies
	examples func() []bool // what lies among examples or benchmarks
}

// located is a file as paths knows it.
type located struct {
	path     string
	language *analysis.Language
}

func newPaths(g *analysis.Graph) *paths {
	p := &paths{files: make([]located, g.Len())}
	for n := range p.files {
		p.files[n] = located{g.Path(int32(n)), g.File(int32(n)).Language}
	}
	marked := func(is func(f *located) bool) func() []bool {
		return sync.OnceValue(func() []bool {
			all := make([]bool, len(p.files))
			for n := range all {
				all[n] = is(&p.files[n])
			}
			return all
		})
	}
	p.names = sync.OnceValue(func() *names { return newNames(p.files) })
	p.tests = marked(func(f *located) bool { return f.language.IsTest != nil && f.language.IsTest(f.path) })
	p.foreign = marked(func(f *located) bool { return foreign(f.path) })
	p.examples = marked(func(f *located) bool { return isExample(f.path) })
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
