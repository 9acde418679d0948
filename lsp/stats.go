package lsp

import (
	"context"
	"time"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/workspace"
)

// topFiles is how many files stats names.
const topFiles = 5

// Stats answers context/stats for one folder. While it is being indexed, what follows from the graph is
// that of the newest one there is: linking for each who asks how far it is would slow the indexing down.
func (e *Engine) Stats(ctx context.Context, snap *workspace.Snapshot) (FolderStats, error) {
	v := e.newestView(snap)
	if snap.Status().State != workspace.Indexing {
		var err error
		if v, err = e.view(ctx, snap); err != nil {
			return FolderStats{}, err
		}
	}
	g, status := v.Graph(), snap.Status()
	s := FolderStats{
		URI: FileURI(snap.Folder().Root()), State: status.State.String(), Files: len(snap.Files()),
		Nodes: g.Len(), Edges: g.EdgeCount(), Languages: map[string]int{}, ImportsOf: map[string]ImportCounts{}, Excluded: map[string]int{}, TopPagerank: []ScoredFile{},
		Degraded: append([]string{}, status.Degraded...), UpdatedAt: status.Updated.UTC().Format(time.RFC3339Nano), Snapshot: snap.ID(),
	}
	for _, f := range snap.Files() {
		if f.Language != nil {
			s.Bytes += f.Size
			s.Languages[f.Language.ID]++
		}
	}
	for _, x := range snap.Excluded() {
		s.Excluded[x.Reason]++
	}
	for n := range int32(g.Len()) {
		facts := v.facts(n)
		s.Symbols += len(facts.Symbols)
		for _, r := range facts.References {
			s.References += int(r.Count)
		}
		if links := g.Imports(n); len(links) > 0 {
			id := g.File(n).Language.ID
			s.ImportsOf[id] = s.ImportsOf[id].with(links)
		}
	}
	for _, c := range s.ImportsOf {
		s.Imports += c.Resolved + c.External + c.Ambiguous + c.Unresolved
		s.AmbiguousImports += c.Ambiguous
		s.UnresolvedImports += c.Unresolved
	}
	s.Chunks = s.Symbols
	importance := v.Importance()
	for _, n := range v.ByImportance()[:min(topFiles, g.Len())] {
		s.TopPagerank = append(s.TopPagerank, ScoredFile{v.uri(g.Path(n)), importance[n]})
	}
	return s, nil
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

// stats answers context/stats for all folders, in the client's order.
func (s *server) stats(raw []byte) (answer, error) {
	if _, err := decode[StatsParams](raw); err != nil {
		return nil, err
	}
	s.mu.Lock()
	roots, session := s.roots, s.session
	s.mu.Unlock()
	var snaps []*workspace.Snapshot
	for _, root := range roots {
		for _, f := range session.Folders() {
			if f.Root() == root {
				snaps = append(snaps, f.Snapshot())
			}
		}
	}
	return func(ctx context.Context) (any, error) {
		result := StatsResult{Folders: []FolderStats{}}
		for _, snap := range snaps {
			stats, err := s.engine.Stats(ctx, snap)
			if err != nil {
				return nil, err
			}
			if reasons := s.desynced(snap.Folder()); len(reasons) > 0 {
				stats.Degraded = append(stats.Degraded, reasons...)
				if stats.State == workspace.Ready.String() {
					stats.State = workspace.Degraded.String()
				}
			}
			result.Folders = append(result.Folders, stats)
		}
		return encode(result)
	}, nil
}
