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
	Except       string   // a repository that is not asked for; "": none
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
		answers, err := r.search(ctx, search{Definitions, q.body()})
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
		if len(a.Found) > 0 {
			best := a.Found[0].Score
			a.Found = slices.DeleteFunc(a.Found, func(m Match) bool { return m.Score < leastScore*best })
			for i := range a.Found {
				a.Found[i].Score /= best
			}
		}
		a.cut(q.Limit, 0)
		a.Refused = slices.Sorted(maps.Keys(refused))
		return a, nil
	})
}

// leastScore is the part of the best score below which a definition matches by chance.
const leastScore = 0.05

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
func (q *Query) body() string {
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
		min(q.Limit, maxFound)+spare, without, worth, quoted(prose()), text, quoted(append([]string{}, q.Names...)), text, except(q.Except, !q.Tests), list(among(q.Repositories)))
}

// among are repositories by globs; nothing for all of them.
func among(globs []string) []string {
	var any []string
	for _, glob := range globs {
		if glob == "*" {
			return nil
		}
		any = append(any, fmt.Sprintf(`{"wildcard": {"repository": {"value": %s, "case_insensitive": true}}}`, quoted(strings.ReplaceAll(glob, `\`, `\\`))))
	}
	return []string{anyOf(any)}
}

func anyOf(clauses []string) string { return `{"bool": {"should": ` + list(clauses) + `}}` }

func allOf(clauses ...string) string { return `{"bool": {"filter": ` + list(clauses) + `}}` }

func list(clauses []string) string { return "[" + strings.Join(clauses, ", ") + "]" }

func term(field string, value any) string {
	return `{"term": {` + quoted(field) + `: ` + quoted(value) + `}}`
}

// except are what is not asked for: a repository, and tests.
func except(repository string, tests bool) string {
	var none []string
	if repository != "" {
		none = append(none, term("repository", repository))
	}
	if tests {
		none = append(none, term("test", true))
	}
	return list(none)
}

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

// Defined finds the repositories but one that define packages, and what some names mean there.
func (r *Reader) Defined(ctx context.Context, wanted []Wanted, not string) (Answer[Defined], error) {
	if len(wanted) == 0 {
		return Answer[Defined]{}, nil
	}
	type question struct {
		Wanted []Wanted
		Not    string
	}
	return ask(ctx, r, question{wanted, not}, func(ctx context.Context) (a Answer[Defined], err error) {
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
				maxFound, anyOf(any), except(not, !tests))
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

// UsesOf asks who uses names of packages. Without names all of them are meant.
type UsesOf struct {
	Packages     []Package // any version
	Names        []string  // as in Wanted
	Repositories []string  // globs, as in Query
	Except       string
	Limit        int
}

// Uses finds who uses names of packages, by repository and path.
func (r *Reader) Uses(ctx context.Context, q UsesOf) (Answer[Use], error) {
	if len(q.Packages) == 0 {
		return Answer[Use]{}, nil
	}
	return ask(ctx, r, q, func(ctx context.Context) (a Answer[Use], err error) {
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
			size, list(filters), except(q.Except, false))})
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

// of are documents about a package, by its name or by what imports call it.
func of(p Package) string {
	return allOf(term("package.ecosystem", p.Ecosystem), anyOf([]string{term("package.name", p.Name), term("package.as", p.Name)}))
}

// First is the line of the first use, from 0.
func (u *Use) First() int {
	if len(u.Lines) == 0 {
		return 0
	}
	return u.Lines[0]
}

// Health says how a store is.
type Health struct {
	Version      string // of OpenSearch
	Repositories int
}

// Health asks a store how it is.
func (r *Reader) Health(ctx context.Context) (h Health, err error) {
	ctx, cancel := context.WithTimeoutCause(ctx, r.limit, fmt.Errorf("%s does not answer within %v", r.client.host, r.limit))
	defer cancel()
	defer func() {
		if err != nil && ctx.Err() != nil {
			err = context.Cause(ctx)
		}
	}()
	var root struct {
		Version struct {
			Number string `json:"number"`
		} `json:"version"`
	}
	if err := r.client.do(ctx, request{method: "GET", path: "/"}, &root); err != nil {
		return h, err
	}
	if err := checkName("version", root.Version.Number, false); err != nil {
		return h, err
	}
	h.Version = root.Version.Number
	if err := r.checkIndices(ctx); err != nil {
		return h, err
	}
	answers, err := r.search(ctx, search{Repositories, `{"size": 0, "track_total_hits": true}`})
	if err != nil {
		return h, err
	}
	h.Repositories = answers[0].Hits.Total.Value
	return h, nil
}
