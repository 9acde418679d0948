package main

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"time"

	"github.com/contextls/contextls/lsp/engine"
	"github.com/contextls/contextls/lsp/settings"
	"github.com/contextls/contextls/workspace/store"
)

// storePatience is how long the doctor waits for the store: longer than an answer does, to tell a slow one from one that is not there.
const storePatience = 5 * time.Second

// store asks the team's store how it is, where the settings name one.
func (r *report) store(ctx context.Context, values settings.Values) {
	if values.Store.URL == "" {
		return
	}
	r.section("Store")
	limit := values.Store.Timeout()
	values.Store.TimeoutMs = int(max(storePatience, limit).Milliseconds())
	reader, err := engine.New(values).Store(&values)
	if err != nil {
		r.check("the store cannot be asked", withoutHost(err, values.Store.URL))
		r.line("trial", "failed")
		return
	}
	start := time.Now()
	h, err := reader.Health(ctx)
	took := time.Since(start)
	switch {
	case errors.Is(err, store.ErrEmpty):
		r.line("answers", "in %d ms; nothing is published there yet under this prefix", took.Milliseconds())
		return
	case err != nil:
		r.check("the store does not answer", withoutHost(err, values.Store.URL))
		r.line("trial", "failed")
		return
	case took > limit:
		r.broken("the store takes %d ms, and answers wait for it no longer than %d ms (store.timeoutMs)", took.Milliseconds(), limit.Milliseconds())
	}
	r.line("answers", "in %d ms", took.Milliseconds())
	r.line("version", "%s", h.Version)
	r.line("repositories", "%s", fmt.Sprint(h.Repositories))
}

// withoutHost is an error that does not tell where the store is.
func withoutHost(err error, address string) error {
	text := err.Error()
	if u, parsed := url.Parse(address); parsed == nil {
		text = strings.ReplaceAll(strings.ReplaceAll(text, u.Host, "STORE"), u.Hostname(), "STORE")
	}
	return errors.New(strings.ReplaceAll(text, address, "STORE"))
}
