package lsp

import (
	"context"
	"strconv"

	"github.com/contextls/contextls/budget"
	"github.com/contextls/contextls/rank"
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
	var chosen []rank.Definition
	if p.URI != "" {
		n, err := v.node(p.URI)
		if err != nil {
			return SkeletonResult{}, err
		}
		for i := range v.facts(n).Symbols {
			chosen = append(chosen, rank.Definition{Node: n, Symbol: i})
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
		chosen = v.TopDefinitions(skeletonSize)
	}
	lines := make([]budget.Definition, len(chosen))
	for i, d := range chosen {
		lines[i] = r.definition(d)
	}
	return SkeletonResult{budget.Skeleton(lines)}, nil
}
