package engine

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/contextls/contextls/budget/render"
	"github.com/contextls/contextls/lsp/settings"
	"github.com/contextls/contextls/workspace"
	"github.com/contextls/contextls/workspace/store"
)

// readers are those of the stores that settings have named.
type readers struct {
	mu sync.Mutex
	of map[settings.Store]*store.Reader
}

// get is the reader of a store. The error says what is wrong with the settings, or with the environment's credentials.
func (r *readers) get(s settings.Store) (*store.Reader, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if known := r.of[s]; known != nil {
		return known, nil
	}
	config := store.Config{URL: s.URL, Prefix: s.Prefix, Insecure: s.Insecure}.WithCredentials(os.Getenv)
	if s.CA != "" {
		var err error
		if config.CA, err = os.ReadFile(s.CA); err != nil {
			return nil, fmt.Errorf("store.ca: %w", err)
		}
	}
	client, err := store.Open(config)
	if err != nil {
		return nil, err
	}
	if r.of == nil {
		r.of = map[settings.Store]*store.Reader{}
	}
	r.of[s] = store.NewReader(client, s.Timeout())
	return r.of[s], nil
}

// errors of a store that is not asked.
var (
	errNoStore   = errors.New("the setting store.url names none")
	errUntrusted = errors.New("the workspace is not trusted")
)

// Store is the store as a folder's settings say. The error says why there is none.
func (e *Engine) Store(s *settings.Values) (*store.Reader, error) {
	if s.Store.URL == "" {
		return nil, errNoStore
	}
	if e.Untrusted && !s.Trusted {
		return nil, errUntrusted
	}
	return e.stores.get(s.Store)
}

// inquiry is what one request asks the store. It takes no longer than the settings say, however often it asks.
type inquiry struct {
	reader *store.Reader
	own    store.Own // the folder's own repository, which is not asked for
	limit  time.Duration
	began  time.Time
	said   []string // what is missing of the answer, and why
}

// inquire begins to ask the store.
func (e *Engine) inquire(snap *workspace.Snapshot, s *settings.Values) *inquiry {
	q := &inquiry{limit: s.Store.Timeout()}
	var err error
	if q.reader, err = e.Store(s); err != nil {
		q.tell("the store is not asked: " + err.Error())
		return q
	}
	q.own = e.kept(snap.Folder()).repository.of(snap.Folder().Root())
	return q
}

// tell says why something is missing.
func (q *inquiry) tell(why string) { q.said = append(q.said, render.Line(why)) }

// maxGlobs is how many repositories can be named at most.
const maxGlobs = 100

// checkRepositories wants globs of repositories that can be.
func checkRepositories(globs []string) error {
	if len(globs) > maxGlobs {
		return Bad("repositories", "there are %d, and %d at most can be asked for", len(globs), maxGlobs)
	}
	for i, glob := range globs {
		if strings.TrimSpace(glob) == "" {
			return Bad(fmt.Sprintf("repositories[%d]", i), "%q matches nothing", glob)
		}
	}
	return nil
}

// put puts a question to the store. It reports whether there is an answer; the error is ctx's, when it was cancelled.
func put[T any](ctx context.Context, q *inquiry, ask func(context.Context, *store.Reader) (store.Answer[T], error)) (a store.Answer[T], ok bool, err error) {
	if q.reader == nil {
		return a, false, nil
	}
	within := ctx
	if q.began.IsZero() { // the reader's own limit holds
		q.began = time.Now()
	} else {
		var cancel context.CancelFunc
		within, cancel = context.WithDeadline(ctx, q.began.Add(q.limit))
		defer cancel()
	}
	a, err = ask(within, q.reader)
	switch {
	case errors.Is(ctx.Err(), context.Canceled):
		return a, false, ctx.Err()
	case errors.Is(err, context.DeadlineExceeded):
		q.tell("the store does not answer in time")
	case err != nil:
		q.tell("the store does not answer: " + err.Error())
	}
	for _, why := range a.Refused[:min(len(a.Refused), maxNamed)] {
		q.tell("the store holds what cannot be, which is left out: " + why)
	}
	if n := len(a.Refused) - maxNamed; n > 0 {
		q.tell(fmt.Sprintf("the store holds %d more kinds of what cannot be", n))
	}
	return a, err == nil, nil
}
