package engine

import (
	"context"
	"fmt"

	"github.com/contextls/contextls/rank"
	"github.com/contextls/contextls/workspace"
)

// RankRequest says what a ranking is for; what is absent has its default.
type RankRequest struct {
	Targets        []Target
	Task           string
	Limit          *int // how many files to answer, from 1; default: all
	MaxImportDepth *int // 1–100; default: the setting
	Scope          Scope
}

// Ranking is the folder's files by how much they matter, the most relevant first.
type Ranking struct {
	Targets      []string // the paths of those that exist
	Files        []RankedFile
	Nodes, Edges int // of the graph
	Provenance   Provenance
}

// RankedFile is a file's place in a ranking.
type RankedFile struct {
	rank.Ranked
	Module string // the file's name in its language's imports
}

// Rank orders the folder's files by how much they matter to a task.
func (e *Engine) Rank(ctx context.Context, snap *workspace.Snapshot, r RankRequest) (*Ranking, error) {
	if err := firstOf(checkInt("limit", r.Limit, 1, 0), checkInt("maxImportDepth", r.MaxImportDepth, 1, maxDepth)); err != nil {
		return nil, err
	}
	x, err := e.indexed(ctx, snap)
	if err != nil {
		return nil, err
	}
	scope, err := r.Scope.compile(x.settings.Roles)
	if err != nil {
		return nil, err
	}
	targets, err := x.targets(r.Targets)
	if err != nil {
		return nil, err
	}
	q := x.rankQuery(targets, r.Task, r.MaxImportDepth)
	ranked, err := x.rank(ctx, q, x.settings.Weights)
	if err != nil {
		return nil, err
	}
	ranking := &Ranking{Targets: x.paths(q.Targets), Nodes: x.Graph().Len(), Edges: x.Graph().EdgeCount(), Provenance: x.provenance("")}
	for _, f := range ranked {
		if r.Limit != nil && len(ranking.Files) == *r.Limit {
			break
		}
		if scope.allows(f.Path) {
			ranking.Files = append(ranking.Files, x.ranked(f))
		}
	}
	return ranking, nil
}

func (x *indexed) ranked(f rank.Ranked) RankedFile {
	return RankedFile{f, x.Graph().ModuleName(f.Node)}
}

// rank ranks; the error is ctx's.
func (x *indexed) rank(ctx context.Context, q rank.Query, w rank.Weights) ([]rank.Ranked, error) {
	defer Begin(ctx, StageRank)()
	return x.Rank(ctx, q, w)
}

// rankUntil ranks, and is late with nothing when the deadline comes first.
func (x *indexed) rankUntil(ctx context.Context, q rank.Query) (ranked []rank.Ranked, late bool, err error) {
	ranked, err = x.rank(ctx, q, x.settings.Weights)
	if ctx.Err() == context.DeadlineExceeded {
		return nil, true, nil
	}
	return ranked, false, err
}

// Explanation is why a file has its score.
type Explanation struct {
	File  RankedFile
	Cycle []string // the other files that it imports in a circle
	Chain []string // the shortest way along imports from a target to the file; none: there is none
}

// Explain says why a file has its score, and how a target leads to it.
func (e *Engine) Explain(ctx context.Context, snap *workspace.Snapshot, file string, targets []Target, task string) (*Explanation, error) {
	x, err := e.indexed(ctx, snap)
	if err != nil {
		return nil, err
	}
	n, err := x.node(file)
	if err != nil {
		return nil, err
	}
	found, err := x.targets(targets)
	if err != nil {
		return nil, err
	}
	q := x.rankQuery(found, task, nil)
	weights := x.settings.Weights
	weights.MinRelevance = 0 // whoever asks about a file wants its score, however low
	ranked, err := x.rank(ctx, q, weights)
	if err != nil {
		return nil, err
	}
	for _, f := range ranked {
		if f.Node == n {
			return &Explanation{x.ranked(f), x.cycle(n), x.paths(x.Chain(q.Targets, n))}, nil
		}
	}
	return nil, fmt.Errorf("%s has no score", x.Graph().Path(n))
}
