package engine

import (
	"cmp"
	"context"
	"slices"
	"strconv"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/budget"
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
	var chosen []definition
	if file != "" {
		n, err := x.node(file)
		if err != nil {
			return "", err
		}
		for i := range x.facts(n).Symbols {
			chosen = append(chosen, definition{n, i})
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
		chosen = x.mostImportant(skeletonSize)
	}
	lines := make([]budget.Definition, len(chosen))
	for i, d := range chosen {
		lines[i] = r.definition(d)
	}
	return budget.Skeleton(lines), nil
}

// mostImportant are the folder's definitions that other files use most, those of important files first;
// what no other file uses, what a program wrote, and fields, which their types stand for, are not among
// them.
func (x *indexed) mostImportant(count int) []definition {
	type weighed struct {
		definition
		importance float64
	}
	var all []weighed
	for n := range int32(x.Graph().Len()) {
		if x.facts(n).Generated {
			continue
		}
		for i, importance := range x.symbolImportance(n) {
			if importance > 0 && x.facts(n).Symbols[i].Kind != analysis.Field {
				all = append(all, weighed{definition{n, i}, importance})
			}
		}
	}
	slices.SortFunc(all, func(a, b weighed) int {
		return cmp.Or(-cmp.Compare(a.importance, b.importance), cmp.Compare(a.node, b.node), cmp.Compare(a.symbol, b.symbol))
	})
	out := make([]definition, min(count, len(all)))
	for i := range out {
		out[i] = all[i].definition
	}
	return out
}
