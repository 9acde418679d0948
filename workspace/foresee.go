package workspace

import (
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/contextls/contextls/analysis"
)

// foreseen is what a content comes to that a file probably still has, in the language that its path has by itself: that of a header is
// decided by its neighbours, and may be another one.
type foreseen struct {
	language *analysis.Language
	extracted
}

// foresee looks up what is kept of the files that the folder had in an earlier run, while the disk is listed: most of them will
// be as they were. What it has found when done is called is taken; done waits for no more than is under way.
func (f *Folder) foresee() (done func()) {
	paths := make([]string, 0, len(f.memory))
	for p, m := range f.memory {
		if m.refused == "" && !f.session.langs.isManifest(p) {
			paths = append(paths, p)
		}
	}
	if len(paths) == 0 {
		return func() {}
	}
	slices.Sort(paths) // as they were read, and so as they lie in the cache
	found := make([]foreseen, len(paths))
	var next atomic.Int64
	var ended atomic.Bool
	var others sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0)-1, f.session.pool.Workers()) { // one processor lists
		others.Go(func() {
			defer func() {
				if value := recover(); value != nil {
					f.opts.Problems.Panicked("looking up a file", value)
				}
			}()
			among := newLookups()
			for i := next.Add(1) - 1; i < int64(len(paths)) && !ended.Load() && f.ctx.Err() == nil; i = next.Add(1) - 1 {
				found[i] = f.expect(paths[i], among)
			}
		})
	}
	return func() {
		ended.Store(true)
		others.Wait()
		f.foreseen = make(map[string]foreseen, len(paths))
		for i, p := range paths {
			if found[i].language != nil {
				f.foreseen[p] = found[i]
			}
		}
	}
}

// expect is what is known of the content that a file had in an earlier run; without a language where that is nothing.
func (f *Folder) expect(path string, among *lookups) foreseen {
	m, langs := f.memory[path], f.session.langs
	language := langs.of(path, "")
	if language == nil && mayBeScript(path) {
		language = langs.byID[m.language]
	}
	if language == nil {
		return foreseen{}
	}
	e, known := f.session.facts.known(source{language: language, hash: m.hash, showSecrets: f.opts.ShowSecrets, among: among})
	if !known || e.err != nil {
		return foreseen{}
	}
	return foreseen{language, e}
}
