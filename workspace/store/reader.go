package store

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
)

// How long what a store said is believed.
const (
	keptAnswers      = 512
	keptRepositories = 16384
	answerFor        = time.Minute // as long as no repository has changed
	changesFor       = time.Second // that no repository has changed
	mappingsFor      = time.Minute // whose the indices are, and of which schema
	repositoryFor    = time.Minute // which of a repository's documents count, unless one is newer
)

// Reader asks a store the questions that somebody waits for. Each is answered within its limit, or not at all. It is
// safe for concurrent use.
type Reader struct {
	client *Client
	limit  time.Duration
	now    func() time.Time

	breaker breaker
	answers *lru.Cache[string, kept]

	repositories *lru.Cache[string, known]

	mu        sync.Mutex
	indices   map[string]Kind // that are ours, by their own names
	indicesAt time.Time
	state     string // which scans there were
	stateAt   time.Time
}

// known is what a store said of a repository; nil: there is none.
type known struct {
	*Repository
	at time.Time
}

// kept is an answer, with the state that it is of.
type kept struct {
	answer any
	state  string
	at     time.Time
}

// NewReader makes a reader that waits for answers so long at most.
func NewReader(c *Client, limit time.Duration) *Reader {
	answers, err := lru.New[string, kept](keptAnswers)
	if err != nil {
		panic(err) // of a size below 1
	}
	repositories, err := lru.New[string, known](keptRepositories)
	if err != nil {
		panic(err)
	}
	return &Reader{client: c, limit: limit, now: time.Now, answers: answers, repositories: repositories}
}

// Answer is what was found, as far as it counts and can be.
type Answer[T any] struct {
	Found   []T
	More    int      // how many more there are, about
	Refused []string // what cannot be, and why; each reason once
}

// ask answers a question: as it was answered before, if nothing has changed since, else by what answer asks. The error
// is ctx's, or says why there is no answer.
func ask[T any](ctx context.Context, r *Reader, question any, answer func(context.Context) (Answer[T], error)) (Answer[T], error) {
	var none Answer[T]
	key, err := json.Marshal(question)
	if err != nil {
		return none, err
	}
	if err := r.breaker.allow(r.now()); err != nil {
		return none, err
	}
	within, cancel := context.WithTimeout(ctx, r.limit)
	defer cancel()
	a, err := func() (Answer[T], error) {
		name := fmt.Sprintf("%T", question) + string(key)
		if k, known := r.answers.Get(name); known && r.now().Sub(k.at) < answerFor {
			state, err := r.stateNow(within)
			if err != nil || k.state == state {
				return k.answer.(Answer[T]), err
			}
		}
		a, err := answer(within)
		if err == nil {
			r.mu.Lock()
			state := r.state
			r.mu.Unlock()
			r.answers.Add(name, kept{a, state, r.now()})
		}
		return a, err
	}()
	failure := err
	if errors.Is(err, ErrEmpty) {
		failure = nil
	}
	r.breaker.done(r.now(), failure, ctx.Err() == nil)
	switch {
	case err == nil:
	case ctx.Err() != nil:
		return none, ctx.Err()
	case errors.Is(err, context.DeadlineExceeded):
		return none, fmt.Errorf("%s does not answer within %v", r.client.host, r.limit)
	}
	return a, err
}

// stateNow names the state of all repositories: each scan makes another one.
func (r *Reader) stateNow(ctx context.Context) (string, error) {
	if !r.stateIsFresh() {
		if _, err := r.search(ctx); err != nil {
			return "", err
		}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.state, nil
}

func (r *Reader) stateIsFresh() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.state != "" && r.now().Sub(r.stateAt) < changesFor
}

// stateSearch asks for the sum of all generations, which each scan that counts makes larger.
func stateSearch() search {
	return search{Repositories, `{"size": 0, "track_total_hits": true, "aggs": {"generations": {"sum": {"field": "generation"}}}}`}
}

