package engine

import (
	"context"

	"github.com/contextls/contextls/workspace"
)

// Impact is whom a change may concern.
type Impact struct {
	Direct     []string // files that import the file, or use it from the same package; by path
	Transitive []string // files that depend on those, the nearest first
	Tests      []string // among all of these, the file itself included
	Cycle      []string // the other files that the file imports in a circle: a change goes round
	PageRank   float64  // of the file
}

// Impact finds whom a change of a file, or of one of its definitions, may concern.
func (e *Engine) Impact(ctx context.Context, snap *workspace.Snapshot, s Subject) (*Impact, error) {
	if err := s.check(); err != nil {
		return nil, err
	}
	x, err := e.indexed(ctx, snap)
	if err != nil {
		return nil, err
	}
	of, err := newChunkReader(x).subject(s)
	if err != nil {
		return nil, err
	}
	impact := x.Impact(of)
	return &Impact{x.paths(impact.Direct), x.paths(impact.Transitive), x.paths(impact.Tests), x.cycle(of.Node), x.Importance()[of.Node]}, nil
}
