package store

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Wanted are names of a package, as those who import it call them, with dots below what they are in.
type Wanted struct {
	Package
	Names []string
}

// Defined is a package that a repository defines, with the definitions that some names may mean.
type Defined struct {
	DefinedPackage
	Definitions []Definition
}

// Defined finds the repositories but the asker's own that define packages, and what some names mean there. Packages without names are not asked for.
func (r *Reader) Defined(ctx context.Context, wanted []Wanted, not Own) (Answer[Defined], error) {
	wanted = slices.DeleteFunc(slices.Clone(wanted), func(w Wanted) bool { return len(w.Names) == 0 })
	if len(wanted) == 0 {
		return Answer[Defined]{}, nil
	}
	type question struct {
		Wanted []Wanted
		Not    Own
	}
	return ask(ctx, r, question{wanted, not}, func(ctx context.Context) (a Answer[Defined], err error) {
		own, err := r.own(ctx, not)
		if err != nil {
			return a, err
		}
		var packages, names []string
		for _, w := range wanted {
			packages = append(packages, allOf(term("ecosystem", w.Ecosystem), term("name", w.Name)))
			var last []string
			for _, name := range w.Names {
				last = append(last, name[strings.LastIndexByte(name, '.')+1:])
			}
			slices.Sort(last)
			names = append(names, allOf(of(w.Package), fmt.Sprintf(`{"terms": {"name": %s}}`, quoted(slices.Compact(last)))))
		}
		body := func(any []string, tests bool) string {
			return fmt.Sprintf(`{"size": %d, "track_total_hits": false, "_source": {"excludes": ["words", "source"]}, "query": {"bool": {"filter": %s, "must_not": %s}}}`,
				maxFound, anyOf(any), except(own, !tests))
		}
		answers, err := r.search(ctx, search{Packages, body(packages, true)}, search{Definitions, body(names, false)})
		if err != nil {
			return a, err
		}
		refused := map[string]bool{}
		err = read(ctx, r, Packages, answers[0].Hits.Hits, refused, func(p *DefinedPackage, _ *hit) { a.Found = append(a.Found, Defined{DefinedPackage: *p}) })
		if err != nil {
			return a, err
		}
		known := map[string]bool{}
		for _, p := range a.Found {
			known[p.Name] = true
		}
		var others []string // packages that are called otherwise than imports call them
		err = read(ctx, r, Definitions, answers[1].Hits.Hits, refused, func(d *Definition, _ *hit) {
			if d.Package != nil && !known[d.Package.Name] {
				known[d.Package.Name] = true
				others = append(others, allOf(term("ecosystem", d.Package.Ecosystem), term("name", d.Package.Name)))
			}
		})
		if len(others) > 0 && err == nil {
			if more, err := r.search(ctx, search{Packages, body(others, true)}); err != nil {
				return a, err
			} else if err := read(ctx, r, Packages, more[0].Hits.Hits, refused, func(p *DefinedPackage, _ *hit) { a.Found = append(a.Found, Defined{DefinedPackage: *p}) }); err != nil {
				return a, err
			}
		}
		if err != nil {
			return a, err
		}
		slices.SortFunc(a.Found, func(x, y Defined) int {
			return cmp.Or(strings.Compare(x.Ecosystem, y.Ecosystem), strings.Compare(x.Name, y.Name), x.compare(&y.Place))
		})
		err = read(ctx, r, Definitions, answers[1].Hits.Hits, refused, func(d *Definition, _ *hit) {
			i := slices.IndexFunc(a.Found, func(p Defined) bool {
				return d.Package != nil && p.Repository == d.Repository && p.Ecosystem == d.Package.Ecosystem && p.Name == d.Package.Name
			})
			if i >= 0 {
				a.Found[i].Definitions = append(a.Found[i].Definitions, *d)
			}
		})
		for i := range a.Found {
			slices.SortFunc(a.Found[i].Definitions, func(x, y Definition) int {
				return cmp.Or(strings.Compare(x.Path, y.Path), cmp.Compare(x.Line, y.Line), strings.Compare(x.Name, y.Name), strings.Compare(x.Signature, y.Signature))
			})
		}
		a.Refused = slices.Sorted(maps.Keys(refused))
		return a, err
	})
}
