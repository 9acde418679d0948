package engine

import (
	"context"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/workspace"
)

// Source is the text of one chunk.
type Source struct {
	Chunk   string // the ID that it has now
	Path    string
	Span    analysis.Span // in Text
	Content string        // what stands there, as valid UTF-8
	Text    string        // of the file
}

func checkChunk(field, id string) error {
	if _, ok := parseChunk(id); !ok {
		return Bad(field, "%q is not kind:path:name@line:hash", id)
	}
	return nil
}

// Source is the text of one chunk, under the ID that it has now. Where there is no such chunk any more,
// the error names the nearest living one.
func (e *Engine) Source(ctx context.Context, snap *workspace.Snapshot, chunk string) (*Source, error) {
	if err := checkChunk("chunk", chunk); err != nil {
		return nil, err
	}
	return onCurrent(ctx, snap, func(snap *workspace.Snapshot) (*Source, bool, error) {
		s, err := e.source(ctx, snap, chunk)
		return s, false, err
	})
}

func (e *Engine) source(ctx context.Context, snap *workspace.Snapshot, chunk string) (*Source, error) {
	x, err := e.indexed(ctx, snap)
	if err != nil {
		return nil, err
	}
	r := newChunkReader(x)
	d, id, err := r.find("chunk", chunk)
	if err != nil {
		return nil, err
	}
	text, symbol := r.texts[d.Node], r.symbol(d)
	end := min(symbol.Range.End, uint32(len(text)))
	shown, err := r.shown(ctx, id.path, symbol, "", text)
	if err != nil {
		return nil, err
	}
	return &Source{Chunk: id.String(), Path: id.path, Span: analysis.Span{Start: min(symbol.Range.Start, end), End: end},
		Content: shown, Text: text}, nil
}
