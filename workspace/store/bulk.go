package store

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"sync"
	"time"
)

// Bounds of the bulk requests.
const (
	bulkBytes   = 5 << 20 // of one: what OpenSearch's guides advise; managed ones take 10 MiB
	bulkSenders = 2       // at a time: one is being indexed while the next one is on its way
)

// How often a request is tried again that the store could not answer just now.
const (
	firstPause = 250 * time.Millisecond
	mostPause  = 15 * time.Second
	patience   = 2 * time.Minute // without a success
	mostAnswer = time.Minute     // until one try is given up: the store may be gone without a word
)

// retry does something that is harmless to do twice, until it works, fails for good, or the client's patience is at its end.
func (c *Client) retry(ctx context.Context, do func(context.Context) error) error {
	start := time.Now()
	for pause := firstPause; ; pause = min(2*pause, mostPause) {
		try, cancel := context.WithTimeout(ctx, mostAnswer)
		err := do(try)
		cancel()
		if errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil {
			err = c.unanswered(fmt.Errorf("for %s", mostAnswer))
		}
		if err == nil || ctx.Err() != nil || !passing(err) {
			return err
		}
		if wait := pause/2 + rand.N(pause/2); time.Since(start)+wait < c.patience {
			select {
			case <-time.After(wait):
				continue
			case <-ctx.Done():
				return ctx.Err()
			}
		}
		return fmt.Errorf("%w (tried for %s)", err, time.Since(start).Round(time.Second))
	}
}

// passing reports whether an error may be gone a little later.
func passing(err error) bool {
	var refused *Refused
	var unanswered *Unanswered
	if errors.As(err, &refused) {
		return refused.Passing()
	}
	return errors.As(err, &unanswered) || errors.Is(err, errHurried)
}

// errHurried says that the store took only some of what it was sent, since it has too much to do.
var errHurried = errors.New("the store has too much to do")

// sender sends operations in bulk requests.
type sender struct {
	c      *Client
	ctx    context.Context
	fail   context.CancelCauseFunc
	sent   func(operations int) // of which the store has said so
	full   chan []operation
	group  sync.WaitGroup
	batch  []operation
	length int
	closed bool
}

// operation is one line or two of a bulk request.
type operation []byte

// newSender makes a sender. When one request fails for good, ctx ends.
func (c *Client) newSender(ctx context.Context, sent func(int)) *sender {
	s := &sender{c: c, full: make(chan []operation), sent: sent}
	s.ctx, s.fail = context.WithCancelCause(ctx)
	for range bulkSenders {
		s.group.Go(func() {
			for batch := range s.full {
				if err := s.send(batch); err != nil {
					s.fail(err)
				}
			}
		})
	}
	return s
}

// add sends an operation, sooner or later.
func (s *sender) add(action string, kind Kind, id, repository string, document any) error {
	head := map[string]any{"_index": s.c.alias(kind), "_id": id, "routing": repository}
	if action == "update" {
		head["retry_on_conflict"] = 3
	}
	op, err := json.Marshal(map[string]any{action: head})
	if err != nil {
		return err
	}
	op = append(op, '\n')
	if document != nil {
		body, err := json.Marshal(document)
		if err != nil {
			return err
		}
		op = append(append(op, body...), '\n')
	}
	if s.length+len(op) > s.c.bulkBytes {
		if err := s.flush(); err != nil {
			return err
		}
	}
	s.batch, s.length = append(s.batch, op), s.length+len(op)
	return nil
}

func (s *sender) flush() error {
	if len(s.batch) == 0 {
		return context.Cause(s.ctx)
	}
	select {
	case s.full <- s.batch:
		s.batch, s.length = nil, 0
		return nil
	case <-s.ctx.Done():
		return context.Cause(s.ctx)
	}
}

// close waits until all is sent, and ends the sender. The error is why not all was taken.
func (s *sender) close() error {
	err := s.flush()
	s.stop()
	if cause := context.Cause(s.ctx); cause != nil {
		err = cause
	}
	s.fail(nil)
	return err
}

// abandon ends the sender as it is.
func (s *sender) abandon() {
	s.fail(nil)
	s.stop()
}

func (s *sender) stop() {
	if !s.closed {
		s.closed = true
		close(s.full)
	}
	s.group.Wait()
}

// send sends a batch, and those of its operations again that the store could not take at once.
func (s *sender) send(batch []operation) error {
	if s.ctx.Err() != nil {
		return nil
	}
	return s.c.retry(s.ctx, func(ctx context.Context) error {
		rest, err := s.c.bulk(ctx, batch)
		if taken := len(batch) - len(rest); taken > 0 {
			s.sent(taken)
		}
		batch = rest
		if err == nil && len(rest) > 0 {
			err = fmt.Errorf("%s: %w", s.c.host, errHurried)
		}
		return err
	})
}

// bulk sends operations once. The rest are those that it may take a little later; all, where there is an error.
func (c *Client) bulk(ctx context.Context, batch []operation) (rest []operation, err error) {
	var answer struct {
		Errors bool                  `json:"errors"`
		Items  []map[string]bulkItem `json:"items"`
	}
	body := bytes.Join(asBytes(batch), nil)
	if err := c.do(ctx, request{method: http.MethodPost, path: "/_bulk", query: "require_alias=true&filter_path=errors,items.*.status,items.*.error.type,items.*.error.reason",
		body: body, lines: true}, &answer); err != nil {
		return batch, err
	}
	if !answer.Errors {
		return nil, nil
	}
	if len(answer.Items) != len(batch) {
		return batch, fmt.Errorf("%s does not answer as OpenSearch does: %d operations, %d results", c.host, len(batch), len(answer.Items))
	}
	for i, item := range answer.Items {
		for action, of := range item {
			refused := &Refused{Host: c.host, Status: of.Status, Type: of.Error.Type, Reason: shortened(of.Error.Reason, maxReason)}
			switch {
			case of.Status < 300, of.Status == http.StatusNotFound && action != "index" && refused.Type != indexMissing:
			case refused.Passing():
				rest = append(rest, batch[i])
			default:
				return batch, refused
			}
		}
	}
	return rest, nil
}

// bulkItem is what became of an operation.
type bulkItem struct {
	Status int     `json:"status"`
	Error  failure `json:"error"`
}

// indexMissing is OpenSearch's name of the error that an index or alias is not there.
const indexMissing = "index_not_found_exception"

func asBytes(batch []operation) [][]byte {
	parts := make([][]byte, len(batch))
	for i, op := range batch {
		parts[i] = op
	}
	return parts
}
