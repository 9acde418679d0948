package engine

import (
	"context"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/workspace"
)

// Enclosing answers which definition a place of a file stands in: the qualified name of the innermost one that has its
// own name on another line, "" where there is none or nothing is known of the file. Lines count from 0.
func (e *Engine) Enclosing(ctx context.Context, snap *workspace.Snapshot) func(path string, line, offset int) string {
	graph, err := snap.Graph(ctx)
	if err != nil {
		return func(string, int, int) string { return "" }
	}
	return func(path string, line, offset int) (name string) {
		n, known := graph.Node(path)
		if !known || graph.File(n).Facts == nil {
			return ""
		}
		symbols, place := graph.File(n).Facts.Get().Symbols, analysis.Span{Start: uint32(offset), End: uint32(offset)}
		for i := range symbols {
			s := &symbols[i]
			if s.Range.Start > place.Start {
				break
			}
			if s.Range.Contains(place) && int(s.Line) != line {
				name = s.QualifiedName()
			}
		}
		return name
	}
}
