package lsp

import (
	"context"
	"strings"

	"github.com/contextls/contextls/workspace"
)

func (p *SourceParams) check() error {
	return firstOf(checkChunk("chunk", p.Chunk), checkFolder(p.WorkspaceFolder))
}

func (p *SourceParams) places() (string, []string, []string) { return p.WorkspaceFolder, nil, nil }

func checkChunk(field, id string) error {
	if _, ok := parseChunk(id); !ok {
		return bad(field, "%q is not kind:path:name@line:hash", id)
	}
	return nil
}

// Source answers context/source: the text of one chunk, under the ID that it has now.
func (e *Engine) Source(ctx context.Context, snap *workspace.Snapshot, p SourceParams) (SourceResult, error) {
	if err := p.check(); err != nil {
		return SourceResult{}, err
	}
	v, err := e.view(ctx, snap)
	if err != nil {
		return SourceResult{}, err
	}
	r := newChunkReader(v)
	d, id, err := r.find("chunk", p.Chunk)
	if err != nil {
		return SourceResult{}, err
	}
	text, symbol := r.texts[d.Node], r.symbol(d)
	end := min(int(symbol.Range.End), len(text))
	return SourceResult{
		Chunk: id.String(), URI: v.uri(id.path), Range: newMapper(text, v.encoding).Range(min(int(symbol.Range.Start), end), end),
		Content: strings.ToValidUTF8(source(symbol, text), "\ufffd"),
	}, nil
}
