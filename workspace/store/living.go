package store

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
)

// living is what documents of a kind have in common.
type living[T any] interface {
	*T
	place() *Place
	check() error
}

func (p *Place) place() *Place { return p }

// read reads the hits that count and can be, and calls take with each.
func read[T any, P living[T]](ctx context.Context, r *Reader, kind Kind, hits []hit, refused map[string]bool, take func(*T, *hit)) error {
	var documents []*T
	var of []*hit
	newest := map[string]int64{}
	for i := range hits {
		h, d := &hits[i], new(T)
		r.mu.Lock()
		ours := r.indices[kind] == h.Index
		r.mu.Unlock()
		var err error
		switch {
		case !ours:
			err = ErrForeign
		case json.Unmarshal(h.Source, d) != nil:
			err = errors.New("it is not one of this version")
		default:
			err = P(d).check()
		}
		if err != nil {
			refused[fmt.Sprintf("a document of %s: %v", kind, err)] = true
			continue
		}
		documents, of = append(documents, d), append(of, h)
		p := P(d).place()
		newest[p.Repository] = max(newest[p.Repository], p.From, p.Until)
	}
	repositories, err := r.named(ctx, newest, refused)
	if err != nil {
		return err
	}
	for i, d := range documents {
		p := P(d).place()
		if repository := repositories[p.Repository]; repository != nil && repository.Live(p.Life) {
			take(d, of[i])
		}
	}
	return nil
}

// named are repositories by their names, as they are known, or anew where one that is known is older than a generation of it.
func (r *Reader) named(ctx context.Context, newest map[string]int64, refused map[string]bool) (map[string]*Repository, error) {
	all, missing := map[string]*Repository{}, []string{}
	for name, generation := range newest {
		k, isKnown := r.repositories.Get(name)
		age := r.now().Sub(k.at)
		if !isKnown || age > repositoryFor || age > changesFor && (k.Repository == nil || k.Generation < generation) {
			missing = append(missing, name)
		} else {
			all[name] = k.Repository
		}
	}
	if len(missing) == 0 {
		return all, nil
	}
	slices.Sort(missing)
	start := r.now()
	answers, err := r.search(ctx, search{Repositories, fmt.Sprintf(`{"size": %d, "query": {"terms": {"name": %s}}}`, len(missing), quoted(missing))})
	if err != nil {
		return nil, err
	}
	for _, h := range answers[0].Hits.Hits {
		var of Repository
		err := json.Unmarshal(h.Source, &of)
		if err = cmp.Or(err, of.check()); err != nil {
			refused[fmt.Sprintf("a document of %s: %v", Repositories, err)] = true
			continue
		}
		all[of.Name] = &of
	}
	for _, name := range missing {
		r.repositories.Add(name, known{all[name], start})
	}
	return all, nil
}