// checkIndices makes sure that the indices are ours, and of this schema.
func (r *Reader) checkIndices(ctx context.Context) error {
	r.mu.Lock()
	fresh := r.indices != nil && r.now().Sub(r.indicesAt) < mappingsFor
	r.mu.Unlock()
	if fresh {
		return nil
	}
	indices, err := r.client.ours(ctx)
	if err != nil {
		return err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.indices, r.indicesAt = indices, r.now()
	return nil
}

// ours are the store's indices by their own names. The errors are Check's.
func (c *Client) ours(ctx context.Context) (map[string]Kind, error) {
	var aliases []string
	for _, kind := range kinds() {
		aliases = append(aliases, c.alias(kind))
	}
	var answer map[string]struct {
		Aliases  map[string]struct{} `json:"aliases"`
		Mappings struct {
			Meta mappingMeta `json:"_meta"`
		} `json:"mappings"`
	}
	r := request{method: http.MethodGet, path: "/" + url.PathEscape(strings.Join(aliases, ",")), query: "ignore_unavailable=true&filter_path=*.aliases,*.mappings._meta"}
	if err := c.do(ctx, r, &answer); err != nil {
		return nil, err
	}
	indices, found := map[string]Kind{}, map[Kind]string{}
	for _, index := range slices.Sorted(maps.Keys(answer)) {
		of, ours := answer[index], answer[index].Mappings.Meta.Contextls
		switch {
		case ours == nil || !slices.Contains(kinds(), ours.Kind):
			return nil, fmt.Errorf("index %.80q of %s: %w", index, c.host, ErrForeign)
		case ours.Schema != Schema:
			return nil, fmt.Errorf("index %.80q of %s: %w, %d in place of %d", index, c.host, ErrSchema, ours.Schema, Schema)
		}
		if _, by := of.Aliases[c.alias(ours.Kind)]; !by {
			return nil, fmt.Errorf("index %.80q of %s: %w", index, c.host, ErrForeign)
		}
		if other := found[ours.Kind]; other != "" {
			return nil, fmt.Errorf("alias %q of %s leads to two indices, %.80q and %.80q", c.alias(ours.Kind), c.host, other, index)
		}
		indices[index], found[ours.Kind] = ours.Kind, index
	}
	if len(found) < len(kinds()) {
		return nil, fmt.Errorf("%s: %w", c.host, ErrEmpty)
	}
	return indices, nil
}

// search is one search among documents of a kind.
type search struct {
	kind Kind
	body string // JSON
}

// found is what a search answers.
type found struct {
	TimedOut bool `json:"timed_out"`
	Shards   struct {
		Failed int `json:"failed"`
	} `json:"_shards"`
	Hits struct {
		Total struct {
			Value int `json:"value"`
		} `json:"total"`
		Hits []hit `json:"hits"`
	} `json:"hits"`
	Aggregations struct {
		Generations struct {
			Value float64 `json:"value"`
		} `json:"generations"`
	} `json:"aggregations"`
	Status int     `json:"status"`
	Error  failure `json:"error"`
}

type hit struct {
	Index  string          `json:"_index"`
	ID     string          `json:"_id"`
	Score  float64         `json:"_score"`
	Source json.RawMessage `json:"_source"`
}

// search searches several times in one request, and asks in the same for the state where that is not known. Whose the indices are
// is looked at meanwhile. Answers that are not whole are none.
func (r *Reader) search(ctx context.Context, searches ...search) ([]found, error) {
	checked := make(chan error, 1)
	go func() { checked <- r.checkIndices(ctx) }()
	withState := !r.stateIsFresh()
	all, start := searches, r.now()
	if withState {
		all = append(slices.Clip(searches), stateSearch())
	}
	answers, err := r.client.searchAll(ctx, all)
	if err := <-checked; err != nil { // which says more than that there is no such index
		return nil, err
	}
	if err != nil {
		return nil, err
	}
	if withState {
		of := &answers[len(searches)]
		r.mu.Lock()
		r.state, r.stateAt = fmt.Sprintf("%d %.0f", of.Hits.Total.Value, of.Aggregations.Generations.Value), start
		r.mu.Unlock()
	}
	return answers[:len(searches)], nil
}

// searchAll searches several times in one request.
func (c *Client) searchAll(ctx context.Context, searches []search) ([]found, error) {
	if len(searches) == 0 {
		return nil, nil
	}
	var body strings.Builder
	for _, s := range searches {
		fmt.Fprintf(&body, "{\"index\": %q}\n%s\n", c.alias(s.kind), strings.ReplaceAll(s.body, "\n", " "))
	}
	var answer struct {
		Responses []found `json:"responses"`
	}
	if err := c.do(ctx, request{method: http.MethodPost, path: "/_msearch", body: []byte(body.String()), lines: true}, &answer); err != nil {
		return nil, err
	}
	if len(answer.Responses) != len(searches) {
		return nil, fmt.Errorf("%s gives %d answers to %d questions", c.host, len(answer.Responses), len(searches))
	}
	for i := range answer.Responses {
		a := &answer.Responses[i]
		switch {
		case a.Error.Type != "" || a.Status >= http.StatusBadRequest:
			return nil, &Refused{Host: c.host, Status: a.Status, Type: a.Error.Type, Reason: a.Error.Reason[:min(len(a.Error.Reason), maxReason)]}
		case a.TimedOut || a.Shards.Failed > 0:
			return nil, fmt.Errorf("%s answers in part", c.host)
		}
	}
	return answer.Responses, nil
}

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
		ours := r.indices[h.Index] == kind
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

// quoted is a value as JSON.
func quoted(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err) // of no value that there is here
	}
	return string(text)
}
