package engine

import (
	"context"
	"errors"
	"slices"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/workspace"
)

// topFiles is how many files stats names.
const topFiles = 5

// ImportCounts are how many imports lead to files of the folder, out of it as is known, to one of several
// files, and nowhere that is known.
type ImportCounts struct{ Resolved, External, Ambiguous, Unresolved int }

// Stats are the numbers of a folder's index.
type Stats struct {
	Status     workspace.Status
	Snapshot   string
	Files      int // listed
	Symbols    int
	References int
	Imports    map[string]ImportCounts // by language
	Nodes      int                     // of the graph
	Edges      int
	Bytes      int64          // of the files that have a language
	Languages  map[string]int // files by language
	Top        []ScoredFile   // the most important ones
	Excluded   map[string]int // by reason; an ignored directory counts once
	Cycles     Cycles
	Readings   workspace.Readings
	Cached     *int64 // bytes kept on disk, of all folders; nil where nothing is to be kept
}

// Cycles are the groups of files that import each other, directly or through others of the group.
type Cycles struct {
	Count, Files int      // how many groups there are, and how many files in all of them
	Largest      []string // the files of the largest one, by path
}

// ScoredFile is a file with its PageRank.
type ScoredFile struct {
	Path  string
	Score float64
}

// Stats counts what the index holds. While the folder is being indexed, what follows from the graph is
// that of the newest one there is: linking for each who asks how far it is would slow the indexing down.
func (e *Engine) Stats(ctx context.Context, snap *workspace.Snapshot) (*Stats, error) {
	x, status := e.newest(snap), snap.Status()
	if status.State != workspace.Indexing {
		own, err := e.indexed(ctx, snap)
		switch {
		case err == nil:
			x = own
		case errors.Is(err, ErrBroken):
			status.State, status.Degraded = workspace.Degraded, append(slices.Clip(status.Degraded), err.Error())
		default:
			return nil, err
		}
	}
	g := x.Graph()
	s := &Stats{Status: status, Snapshot: snap.ID(), Files: len(snap.Files()), Nodes: g.Len(), Edges: g.EdgeCount(),
		Languages: map[string]int{}, Imports: map[string]ImportCounts{}, Excluded: map[string]int{}, Readings: snap.Folder().Readings()}
	if bytes, ok := snap.Folder().Cached(); ok {
		s.Cached = &bytes
	}
	for _, f := range snap.Files() {
		if f.Language != nil {
			s.Bytes += f.Size
			s.Languages[f.Language.ID]++
		}
	}
	for _, left := range snap.Excluded() {
		s.Excluded[left.Reason]++
	}
	for n := range int32(g.Len()) {
		head := g.Head(n)
		s.Symbols += int(head.Symbols)
		s.References += int(head.Mentions)
		if links := g.Imports(n); len(links) > 0 {
			id := g.File(n).Language.ID
			s.Imports[id] = s.Imports[id].with(links)
		}
	}
	for _, n := range x.ByImportance()[:min(topFiles, g.Len())] {
		s.Top = append(s.Top, ScoredFile{g.Path(n), x.Importance()[n]})
	}
	for i, cycle := range x.Cycles() {
		s.Cycles.Count, s.Cycles.Files = s.Cycles.Count+1, s.Cycles.Files+len(cycle)
		if i == 0 {
			s.Cycles.Largest = x.paths(cycle)
		}
	}
	return s, nil
}

// cycle are the other files that a file imports in a circle, by path.
func (x *indexed) cycle(n int32) []string {
	others := slices.DeleteFunc(slices.Clone(x.CycleOf(n)), func(other int32) bool { return other == n })
	return x.paths(others)
}

// with counts further imports.
func (c ImportCounts) with(links []analysis.ImportLink) ImportCounts {
	for _, link := range links {
		switch link.Status {
		case analysis.Resolved:
			c.Resolved++
		case analysis.External:
			c.External++
		case analysis.Ambiguous:
			c.Ambiguous++
		case analysis.Unresolved:
			c.Unresolved++
		}
	}
	return c
}
