package store

import (
	"context"
	"errors"
	"fmt"
	"net/http"
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
	indices   indices // nil: they were not looked at yet
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

// ask answers a question within the reader's limit, if the store is to be asked at all, as keep does. The error is ctx's, or says why there is no answer.
func ask[T any](ctx context.Context, r *Reader, question any, answer func(context.Context) (Answer[T], error)) (Answer[T], error) {
	var none Answer[T]
	if err := r.breaker.allow(r.now()); err != nil {
		return none, err
	}
	within, cancel := context.WithTimeout(ctx, r.limit)
	defer cancel()
	a, err := keep(within, r, question, answer)
	failure := err
	if errors.Is(err, ErrEmpty) {
		failure = nil
	}
	var refused *Refused
	disliked := errors.As(err, &refused) && refused.Status == http.StatusBadRequest // one question, not all
	r.breaker.done(r.now(), failure, ctx.Err() == nil && !disliked)
	switch {
	case err == nil:
	case ctx.Err() != nil:
		return none, ctx.Err()
	case errors.Is(err, context.DeadlineExceeded):
		return none, fmt.Errorf("%s does not answer within %v", r.client.host, r.limit)
	}
	return a, err
}

// keep answers a question as it was answered before, if nothing has changed since, else by what answer asks.
func keep[T any](ctx context.Context, r *Reader, question any, answer func(context.Context) (Answer[T], error)) (Answer[T], error) {
	key := fmt.Sprintf("%T", question) + quoted(question)
	if k, known := r.answers.Get(key); known && r.now().Sub(k.at) < answerFor {
		state, err := r.stateNow(ctx)
		if err != nil || k.state == state {
			return k.answer.(Answer[T]), err
		}
	}
	a, err := answer(ctx)
	if err == nil {
		r.mu.Lock()
		state := r.state
		r.mu.Unlock()
		r.answers.Add(key, kept{a, state, r.now()})
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
