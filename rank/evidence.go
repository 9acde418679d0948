package rank

import (
	"context"
	"slices"

	"github.com/contextls/contextls/analysis"
)

// evidence is all that is known for one query. Each part is made of those before it.
type evidence struct {
	*topic
	text      textEvidence
	history   historyEvidence
	structure structureEvidence
}

// gather reads the evidence for a query.
func gather(ctx context.Context, ix *Index, q Query) (*evidence, error) {
	t := newTopic(ix, q)
	text, err := t.readText(ctx)
	if err != nil {
		return nil, err
	}
	history := t.readHistory(text)
	structure, err := t.readStructure(ctx, text, history)
	if err != nil {
		return nil, err
	}
	return &evidence{t, text, history, structure}, nil
}

// textEvidence is how well files match the task's words and, more weakly, those of the targets.
type textEvidence struct {
	signal
	words    []term            // of the task, by weight in the search
	mentions map[int32]Mention // by node
}

func (t *topic) readText(ctx context.Context) (textEvidence, error) {
	lexical, worth := t.ix.lexical, t.worths()
	mentions, mentioned := map[int32]Mention{}, make([]float64, t.ix.graph.Len())
	for _, m := range t.ix.Mentions(t.task) {
		mentions[m.Node] = m
		mentioned[m.Node] = m.Weight
	}
	words := lexical.terms(t.task.Words)
	terms, err := t.searchTerms(ctx, words)
	if err != nil {
		return textEvidence{}, err
	}
	parts := []part{{mentioned, worth.mention}}
	for _, search := range []struct {
		in    *field
		terms []term
		worth float64
	}{
		{lexical.field, terms, worth.words}, {lexical.field, lexical.terms(t.task.Title), worth.title},
		{lexical.paths, words, worth.path}, {lexical.names, words, worth.names},
	} {
		scores, err := search.in.score(ctx, search.terms)
		if err != nil {
			return textEvidence{}, err
		}
		parts = append(parts, part{relative(scores, t.target), search.worth})
	}
	byWords := parts[1].values
	for n, m := range mentions { // a file that is named need not have the words as well
		byWords[n] = 1 - (1-byWords[n])*(1-m.Weight)
	}
	return textEvidence{mix(parts...), words, mentions}, nil
}

// searchTerms are the task's words with those that tell the targets, or the parts of them in question, from other files.
func (t *topic) searchTerms(ctx context.Context, words []term) ([]term, error) {
	terms := slices.Clone(words)
	for _, p := range t.untied {
		analysis.Words(stemOf(p), func(w string) {
			terms = append(terms, term{hash: analysis.HashWord(w), weight: untiedWeight})
		})
	}
	parts := map[int32][]analysis.Span{}
	for _, p := range t.q.Parts {
		parts[p.Node] = append(parts[p.Node], p.Bytes)
	}
	for _, n := range t.q.Targets {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		terms = append(terms, t.ix.lexical.telling(n, parts[n], tellingWeight/float64(len(t.q.Targets)))...)
	}
	return terms, nil
}
