package lsp

import (
	"context"
	"slices"
	"strings"

	"github.com/contextls/contextls/rank"
	"github.com/contextls/contextls/workspace"
)

func (p *ChunkOrFile) check() error {
	switch {
	case (p.Chunk == "") == (p.URI == ""):
		return bad("chunk", "there has to be either chunk or uri, and not both")
	case p.Chunk != "":
		return firstOf(checkChunk("chunk", p.Chunk), checkFolder(p.WorkspaceFolder))
	}
	return firstOf(checkURI("uri", p.URI), checkFolder(p.WorkspaceFolder))
}

func (p *ChunkOrFile) places() (string, []string, []string) {
	return placesOf(p.WorkspaceFolder, p.URI)
}

// subject is what a ChunkOrFile means: a file, or one of its definitions; then Symbol is not rank.WholeFile.
func (r *chunkReader) subject(p ChunkOrFile) (rank.Definition, error) {
	if p.Chunk != "" {
		d, _, err := r.find("chunk", p.Chunk)
		return d, err
	}
	n, err := r.node(p.URI)
	return rank.Definition{Node: n, Symbol: rank.WholeFile}, err
}

// Dependencies answers context/dependencies: what a chunk or a file uses of the folder. A chunk uses what
// its file uses whose names stand in its text, and the definitions beside it that it names.
func (e *Engine) Dependencies(ctx context.Context, snap *workspace.Snapshot, p ChunkOrFile) (DependenciesResult, error) {
	if err := p.check(); err != nil {
		return DependenciesResult{}, err
	}
	v, err := e.view(ctx, snap)
	if err != nil {
		return DependenciesResult{}, err
	}
	r := newChunkReader(v)
	of, err := r.subject(p)
	if err != nil {
		return DependenciesResult{}, err
	}
	result := DependenciesResult{Chunks: []string{}}
	var files []int32
	for _, d := range v.Dependencies(of, r.texts[of.Node]) {
		id, err := r.id(d)
		if err != nil {
			continue // its file has just gone
		}
		result.Chunks = append(result.Chunks, id.String())
		files = append(files, d.Node)
	}
	if of.Symbol == rank.WholeFile {
		for _, e := range v.Graph().Out(of.Node) {
			if e.Import {
				files = append(files, e.To)
			}
		}
	}
	slices.Sort(files) // nodes are numbered by path
	files = slices.DeleteFunc(slices.Compact(files), func(n int32) bool { return n == of.Node })
	result.Files = v.uris(files)
	return result, nil
}

func lastName(dotted string) string { return dotted[strings.LastIndexByte(dotted, '.')+1:] }
