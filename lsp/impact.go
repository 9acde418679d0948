package lsp

import (
	"context"

	"github.com/contextls/contextls/workspace"
)

// Impact answers context/impact: whom a change of a file, or of one of its definitions, may concern.
func (e *Engine) Impact(ctx context.Context, snap *workspace.Snapshot, p ChunkOrFile) (ImpactResult, error) {
	if err := p.check(); err != nil {
		return ImpactResult{}, err
	}
	v, err := e.view(ctx, snap)
	if err != nil {
		return ImpactResult{}, err
	}
	of, err := newChunkReader(v).subject(p)
	if err != nil {
		return ImpactResult{}, err
	}
	impact := v.Impact(of)
	return ImpactResult{
		DirectImporters: v.uris(impact.Direct), TransitiveImporters: v.uris(impact.Transitive),
		Pagerank: v.Importance()[of.Node], Tests: v.uris(impact.Tests),
	}, nil
}
