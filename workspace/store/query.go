package store

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// What an answer has at most, and how many more documents are asked for, as some may not count: few, since reading a document costs
// a store more than finding it.
const (
	maxFound = 1000
	spare    = 10
)

// Query asks for definitions in words.
type Query struct {
	Text         string
	Names        []string // of code that stand in it, as they are written there
	Repositories []string // globs of their names: * is any characters, ? is one, in letters of either case
	Except       Own      // what is not asked for
	Limit        int      // from 1
	Tests        bool     // those of tests, too
	Prose        bool     // those of documentation count as much as others
	Sources      bool     // with their texts, where those were published
}

// Match is a definition that matches a query.
type Match struct {
	Definition
	ID    string
	Score float64 // 0–1, the best has 1
}

// Search finds the definitions that match a query, the best first.
func (r *Reader) Search(ctx context.Context, q Query) (Answer[Match], error) {
	return ask(ctx, r, q, func(ctx context.Context) (a Answer[Match], err error) {
		own, err := r.own(ctx, q.Except)
		if err != nil {
			return a, err
		}
		answers, err := r.search(ctx, search{Definitions, q.body(own)})
		if err != nil {
			return a, err
		}
		hits, refused := answers[0].Hits.Hits, map[string]bool{}
		err = read(ctx, r, Definitions, hits, refused, func(d *Definition, h *hit) {
			a.Found = append(a.Found, Match{*d, h.ID, h.Score})
		})
		if err != nil {
			return a, err
		}
		slices.SortStableFunc(a.Found, func(x, y Match) int {
			return cmp.Or(cmp.Compare(y.Score, x.Score), x.compare(&y.Place), cmp.Compare(x.Line, y.Line), strings.Compare(x.ID, y.ID))
		})
		a.Found = relative(a.Found)
		a.cut(q.Limit, 0)
		a.Refused = slices.Sorted(maps.Keys(refused))
		return a, nil
	})
}

// leastScore is the part of the best score below which a definition matches by chance.
const leastScore = 0.05

// relative are the matches that are none by chance, with scores relative to the best, which comes first. A store that has few documents may find that no word
// tells anything: then all are as good.
func relative(found []Match) []Match {
	if len(found) == 0 {
		return nil
	}
	best := found[0].Score
	found = slices.DeleteFunc(found, func(m Match) bool { return m.Score < leastScore*best })
	for i := range found {
		if best > 0 {
			found[i].Score /= best
		} else {
			found[i].Score = 1
		}
	}
	return found
}

// cut leaves so many, and counts the others and those that were not even read.
func (a *Answer[T]) cut(limit, unread int) {
	n := min(len(a.Found), limit)
	a.More = len(a.Found) - n + max(0, unread)
	a.Found = a.Found[:n]
}

func (p *Place) compare(q *Place) int {
	return cmp.Or(strings.Compare(p.Repository, q.Repository), strings.Compare(p.Path, q.Path))
}

// prose are the languages of documentation, which repeats the words of the code that it is about, more tersely.
func prose() []string { return []string{"markdown", "mdx"} }

// proseWorth is what they count for, as in a folder.
const proseWorth = 0.3

// body is the query as OpenSearch reads it: by the words of names before those of signatures and documentation, and these before
// those of bodies; exported definitions and those that are not of tests come first.
func (q *Query) body(own []ownPart) string {
	without := `"words"`
	if !q.Sources {
		without += `, "source"`
	}
	text, worth := quoted(q.Text), proseWorth
	if q.Prose {
		worth = 1
	}
	return fmt.Sprintf(`{"size": %d, "_source": {"excludes": [%s]}, "track_total_hits": false, "query": {"boosting": {"negative_boost": %g, "negative": {"terms": {"language": %s}}, "positive": {"bool": {
		"must": {"multi_match": {"query": %s, "type": "cross_fields", "minimum_should_match": "2<75%% 6<40%% 12<25%%",
			"fields": ["name.words^3", "container.words^1.5", "signature^1.5", "doc^1.5", "path.words", "words"]}},
		"should": [{"terms": {"name": %s, "boost": 6}}, {"match": {"name.words": {"query": %s, "analyzer": "identifier_whole", "boost": 3}}}, {"term": {"exported": {"value": true, "boost": 0.5}}}],
		"must_not": %s, "filter": %s}}}}}`,
		min(q.Limit, maxFound)+spare, without, worth, quoted(prose()), text, quoted(append([]string{}, q.Names...)), text, except(own, !q.Tests), list(among(q.Repositories)))
}
