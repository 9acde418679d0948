package store

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// UsesOf asks who uses names of packages. Without names all of them are meant.
type UsesOf struct {
	Packages     []Package // any version
	Names        []string  // as in Wanted
	Repositories []string  // globs, as in Query
	Except       Own
	Limit        int
}

// Uses finds who uses names of packages, by repository and path.
func (r *Reader) Uses(ctx context.Context, q UsesOf) (Answer[Use], error) {
	if len(q.Packages) == 0 {
		return Answer[Use]{}, nil
	}
	return ask(ctx, r, q, func(ctx context.Context) (a Answer[Use], err error) {
		own, err := r.own(ctx, q.Except)
		if err != nil {
			return a, err
		}
		var packages []string
		for _, p := range q.Packages {
			packages = append(packages, of(p))
		}
		filters := append([]string{anyOf(packages)}, among(q.Repositories)...)
		if len(q.Names) > 0 {
			filters = append(filters, fmt.Sprintf(`{"terms": {"name": %s}}`, quoted(q.Names)))
		}
		size := min(q.Limit, maxFound) + spare
		answers, err := r.search(ctx, search{Uses, fmt.Sprintf(`{"size": %d, "track_total_hits": true, "sort": ["repository", "path", "name"], "query": {"bool": {"filter": %s, "must_not": %s}}}`,
			size, list(filters), except(own, false))})
		if err != nil {
			return a, err
		}
		hits, refused := answers[0].Hits.Hits, map[string]bool{}
		err = read(ctx, r, Uses, hits, refused, func(u *Use, _ *hit) { a.Found = append(a.Found, *u) })
		slices.SortFunc(a.Found, func(x, y Use) int {
			return cmp.Or(x.compare(&y.Place), cmp.Compare(x.First(), y.First()), strings.Compare(x.Name, y.Name), strings.Compare(x.Module, y.Module))
		})
		a.cut(q.Limit, answers[0].Hits.Total.Value-len(hits))
		a.Refused = slices.Sorted(maps.Keys(refused))
		return a, err
	})
}

// First is the line of the first use, from 0.
func (u *Use) First() int {
	if len(u.Lines) == 0 {
		return 0
	}
	return u.Lines[0]
}
