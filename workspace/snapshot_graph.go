package workspace

import (
	"context"

	"github.com/contextls/contextls/analysis"
)

// Graph links the snapshot, the first time it is asked for. Texts open in the editor are extracted
// before; files that the folder has listed but not read yet stand in it without Facts. The error is the
// context's.
func (s *Snapshot) Graph(ctx context.Context) (*analysis.Graph, error) {
	select {
	case <-s.folder.site.linking:
		defer func() { s.folder.site.linking <- struct{}{} }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if s.graph != nil {
		return s.graph, nil
	}
	files, open, err := s.linkable(ctx)
	if err != nil {
		return nil, err
	}
	prev := s.folder.newest
	if prev == nil {
		prev = s.folder.twinGraph()
	}
	if prev == nil {
		prev = s.folder.keptGraph(s, files)
	}
	s.link(prev, files, open)
	return s.graph, nil
}

// linkable is what the snapshot's graph is linked from, with the numbers of those that are open. The error is the context's.
func (s *Snapshot) linkable(ctx context.Context) (files []*analysis.File, open []int, err error) {
	s.folder.mu.Lock()
	seen := s.folder.linked.seen()
	s.folder.mu.Unlock()
	files = make([]*analysis.File, len(s.Files()))
	for i, f := range s.Files() {
		if files[i] = seen(f); files[i] != nil {
			continue
		}
		if f.Document != nil {
			open = append(open, i)
		}
		files[i] = &analysis.File{Path: f.Path, Language: f.Language, Facts: f.facts, Manifest: f.manifest}
		if f.Document != nil && f.Language != nil {
			facts, problem, err := f.Document.read(ctx, f.Language, s.folder, func() { s.folder.readLate(f) })
			if ctx.Err() != nil {
				return nil, nil, ctx.Err()
			}
			if err != nil {
				problem = err.Error()
				if err != errPending {
					s.folder.interrupted(f)
				}
			}
			if problem != "" {
				s.folder.session.opts.Log.Warn("an open document has no facts", "path", f.Path, "reason", problem)
				s.miss(f.Path, missing{problem, err != nil})
			}
			files[i].Facts = facts
		}
	}
	return files, open, ctx.Err()
}

// link makes the snapshot's graph on top of another one; nil: from nothing. It needs the site's token.
func (s *Snapshot) link(prev *analysis.Graph, files []*analysis.File, open []int) {
	before := analysis.NewTree(nil)
	if prev != nil {
		before = prev.Tree()
	}
	f := s.folder
	s.graph = analysis.Link(prev, before.With(files))
	f.newest = s.graph
	if f.site.reopened != s.graph {
		f.site.reopened = nil
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.linked = linked{s.graph, s.files, open}
}
