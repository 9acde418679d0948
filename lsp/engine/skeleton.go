package engine

import (
	"context"
	"strconv"

	"github.com/contextls/contextls/budget"
	"github.com/contextls/contextls/rank"
	"github.com/contextls/contextls/workspace"
)

// skeletonSize is how many definitions a skeleton of the whole folder has.
const skeletonSize = 100

// Skeleton is a line for each definition of a file, for each of some chunks, or, with neither, for each
// of the folder's most important definitions. file is "" for none; nil chunks are none.
func (e *Engine) Skeleton(ctx context.Context, snap *workspace.Snapshot, file string, chunks []string) (string, error) {
	for i, id := range chunks {
		if err := checkChunk("chunks["+strconv.Itoa(i)+"]", id); err != nil {
			return "", err
		}
	}
	x, err := e.indexed(ctx, snap)
	if err != nil {
		return "", err
	}
	r := newChunkReader(x)
	var chosen []rank.Definition
	if file != "" {
		n, err := x.node(file)
		if err != nil {
			return "", err
		}
		for i := range x.facts(n).Symbols {
			chosen = append(chosen, rank.Definition{Node: n, Symbol: i})
		}
	}
	for i, id := range chunks {
		d, _, err := r.find("chunks["+strconv.Itoa(i)+"]", id)
		if err != nil {
			return "", err
		}
		chosen = append(chosen, d)
	}
	if file == "" && chunks == nil {
		chosen = x.TopDefinitions(skeletonSize)
	}
	lines := make([]budget.Definition, len(chosen))
	for i, d := range chosen {
		lines[i] = r.definition(ctx, d)
	}
	return budget.Skeleton(lines), nil
}
