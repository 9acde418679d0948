package lsp

import (
	"context"
	"strings"

	"github.com/contextls/contextls/budget"
	"github.com/contextls/contextls/rank"
	"github.com/contextls/contextls/workspace"
)

// The defaults of context/query.
const (
	defaultTier        = int(budget.DetailDocs)
	defaultChunkLimit  = 50
	maxTier            = int(budget.DetailSources)
	defaultCompression = 32_000 // tokens
)

func (p *QueryParams) check() error {
	return firstOf(
		checkQuery(p.Query),
		checkInt("tier", p.Tier, 0, maxTier),
		checkInt("limit", p.Limit, 1, 0),
		checkInt("tokens", p.Tokens, 1, 0),
		checkFolder(p.WorkspaceFolder),
	)
}

func (p *QueryParams) places() (string, []string, []string) { return p.WorkspaceFolder, nil, nil }

func checkQuery(query string) error {
	if strings.TrimSpace(query) == "" {
		return bad("query", "%q asks for nothing", query)
	}
	return nil
}

// Query answers context/query: the definitions that match a query in words, the best first, as
// signatures, with a line of documentation, or with their sources.
func (e *Engine) Query(ctx context.Context, snap *workspace.Snapshot, p QueryParams) (QueryResult, error) {
	if err := p.check(); err != nil {
		return QueryResult{}, err
	}
	s, err := e.searchChunks(ctx, snap, p.Query, p.Tokens, p.Tokenizer, nil)
	if err != nil {
		return QueryResult{}, err
	}
	found := s.definitions[:min(len(s.definitions), or(p.Limit, defaultChunkLimit))]
	list := budget.List(found, budget.DefinitionDetail(or(p.Tier, defaultTier)), s.limits.Tokens, s.limits.Counter)
	chunks := s.matches(list.Shown)
	return QueryResult{Text: list.Text, Chunks: chunks, Omitted: len(s.definitions) - len(chunks),
		EstimatedTokens: list.EstimatedTokens, Provenance: s.provenance(p.Tokenizer)}, nil
}

// chunkMatches are the definitions that a search found, ready to be written.
type chunkMatches struct {
	*chunkReader
	limits      budget.Limits
	chunks      []rank.Chunk
	definitions []budget.Definition // of the chunks, in their order
}

// searchChunks finds what matches a query, and how much room there is for it: tokens, or what the
// settings say, or fallback where that is not nil.
func (e *Engine) searchChunks(ctx context.Context, snap *workspace.Snapshot, query string, tokens *int, tokenizer string, fallback *int) (*chunkMatches, error) {
	v, err := e.view(ctx, snap)
	if err != nil {
		return nil, err
	}
	if tokens == nil {
		if tokens = fallback; tokens == nil {
			standard := v.settings.tokenBudget()
			tokens = &standard
		}
	}
	limits, err := budget.Budget{Tokens: tokens, Tokenizer: tokenizer}.Limits(&e.tokenizers, "")
	if err != nil {
		return nil, withoutPrefix(fieldError(err), "budget.")
	}
	chunks, err := v.Chunks(ctx, query, &e.bodies, snap.Text)
	if err != nil {
		return nil, err
	}
	s := &chunkMatches{chunkReader: newChunkReader(v), limits: limits, chunks: chunks}
	for _, c := range chunks {
		d := s.definition(c.Definition)
		d.Score = c.Score
		s.definitions = append(s.definitions, d)
	}
	return s, nil
}

// definition is a definition as package budget writes it.
func (r *chunkReader) definition(d rank.Definition) budget.Definition {
	file, symbol := r.Graph().File(d.Node), r.symbol(d)
	return budget.Definition{Path: file.Path, Fence: file.Language.Fence, Symbol: symbol, Load: func() (string, error) {
		text, err := r.text(d.Node)
		return strings.ToValidUTF8(source(symbol, text), "\ufffd"), err
	}}
}

// matches are some of the chunks found, on the wire; without those whose file cannot be read any more.
func (s *chunkMatches) matches(shown []int) []ChunkMatch {
	out := make([]ChunkMatch, 0, len(shown))
	for _, i := range shown {
		c, symbol := s.chunks[i], s.definitions[i].Symbol
		if id, err := s.id(c.Definition); err == nil {
			out = append(out, ChunkMatch{id.String(), c.Score, symbol.Signature, orNull(symbol.Doc)})
		}
	}
	return out
}
