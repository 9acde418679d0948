package lsp

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

func (p *SkeletonParams) check() error {
	if p.URI != "" {
		if err := checkURI("uri", p.URI); err != nil {
			return err
		}
	}
	for i, id := range p.Chunks {
		if err := checkChunk("chunks["+strconv.Itoa(i)+"]", id); err != nil {
			return err
		}
	}
	return checkFolder(p.WorkspaceFolder)
}

func (p *SkeletonParams) places() (string, []string, []string) {
	return placesOf(p.WorkspaceFolder, p.URI)
}

// placesOf are the places of a request about at most one file.
func placesOf(folder, uri string) (string, []string, []string) {
	if uri == "" {
		return folder, nil, nil
	}
	return folder, []string{"uri"}, []string{uri}
}

// Skeleton answers context/skeleton: a line for each definition of a file, for each of some chunks, or,
// with neither, for each of the folder's most important definitions.
func (e *Engine) Skeleton(ctx context.Context, snap *workspace.Snapshot, p SkeletonParams) (SkeletonResult, error) {
	if err := p.check(); err != nil {
		return SkeletonResult{}, err
	}
	v, err := e.view(ctx, snap)
	if err != nil {
		return SkeletonResult{}, err
	}
	r := newChunkReader(v)
	var chosen []definition
	if p.URI != "" {
		n, err := v.node(p.URI)
		if err != nil {
			return SkeletonResult{}, err
		}
		for i := range v.facts(n).Symbols {
			chosen = append(chosen, definition{n, i})
		}
	}
	for i, id := range p.Chunks {
		d, _, err := r.find("chunks["+strconv.Itoa(i)+"]", id)
		if err != nil {
			return SkeletonResult{}, err
		}
		chosen = append(chosen, d)
	}
	if p.URI == "" && p.Chunks == nil {
		chosen = v.mostImportant(skeletonSize)
	}
	lines := make([]budget.Definition, len(chosen))
	for i, d := range chosen {
		lines[i] = r.definition(d)
	}
	return SkeletonResult{budget.Skeleton(lines)}, nil
}

// mostImportant are the folder's definitions that other files use most, those of important files first;
// what no other file uses, what a program wrote, and fields, which their types stand for, are not among
// them.
func (v *view) mostImportant(count int) []definition {
	type weighed struct {
		definition
		importance float64
	}
	var all []weighed
	for n := range int32(v.Graph().Len()) {
		if v.facts(n).Generated {
			continue
		}
		for i, importance := range v.symbolImportance(n) {
			if importance > 0 && v.facts(n).Symbols[i].Kind != analysis.Field {
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
