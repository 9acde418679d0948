package engine

import (
	"context"

	"github.com/contextls/contextls/workspace"
)

// Content is what the index holds of one file.
type Content struct {
	*workspace.File
	Linked     bool    // it is in the graph; else nothing below is known
	Module     string  // the file's name in its language's imports
	Lines      int     //
	Importance float64 // PageRank
	Rank       int     // its place by importance, from 1
	Symbols    []Symbol
	Imports    []Import // their Files are those that define what is taken
	Edges      []Edge
}

// Edge is a tie of one file to another.
type Edge struct {
	To         string
	Weight     float64
	Confidence float64 // 0–1
	Import     bool
}

// Contents visits what the index holds of each file, by path, until visit fails. Errors are visit's and
// ctx's.
func (e *Engine) Contents(ctx context.Context, snap *workspace.Snapshot, visit func(*Content) error) error {
	x, err := e.indexed(ctx, snap)
	if err != nil {
		return err
	}
	ranks := make([]int, x.Graph().Len())
	for i, n := range x.ByImportance() {
		ranks[n] = i + 1
	}
	for _, f := range snap.Files() {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := visit(x.content(f, ranks)); err != nil {
			return err
		}
	}
	return nil
}

func (x *indexed) content(f *workspace.File, ranks []int) *Content {
	n, linked := x.Graph().Node(f.Path)
	if !linked {
		return &Content{File: f}
	}
	c := &Content{File: f, Linked: true, Module: x.Graph().ModuleName(n), Lines: int(x.Graph().Head(n).Lines),
		Importance: x.Importance()[n], Rank: ranks[n], Symbols: x.symbols(n), Imports: x.imports(n)}
	links := x.Graph().Imports(n)
	for i := range links {
		c.Imports[i].Files = x.paths(leadsTo(&links[i]))
	}
	for _, e := range x.Graph().Out(n) {
		c.Edges = append(c.Edges, Edge{x.Graph().Path(e.To), e.Weight, x.Graph().Confidence(n, e.To), e.Import})
	}
	return c
}
