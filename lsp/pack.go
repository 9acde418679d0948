package lsp

import (
	"context"
	"path/filepath"

	lsp "go.lsp.dev/protocol"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/budget"
	"github.com/contextls/contextls/lsp/engine"
	"github.com/contextls/contextls/lsp/protocol"
)

// pack answers context/pack.
func (s *server) pack(ctx context.Context, q asked, p *protocol.PackParams) (any, error) {
	req := engine.PackRequest{
		Task: p.Task, Targets: q.targets(ctx, p.Targets), Budget: budget.Budget(p.Budget), AutoDiscover: p.AutoDiscover,
		MaxImportDepth: p.MaxImportDepth, IncludeRepoMap: p.IncludeRepoMap, RepoMapTokens: p.RepoMapTokens, Detail: p.Detail,
		Format: p.Format, Order: p.Order, LineNumbers: p.LineNumbers, BaseETag: p.BaseEtag, Scope: engine.Scope(p.Scope), AllExcluded: p.AllExcluded,
	}
	for _, f := range p.Files {
		req.Files = append(req.Files, engine.Attached{Path: pathOf(f.URI), Pin: f.Pin})
	}
	result, err := s.engine.Pack(ctx, q.snap, req)
	if err != nil {
		return nil, err
	}
	if err := s.explorer.Record(q.Folder, &req, result); err != nil {
		s.log.Warn("a pack is not kept", "reason", err)
	}
	return q.Pack(result), nil
}

// targets are the files to be changed. Ranges of a file that cannot be read in time say nothing; packing it says
// why.
func (q asked) targets(ctx context.Context, named []protocol.Target) (targets []engine.Target) {
	for _, t := range named {
		target := engine.Target{Path: pathOf(t.URI)}
		if len(t.Ranges) > 0 && ctx.Err() == nil {
			if text, err := engine.Text(q.snap, target.Path); err == nil {
				m := protocol.NewMapper(text, q.Encoding)
				for _, r := range t.Ranges {
					target.Ranges = append(target.Ranges, analysis.Span{Start: uint32(m.Offset(r.Start)), End: uint32(m.Offset(r.End))})
				}
			}
		}
		targets = append(targets, target)
	}
	return targets
}

// Pack is the answer to context/pack.
func (w Wire) Pack(p *engine.Pack) protocol.PackResult {
	r := protocol.PackResult{
		Text: p.Text, Items: w.items(p.Items), Stats: protocol.PackStats(p.Stats), Excluded: []protocol.Excluded{}, ExcludedCounts: p.ExcludedCounts, Missing: []protocol.Missing{},
		Warnings: orEmpty(p.Warnings), Degraded: p.Degraded, Notices: []protocol.Notice{}, Partial: p.Partial, Etag: p.ETag, Provenance: w.provenance(p.Provenance),
	}
	for _, n := range p.Notices {
		r.Notices = append(r.Notices, protocol.Notice(n))
	}
	for _, x := range p.Excluded {
		if filepath.IsAbs(x.Path) { // it lies in another folder
			x.Path = protocol.URI(x.Path)
		}
		r.Excluded = append(r.Excluded, protocol.Excluded(x))
	}
	for _, m := range p.Missing {
		r.Missing = append(r.Missing, protocol.Missing{Path: m.Path, Symbol: m.Symbol, Range: wholeLines(m.First, m.Last), Tokens: m.Tokens, Reason: m.Reason})
	}
	if p.Map != nil {
		m := w.Map(p.Map)
		m.Provenance = r.Provenance
		r.RepoMap = &m
	}
	if d := p.Delta; d != nil {
		r.Delta = &protocol.PackDelta{BaseEtag: d.BaseETag, Added: w.items(d.Added), Changed: w.items(d.Changed),
			Removed: orEmpty(d.Removed), Order: []protocol.PackPlace{}, EstimatedTokens: d.EstimatedTokens}
		for _, i := range d.Order {
			r.Delta.Order = append(r.Delta.Order, protocol.PackPlace{Path: i.Path, Version: i.Version, Importance: i.Importance, Score: i.Score})
		}
	}
	return r
}

// wholeLines are the lines first to last, from 0.
func wholeLines(first, last int) lsp.Range {
	return lsp.Range{Start: lsp.Position{Line: uint32(first)}, End: lsp.Position{Line: uint32(last) + 1}}
}

func (w Wire) items(items []engine.Item) []protocol.PackItem {
	out := make([]protocol.PackItem, len(items))
	for i, item := range items {
		spans := make([]analysis.Span, len(item.Ranges))
		for k, r := range item.Ranges {
			spans[k] = r.Span
		}
		out[i] = protocol.PackItem{
			ID: item.ID, URI: w.uri(item.Path), Origin: "folder", Path: item.Path, Version: item.Version, Priority: item.Priority,
			Representation: string(item.Representation), Relationship: item.Relationship, Reasons: item.Reasons,
			Importance: item.Importance, Score: item.Score, EstimatedTokens: item.EstimatedTokens,
			Ranges: w.ranges(item.Source, spans), Content: item.Content,
		}
		if item.Package != "" {
			out[i].URI, out[i].Origin, out[i].Repository = item.Path, originOf(item.Repository), item.Repository
		}
	}
	return out
}

// originOf is where a package is from: another repository, if one is named.
func originOf(repository string) string {
	if repository != "" {
		return "store"
	}
	return "package"
}

// repoMap answers context/repoMap.
func (s *server) repoMap(ctx context.Context, q asked, p *protocol.RepoMapParams) (any, error) {
	m, err := s.engine.Map(ctx, q.snap, engine.MapRequest{
		Tokens: p.Tokens, Targets: q.targets(ctx, p.Targets), Task: p.Task, Tokenizer: p.Tokenizer, Scope: engine.Scope(p.Scope)})
	if err != nil {
		return nil, err
	}
	return q.Map(m), nil
}

// Map is the answer to context/repoMap.
func (w Wire) Map(m *engine.Map) protocol.RepoMapResult {
	r := protocol.RepoMapResult{
		Content: m.Content, FilesWithSignatures: m.FilesWithSignatures, FilesPathOnly: m.FilesPathOnly,
		FilesOmitted: m.FilesOmitted, EstimatedTokens: m.EstimatedTokens, Etag: m.ETag, Provenance: w.provenance(m.Provenance),
		Files: []protocol.RepoMapFile{},
	}
	for _, f := range m.Files {
		r.Files = append(r.Files, protocol.RepoMapFile{URI: w.uri(f.Path), Path: f.Path, Importance: f.Importance, Representation: string(f.Representation)})
	}
	return r
}
