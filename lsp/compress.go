package lsp

import (
	"context"

	"github.com/contextls/contextls/budget"
	"github.com/contextls/contextls/workspace"
)

func (p *CompressParams) check() error {
	return firstOf(checkQuery(p.Query), checkInt("tokens", p.Tokens, 1, 0), checkFolder(p.WorkspaceFolder))
}

func (p *CompressParams) places() (string, []string, []string) { return p.WorkspaceFolder, nil, nil }

// Compress answers context/compress: as much of what matches a query as fits, as signatures and lines of
// documentation.
func (e *Engine) Compress(ctx context.Context, snap *workspace.Snapshot, p CompressParams) (CompressResult, error) {
	if err := p.check(); err != nil {
		return CompressResult{}, err
	}
	fallback := defaultCompression
	s, err := e.searchChunks(ctx, snap, p.Query, p.Tokens, p.Tokenizer, &fallback)
	if err != nil {
		return CompressResult{}, err
	}
	list := budget.Compress(s.definitions, s.limits.Tokens, s.limits.Counter)
	chunks := s.matches(list.Shown)
	return CompressResult{Text: list.Text, Chunks: chunks, Omitted: len(s.definitions) - len(chunks),
		EstimatedTokens: list.EstimatedTokens, Provenance: s.provenance(p.Tokenizer)}, nil
}
