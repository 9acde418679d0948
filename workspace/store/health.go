package store

import (
	"context"
	"fmt"
)

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
