package lsp

import (
	"context"

	"github.com/contextls/contextls/workspace"
)

// Rank answers context/rank: the folder's files by how much they matter to a task.
func (e *Engine) Rank(ctx context.Context, snap *workspace.Snapshot, p RankParams) (RankResult, error) {
	if err := p.check(); err != nil {
		return RankResult{}, err
	}
	v, err := e.view(ctx, snap)
	if err != nil {
		return RankResult{}, err
	}
	scope, err := p.Scope.compile(v.settings.Roles)
	if err != nil {
		return RankResult{}, err
	}
	targets, err := v.targets(p.Targets)
	if err != nil {
		return RankResult{}, err
	}
	q := v.rankQuery(targets, p.Task, p.MaxImportDepth)
	ranked, err := v.Rank(ctx, q, v.settings.Weights)
	if err != nil {
		return RankResult{}, err
	}
	result := RankResult{
		TargetFiles: v.uris(q.Targets), RankedFiles: []RankedFile{},
		GraphNodeCount: v.Graph().Len(), GraphEdgeCount: v.Graph().EdgeCount(), Provenance: v.provenance(""),
	}
	for _, r := range ranked {
		if p.Limit != nil && len(result.RankedFiles) == *p.Limit {
			break
		}
		if scope.allows(r.Path) {
			result.RankedFiles = append(result.RankedFiles, v.ranked(r))
		}
	}
	return result, nil
}
