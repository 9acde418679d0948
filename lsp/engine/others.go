package engine

import (
	"context"
	"errors"
	"strings"
	"sync"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/budget"
	"github.com/contextls/contextls/rank"
	"github.com/contextls/contextls/rank/task"
	"github.com/contextls/contextls/workspace"
	"github.com/contextls/contextls/workspace/store"
)

// others are the definitions of other repositories that match a query.
type others struct {
	found    []store.Match // the best first
	more     int           // how many were not read
	searched bool          // the store has answered
	degraded []string      // what is missing, and why
	among    []int         // merged with the folder's: for each its index in found, -1 for one of the folder
}

// maxStoreWords is how many words of a query the store is asked for: the heaviest.
const maxStoreWords = 32

// searchOthers begins to search in other repositories, beside what else is done for a query; the function that it gives waits
// for that. It is nil where none are asked for.
func (e *Engine) searchOthers(ctx context.Context, snap *workspace.Snapshot, q *Query) func() (others, error) {
	if len(q.Repositories) == 0 {
		return nil
	}
	values := e.Settings(snap.Folder().Root())
	t := task.Read(snap.Redact(q.Text))
	asked := store.Query{Repositories: q.Repositories, Limit: or(q.Limit, defaultChunkLimit), Tests: t.Tests, Prose: t.Docs,
		Sources: or(q.Tier, defaultTier) == int(budget.DetailSources)}
	var words []string
	for _, w := range t.Words[:min(len(t.Words), maxStoreWords)] {
		words = append(words, w.Text)
	}
	asked.Text = strings.Join(words, " ")
	if len(words) == 0 { // stop words alone: then they are meant
		asked.Text = snap.Redact(q.Text)
	}
	for _, s := range t.Symbols[:min(len(t.Symbols), maxStoreWords)] {
		asked.Names = append(asked.Names, s.Name)
	}
	wait := make(chan struct{})
	var o others
	var err error
	go func() {
		defer close(wait)
		defer e.Problems.Recover("asking the store")
		inquiry := e.inquire(snap, &values)
		asked.Except = inquiry.own
		var a store.Answer[store.Match]
		var ok bool
		a, ok, err = put(ctx, inquiry, func(ctx context.Context, r *store.Reader) (store.Answer[store.Match], error) {
			return r.Search(ctx, asked)
		})
		o = others{found: a.Found, more: a.More, searched: ok, degraded: inquiry.said}
	}()
	return sync.OnceValues(func() (others, error) {
		<-wait // which the store's limit ends
		return o, err
	})
}

// merge puts the definitions of other repositories among those of the folder, one by one: scores of words that are rare in different
// places do not compare, and whoever asks for both wants the best of both.
func (s *chunkMatches) merge() {
	chunks, definitions := s.chunks, s.definitions
	s.chunks, s.definitions = nil, nil
	take := func(chunk rank.Chunk, definition budget.Definition, other int) {
		s.chunks, s.definitions, s.others.among = append(s.chunks, chunk), append(s.definitions, definition), append(s.others.among, other)
	}
	for i := range max(len(definitions), len(s.others.found)) {
		if i < len(definitions) {
			take(chunks[i], definitions[i], -1)
		}
		if i < len(s.others.found) {
			m := &s.others.found[i]
			take(rank.Chunk{Score: m.Score}, s.otherDefinition(m), i)
		}
	}
}

// at is the definition of another repository at a place of the merged list; nil where one of the folder is.
func (o *others) at(i int) *store.Match {
	if o.among == nil || o.among[i] < 0 {
		return nil
	}
	return &o.found[o.among[i]]
}

var errNotPublished = errors.New("its source is not published")

// otherDefinition is a definition of another repository as package budget writes it.
func (x *indexed) otherDefinition(m *store.Match) budget.Definition {
	symbol := x.symbolOf(&m.Definition)
	symbol.Range = analysis.Span{End: uint32(len(m.Source))}
	return budget.Definition{Path: m.Path, Repository: m.Repository, Fence: fenceOf(m.Language), Symbol: symbol, Score: m.Score, Load: func() (string, error) {
		if m.Source == "" {
			return "", errNotPublished
		}
		return x.snap.Redact(m.Source), nil
	}}
}

// symbolOf is a definition of another repository as one of a file. What is said of it is shown as other texts are, without
// secrets: whoever published it may have had none replaced.
func (x *indexed) symbolOf(d *store.Definition) *analysis.Symbol {
	kind, _ := analysis.KindNamed(d.Kind)
	return &analysis.Symbol{Name: d.Name, Kind: kind, Container: d.Container, Signature: x.snap.Redact(d.Signature), Doc: x.snap.Redact(d.Doc),
		Exported: d.Exported, Line: uint32(d.Line)}
}

// fenceOf is the info string of a language's fence, as far as one may be had from elsewhere.
func fenceOf(language string) string {
	other := func(r rune) bool {
		return !('a' <= r && r <= 'z' || '0' <= r && r <= '9' || r == '+' || r == '#' || r == '-' || r == '_')
	}
	if strings.ContainsFunc(language, other) {
		return ""
	}
	return language
}
