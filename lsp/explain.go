package lsp

import (
	"context"
	"fmt"

	"github.com/contextls/contextls/workspace"
)

// Explain answers context/explain: why a file has its score, and how a target leads to it.
func (e *Engine) Explain(ctx context.Context, snap *workspace.Snapshot, p ExplainParams) (ExplainResult, error) {
	if err := p.check(); err != nil {
		return ExplainResult{}, err
	}
	v, err := e.view(ctx, snap)
	if err != nil {
		return ExplainResult{}, err
	}
	n, err := v.node(p.URI)
	if err != nil {
		return ExplainResult{}, err
	}
	targets, err := v.targets(p.Targets)
	if err != nil {
		return ExplainResult{}, err
	}
	q := v.rankQuery(targets, p.Task, nil)
	weights := v.settings.Weights
	weights.MinRelevance = 0 // whoever asks about a file wants its score, however low
	ranked, err := v.Rank(ctx, q, weights)
	if err != nil {
		return ExplainResult{}, err
	}
	for _, r := range ranked {
		if r.Node == n {
			return ExplainResult{File: v.ranked(r), Chain: v.uris(v.Chain(q.Targets, n))}, nil
		}
	}
	return ExplainResult{}, fmt.Errorf("%s has no score", v.Graph().Path(n))
}
