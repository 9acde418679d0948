package store

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
)

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

// checkIndices makes sure that the indices are ours, and of this schema.
func (r *Reader) checkIndices(ctx context.Context) error {
	r.mu.Lock()
	fresh := r.indices != nil && r.now().Sub(r.indicesAt) < mappingsFor
	r.mu.Unlock()
	if fresh {
		return nil
	}
	all, err := r.client.all(ctx)
	if err != nil {
		return err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.indices, r.indicesAt = all, r.now()
	return nil
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
