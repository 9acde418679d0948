package lsp

import (
	"context"

	lsp "go.lsp.dev/protocol"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/lsp/engine"
	"github.com/contextls/contextls/lsp/protocol"
)

// impact answers context/impact.
func (s *server) impact(ctx context.Context, q asked, p *protocol.ImpactParams) (any, error) {
	i, err := s.engine.Impact(ctx, q.snap, subject(&p.ChunkOrFile), protocol.RepositoryGlobs(p.Repositories)...)
	if err != nil {
		return nil, err
	}
	return q.Impact(i), nil
}

// Impact is the answer to context/impact.
func (w Wire) Impact(i *engine.Impact) protocol.ImpactResult {
	ranges := newRanges(w)
	r := protocol.ImpactResult{Uses: ranges.uses(i.Uses), MoreUses: i.MoreUses, Callers: []protocol.Caller{}, Overriders: ranges.uses(i.Overriders),
		Implementers: ranges.uses(i.Implementers), DirectImporters: w.uris(i.Direct), TransitiveImporters: w.uris(i.Transitive),
		Pagerank: i.PageRank, Tests: w.uris(i.Tests), Cycle: w.uris(i.Cycle),
		MoreElsewhere: i.MoreElsewhere, Degraded: i.Degraded}
	for _, u := range i.Elsewhere {
		r.Elsewhere = append(r.Elsewhere, protocol.UseElsewhere(u))
	}
	for _, c := range i.Callers {
		caller := protocol.Caller{URI: w.uri(c.Path), Chunk: orNull(c.Chunk), Confidence: c.Confidence}
		for _, at := range c.Places {
			caller.Ranges = append(caller.Ranges, ranges.of(c.Use, at))
		}
		r.Callers = append(r.Callers, caller)
	}
	return r
}

// ranges turns places into ranges; it reads each file's lines once.
type ranges struct {
	Wire
	mappers map[string]*protocol.Mapper // by path
}

func newRanges(w Wire) ranges { return ranges{w, map[string]*protocol.Mapper{}} }

func (r ranges) of(u engine.Use, at analysis.Span) lsp.Range {
	m := r.mappers[u.Path]
	if m == nil {
		m = protocol.NewMapper(u.Text, r.Encoding)
		r.mappers[u.Path] = m
	}
	return m.Range(int(at.Start), int(at.End))
}

func (r ranges) uses(list []engine.Use) []protocol.SymbolUse {
	uses := []protocol.SymbolUse{}
	for _, u := range list {
		uses = append(uses, protocol.SymbolUse{URI: r.uri(u.Path), Range: r.of(u, u.Span), Chunk: orNull(u.Chunk), Confidence: u.Confidence})
	}
	return uses
}
