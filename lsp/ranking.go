package lsp

import (
	"context"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/lsp/engine"
	"github.com/contextls/contextls/lsp/protocol"
)

// rank answers context/rank.
func (s *server) rank(ctx context.Context, q asked, p *protocol.RankParams) (any, error) {
	r, err := s.engine.Rank(ctx, q.snap, engine.RankRequest{
		Targets: q.targets(ctx, p.Targets), Task: p.Task, Limit: p.Limit, MaxImportDepth: p.MaxImportDepth, Definitions: p.Definitions, Scope: engine.Scope(p.Scope)})
	if err != nil {
		return nil, err
	}
	return q.Ranking(r), nil
}

// Ranking is the answer to context/rank.
func (w Wire) Ranking(r *engine.Ranking) protocol.RankResult {
	out := protocol.RankResult{TargetFiles: w.uris(r.Targets), RankedFiles: []protocol.RankedFile{},
		GraphNodeCount: r.Nodes, GraphEdgeCount: r.Edges, Provenance: w.provenance(r.Provenance)}
	for _, f := range r.Files {
		out.RankedFiles = append(out.RankedFiles, w.ranked(f))
	}
	for _, d := range r.Definitions {
		out.Definitions = append(out.Definitions, protocol.RankedDefinition{Chunk: d.Chunk, URI: w.uri(d.Path),
			Range: w.ranges(d.Text, []analysis.Span{d.Span})[0], Score: d.Score, Reasons: d.Reasons})
	}
	return out
}

func (w Wire) ranked(f engine.RankedFile) protocol.RankedFile {
	out := protocol.RankedFile{
		URI: w.uri(f.Path), Path: f.Path, ModuleName: f.Module, Importance: f.Importance, Score: f.Score,
		Relationship: f.Relationship.String(), Reasons: f.Reasons,
		Scores: protocol.Scores{Structure: f.Structure, Lexical: f.Lexical, Cochange: f.Cochange},
	}
	if f.Distance >= 0 {
		out.Distance = &f.Distance
	}
	return out
}

// explain answers context/explain.
func (s *server) explain(ctx context.Context, q asked, p *protocol.ExplainParams) (any, error) {
	x, err := s.engine.Explain(ctx, q.snap, pathOf(p.URI), q.targets(ctx, p.Targets), p.Task)
	if err != nil {
		return nil, err
	}
	return q.Explanation(x), nil
}

// Explanation is the answer to context/explain.
func (w Wire) Explanation(x *engine.Explanation) protocol.ExplainResult {
	return protocol.ExplainResult{File: w.ranked(x.File), Cycle: w.uris(x.Cycle), Chain: w.uris(x.Chain)}
}

// analyzeTask answers context/analyzeTask.
func (s *server) analyzeTask(ctx context.Context, q asked, p *protocol.AnalyzeTaskParams) (any, error) {
	t, err := s.engine.AnalyzeTask(ctx, q.snap, p.Task)
	if err != nil {
		return nil, err
	}
	r := protocol.AnalyzeTaskResult{FilePaths: orEmpty(t.Paths), SymbolNames: orEmpty(t.Symbols), Keywords: orEmpty(t.Keywords),
		Domain: orNull(t.Domain), Action: orNull(t.Action), Resolved: []protocol.ResolvedMention{}}
	for _, f := range t.Files {
		r.Resolved = append(r.Resolved, protocol.ResolvedMention{URI: q.uri(f.Path), Path: f.Path, Line: f.Line, Reasons: f.Reasons})
	}
	return r, nil
}
