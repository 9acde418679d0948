package engine

import (
	"context"
	"slices"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/rank"
	"github.com/contextls/contextls/workspace"
)

// Subject is what is asked about: a chunk, by its ID, or a file. One of the two is "".
type Subject struct{ Chunk, Path string }

func (s Subject) check() error {
	switch {
	case (s.Chunk == "") == (s.Path == ""):
		return Bad("chunk", "there has to be either a chunk or a file, and not both")
	case s.Chunk != "":
		return checkChunk("chunk", s.Chunk)
	}
	return nil
}

// subject is a file or one of its definitions; then Symbol is not rank.WholeFile.
func (r *chunkReader) subject(s Subject) (rank.Definition, error) {
	if s.Chunk != "" {
		d, _, err := r.find("chunk", s.Chunk)
		return d, err
	}
	n, err := r.node(s.Path)
	return rank.Definition{Node: n, Symbol: rank.WholeFile}, err
}

// Dependencies are what a chunk or a file uses of the folder, and of installed packages.
type Dependencies struct {
	Chunks, Files []string
	Packages      []*Package
	Degraded      []string // what is missing, and why
}

// Dependencies finds what a chunk or a file uses of the folder, of installed packages and of those that the store knows. A chunk uses what its file uses whose
// names stand in its text, and the definitions beside it that it names.
func (e *Engine) Dependencies(ctx context.Context, snap *workspace.Snapshot, s Subject) (*Dependencies, error) {
	if err := s.check(); err != nil {
		return nil, err
	}
	x, err := e.indexed(ctx, snap)
	if err != nil {
		return nil, err
	}
	r := newChunkReader(x)
	of, err := r.subject(s)
	if err != nil {
		return nil, err
	}
	result := &Dependencies{}
	var files []int32
	for _, d := range x.Dependencies(of, r.texts[of.Node]) {
		id, err := r.id(d)
		if err != nil {
			continue // its file has just gone
		}
		result.Chunks = append(result.Chunks, id.String())
		files = append(files, d.Node)
	}
	if of.Symbol == rank.WholeFile {
		for _, e := range x.Graph().Out(of.Node) {
			if e.Import {
				files = append(files, e.To)
			}
		}
	}
	slices.Sort(files) // nodes are numbered by path
	files = slices.DeleteFunc(slices.Compact(files), func(n int32) bool { return n == of.Node })
	result.Files = x.paths(files)
	reach := e.reach(&x.settings)
	reading := x.readPackages(reach)
	var within *analysis.Span
	if of.Symbol != rank.WholeFile {
		within = &r.symbol(of).Range
	}
	reading.add(ctx, of.Node, within)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	result.Packages = reading.list()
	if inquiry := e.inquireFor(snap, &x.settings, reach); inquiry != nil {
		end := Begin(ctx, StageStore)
		result.Packages, err = reading.addFromStore(ctx, inquiry, result.Packages, reading.wants(of.Node, within))
		if end(); err != nil {
			return nil, err
		}
		result.Degraded = inquiry.said
	}
	return result, nil
}
