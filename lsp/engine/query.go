package engine

import (
	"context"
	"fmt"
	"strings"

	"github.com/contextls/contextls/analysis"
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

// Query asks for definitions in words; what is absent has its default.
type Query struct {
	Text      string
	Tier      *int // 0: signatures, 1: and a line of documentation (default), 2: sources
	Limit     *int // how many definitions to show, from 1; default: 50
	Tokens    *int // what the answer may cost, from 1; default: the setting
	Tokenizer string
	Targets   []Target // what is at hand: of what matches alike, what is near comes first

	// Repositories are globs of other repositories' names, which the store is asked for: * is any characters, ? is one.
	Repositories []string
}

// Matches are the definitions that match a query, the best first.
type Matches struct {
	Text            string
	Chunks          []Match  // as in Text
	Omitted         int      // how many more match
	EstimatedTokens int      // of Text
	Definitions     int      // how many were searched…
	Files           int      // …in so many files
	Elsewhere       bool     // the store was searched, too
	Degraded        []string // what is missing, and why
	Provenance      Provenance
}

// Nothing says why no definition is shown to a query in these words; "" where some are.
func (m *Matches) Nothing(query string) string {
	switch {
	case len(m.Chunks) > 0:
		return ""
	case m.Omitted > 0:
		return fmt.Sprintf("%d definitions match %q, and none fits the tokens", m.Omitted, query)
	}
	elsewhere := ""
	if m.Elsewhere {
		elsewhere = " and in the store"
	}
	return fmt.Sprintf("nothing matches %q among %d definitions in %d files%s", query, m.Definitions, m.Files, elsewhere)
}

// Match is one definition that matches a query.
type Match struct {
	Chunk          string // its ID
	Score          float64
	Signature, Doc string // Doc may be ""
	Repository     string // another one that it is in; "": the folder. Then…
	Path           string // …the path in it…
	Line           int    // …and the line, from 0
}

func (q *Query) check() error {
	if strings.TrimSpace(q.Text) == "" {
		return Bad("query", "%q asks for nothing", q.Text)
	}
	return firstOf(checkRepositories(q.Repositories), checkInt("tier", q.Tier, 0, maxTier), checkInt("limit", q.Limit, 1, 0), checkInt("tokens", q.Tokens, 1, 0))
}

// Query finds the definitions that match a query in words, as signatures, with a line of documentation,
// or with their sources; by turns those of the folder and those of other repositories, where there are any.
func (e *Engine) Query(ctx context.Context, snap *workspace.Snapshot, q Query) (*Matches, error) {
	return e.matching(ctx, snap, q, nil, func(s *chunkMatches, tokens int) *budget.Listing {
		found := s.definitions[:min(len(s.definitions), or(q.Limit, defaultChunkLimit))]
		return budget.List(found, budget.DefinitionDetail(or(q.Tier, defaultTier)), tokens, s.limits.Counter)
	})
}

// Compress shows as much of what matches a query as fits, as signatures and lines of documentation. Tier
// and limit do not count.
func (e *Engine) Compress(ctx context.Context, snap *workspace.Snapshot, q Query) (*Matches, error) {
	fallback := defaultCompression
	return e.matching(ctx, snap, q, &fallback, func(s *chunkMatches, tokens int) *budget.Listing {
		return budget.Compress(s.definitions, tokens, s.limits.Counter)
	})
}

// matching lists what matches a query, in the tokens that list is given.
func (e *Engine) matching(ctx context.Context, snap *workspace.Snapshot, q Query, tokens *int, list func(*chunkMatches, int) *budget.Listing) (*Matches, error) {
	if err := q.check(); err != nil {
		return nil, err
	}
	inOthers := e.searchOthers(ctx, snap, &q)
	return onCurrent(ctx, snap, func(snap *workspace.Snapshot) (*Matches, bool, error) {
		s, err := e.searchChunks(ctx, snap, &q, tokens)
		if err != nil {
			return nil, false, err
		}
		if inOthers != nil {
			end := Begin(ctx, StageStore)
			s.others, err = inOthers()
			if end(); err != nil {
				return nil, false, err
			}
			s.merge()
		}
		m, err := s.matches(ctx, e, func(tokens int) *budget.Listing { return list(s, tokens) })
		return m, s.changed, err
	})
}

// chunkMatches are the definitions that a search found, ready to be written.
type chunkMatches struct {
	*chunkReader
	tokenizer   string
	limits      budget.Limits
	chunks      []rank.Chunk
	others      others              // of other repositories
	definitions []budget.Definition // of the chunks, in their order; of the others among them, if there are any
}

// searchChunks finds what matches a query, and how much room there is for it: what the query says, else
// fallback, else what the settings say.
func (e *Engine) searchChunks(ctx context.Context, snap *workspace.Snapshot, q *Query, fallback *int) (*chunkMatches, error) {
	x, err := e.indexed(ctx, snap)
	if err != nil {
		return nil, err
	}
	tokens := or(q.Tokens, or(fallback, x.settings.TokenBudget))
	limits, err := budget.Budget{Tokens: &tokens, Tokenizer: q.Tokenizer}.Limits(&e.tokenizers, "")
	if err != nil {
		return nil, unprefixed(err)
	}
	near, err := x.near(ctx, q.Targets)
	if err != nil {
		return nil, err
	}
	end := Begin(ctx, StageRank)
	chunks, err := x.Chunks(ctx, q.Text, near)
	end()
	if err != nil {
		return nil, err
	}
	s := &chunkMatches{chunkReader: newChunkReader(x), tokenizer: q.Tokenizer, limits: limits, chunks: chunks}
	for _, c := range chunks {
		d := s.definition(ctx, c.Definition)
		d.Score = c.Score
		s.definitions = append(s.definitions, d)
	}
	return s, nil
}

// near is how near files are to targets, 0–1; nil without targets.
func (x *indexed) near(ctx context.Context, named []Target) (map[int32]float64, error) {
	if len(named) == 0 {
		return nil, nil
	}
	targets, err := x.targets(ctx, named)
	if err != nil {
		return nil, err
	}
	order, err := x.rank(ctx, x.rankQuery(ctx, targets, "", nil), x.settings.Weights)
	if err != nil {
		return nil, err
	}
	near := make(map[int32]float64, len(order.Files))
	for _, f := range order.Files {
		if near[f.Node] = f.Score; f.Relationship == rank.Target {
			near[f.Node] = 1
		}
	}
	return near, nil
}

// definition is a definition as package budget writes it.
func (r *chunkReader) definition(ctx context.Context, d rank.Definition) budget.Definition {
	file, symbol := r.Graph().File(d.Node), r.symbol(d)
	return budget.Definition{Path: file.Path, Fence: file.Language.Fence, Symbol: symbol, Load: func() (string, error) {
		text, err := r.text(d.Node)
		if err != nil {
			return "", err
		}
		return r.shown(ctx, file.Path, symbol, indentation(symbol, text), text)
	}}
}

// indentation is the white space that a rank.Definition's first line begins with: without it, the line would stand
// left of the others.
func indentation(s *analysis.Symbol, text string) string {
	before := text[:min(int(s.Range.Start), len(text))]
	line := before[strings.LastIndexByte(before, '\n')+1:]
	if strings.Trim(line, " \t") != "" {
		return ""
	}
	return line
}

// matches are the chunks of a list; without those whose file cannot be read any more.
func (s *chunkMatches) matches(ctx context.Context, e *Engine, write func(tokens int) *budget.Listing) (*Matches, error) {
	defer Begin(ctx, StagePack)()
	var list *budget.Listing
	if err := e.within("a list of definitions", s.limits.Tokens, func(tokens int) (int, error) {
		list = write(tokens)
		return list.EstimatedTokens, nil
	}); err != nil {
		return nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	m := &Matches{Text: list.Text, EstimatedTokens: list.EstimatedTokens, Elsewhere: s.others.searched, Degraded: s.others.degraded, Provenance: s.provenance(s.tokenizer)}
	for _, i := range list.Shown {
		c, symbol := s.chunks[i], s.definitions[i].Symbol
		if other := s.others.at(i); other != nil {
			m.Chunks = append(m.Chunks, Match{other.ID, c.Score, symbol.Signature, symbol.Doc, other.Repository, other.Path, other.Line})
			continue
		}
		if id, err := s.id(c.Definition); err == nil {
			m.Chunks = append(m.Chunks, Match{Chunk: id.String(), Score: c.Score, Signature: symbol.Signature, Doc: symbol.Doc})
		}
	}
	m.Omitted = len(s.definitions) - len(m.Chunks) + s.others.more
	for n := range int32(s.Graph().Len()) {
		if defined := int(s.Graph().Head(n).Symbols); defined > 0 {
			m.Definitions += defined
			m.Files++
		}
	}
	return m, nil
}
