package packages

import (
	"slices"
	"time"

	"github.com/contextls/contextls/analysis"
)

const (
	keptModules = 512  // that were read last, with…
	keptFiles   = 4096 // …files of them: some tens of megabytes

	keptAbsent  = 5 * time.Second // for which what is not installed is not looked for again
	keptLists   = 256             // of the files in archives
	keptAnswers = 64              // of layouts
	keptLinked  = 16              // files that were linked with what is installed

	answerHolds = 30 * time.Second // that was found with something missing, which may be there any time
)

// absence is what decides whether a module is installed.
type absence struct {
	reach          Reach
	dir, specifier string
	names          string // that the import takes
	pkg            analysis.Package
}

// lookedFor is when a module was not found, with what was found in looking for it: what was refused, and the package's name where
// no more of it is there.
type lookedFor struct {
	when    time.Time
	module  analysis.InstalledModule
	refused []string
}

// answer is what a layout keeps.
type answer struct {
	value any
	until time.Time // zero: for good
}

// keep is analysis.Keeper's of a place.
func (r *Reader) keep(key string, make func() (any, bool)) any {
	if a, ok := r.answers.Get(key); ok && (a.until.IsZero() || time.Now().Before(a.until)) {
		return a.value
	}
	value, whole := make()
	a := answer{value: value}
	if !whole {
		a.until = time.Now().Add(answerHolds)
	}
	r.answers.Add(key, a)
	return value
}

// linked is a file that was linked with what is installed.
type linked struct {
	facts     *analysis.LazyFacts
	installed []analysis.Installed
	graph     *analysis.Graph
}

// Link is analysis.LinkInstalled of what was read, which it keeps for those files that it was last asked of.
func (r *Reader) Link(file analysis.File, installed []analysis.Installed) *analysis.Graph {
	same := func(a, b analysis.Installed) bool {
		return a.Import == b.Import && len(a.Files) == len(b.Files) && (len(a.Files) == 0 || &a.Files[0] == &b.Files[0])
	}
	if l, ok := r.linked.Get(file.Path); ok && l.facts == file.Facts && slices.EqualFunc(l.installed, installed, same) {
		return l.graph
	}
	graph := analysis.LinkInstalled(file, installed)
	r.linked.Add(file.Path, linked{file.Facts, slices.Clone(installed), graph})
	return graph
}

// moduleKey is what decides what is found.
type moduleKey struct {
	place, dir, specifier string
	pkg                   analysis.Package
	members, wanted       string
}

// stamp says whether a file is still the same.
type stamp struct {
	path string
	size int64
	time time.Time
}

// stamp is that of a path as it is now; of what is not there the zero one.
func (p *place) stamp(name string) stamp {
	info, err := p.Stat(name)
	if err != nil {
		return stamp{}
	}
	return stamp{name, info.Size(), info.ModTime()}
}

// known are the Facts of a file that was read.
type known struct {
	stamp stamp
	facts *analysis.LazyFacts
}
