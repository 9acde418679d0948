package lsp

import (
	"context"

	"github.com/contextls/contextls/lsp/engine"
	"github.com/contextls/contextls/lsp/protocol"
)

// query answers context/query.
func (s *server) query(ctx context.Context, q asked, p *protocol.QueryParams) (any, error) {
	m, err := s.engine.Query(ctx, q.snap, engine.Query{Text: p.Query, Tier: p.Tier, Limit: p.Limit, Tokens: p.Tokens, Tokenizer: p.Tokenizer, Targets: q.targets(ctx, p.Targets),
		Repositories: protocol.RepositoryGlobs(p.Repositories)})
	if err != nil {
		return nil, err
	}
	return q.Matches(m), nil
}

// compress answers context/compress.
func (s *server) compress(ctx context.Context, q asked, p *protocol.CompressParams) (any, error) {
	m, err := s.engine.Compress(ctx, q.snap, engine.Query{Text: p.Query, Tokens: p.Tokens, Tokenizer: p.Tokenizer})
	if err != nil {
		return nil, err
	}
	r := q.Matches(m)
	return protocol.CompressResult{Text: r.Text, Chunks: r.Chunks, Omitted: r.Omitted, EstimatedTokens: r.EstimatedTokens, Provenance: r.Provenance}, nil
}

// Matches is the answer to context/query.
func (w Wire) Matches(m *engine.Matches) protocol.QueryResult {
	r := protocol.QueryResult{Text: m.Text, Chunks: []protocol.ChunkMatch{}, Omitted: m.Omitted, EstimatedTokens: m.EstimatedTokens,
		Degraded: m.Degraded, Provenance: w.provenance(m.Provenance)}
	for _, c := range m.Chunks {
		match := protocol.ChunkMatch{ID: c.Chunk, Score: c.Score, Signature: c.Signature, Doc: orNull(c.Doc)}
		if c.Repository != "" {
			match.Origin, match.Repository, match.Path, match.Line = "store", c.Repository, c.Path, &c.Line
		}
		r.Chunks = append(r.Chunks, match)
	}
	return r
}

// source answers context/source.
func (s *server) source(ctx context.Context, q asked, p *protocol.SourceParams) (any, error) {
	c, err := s.engine.Source(ctx, q.snap, p.Chunk)
	if err != nil {
		return nil, err
	}
	at := protocol.NewMapper(c.Text, q.Encoding).Range(int(c.Span.Start), int(c.Span.End))
	return protocol.SourceResult{Chunk: c.Chunk, URI: q.uri(c.Path), Range: at, Content: c.Content}, nil
}

// skeleton answers context/skeleton.
func (s *server) skeleton(ctx context.Context, q asked, p *protocol.SkeletonParams) (any, error) {
	file := ""
	if p.URI != "" {
		file = pathOf(p.URI)
	}
	text, err := s.engine.Skeleton(ctx, q.snap, file, p.Chunks)
	if err != nil {
		return nil, err
	}
	return protocol.SkeletonResult{Text: text}, nil
}
