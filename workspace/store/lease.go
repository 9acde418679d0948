package store

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"time"
)

// leaseTime is how long a scan that died keeps others waiting. A living one has four tries to renew its lease in that time.
const leaseTime = time.Minute

// Busy says that another scan of the repository is running, or died not long ago.
type Busy struct {
	Repository string
	Lease      Lease
}

func (e *Busy) Error() string {
	return fmt.Sprintf("another scan of %s is running since %s, by %s; if it died, the next one can begin at %s", e.Repository,
		e.Lease.Since.Local().Format(time.TimeOnly), e.Lease.By, e.Lease.Until.Local().Format(time.TimeOnly))
}

// ErrLost says that another scan took over, since the lease had run out.
var ErrLost = errors.New("its lease ran out, and another scan took over: nothing of this one counts")

// errConflict says that a repository's document is not what it was when it was read.
var errConflict = errors.New("the repository's document was changed meanwhile")

// held is a repository's document as it was read or written last.
type held struct {
	Repository
	exists    bool
	seq, term int64
	token     string // of this scan's lease, once it was asked for
}

// repository reads the document of a repository, which need not exist.
func (c *Client) repository(ctx context.Context, name string) (*held, error) {
	var answer struct {
		Found  bool       `json:"found"`
		Seq    int64      `json:"_seq_no"`
		Term   int64      `json:"_primary_term"`
		Source Repository `json:"_source"`
	}
	err := c.do(ctx, request{method: http.MethodGet, path: c.document(name)}, &answer)
	var refused *Refused
	switch {
	case errors.As(err, &refused) && refused.Status == http.StatusNotFound:
		return &held{Repository: Repository{Name: name, Schema: Schema}}, nil
	case err != nil:
		return nil, err
	case !answer.Found || answer.Source.Name != name:
		return nil, fmt.Errorf("%s has something else in the place of repository %q", c.host, name)
	case answer.Source.Schema != Schema:
		return nil, fmt.Errorf("repository %q of %s: %w, %d in place of %d", name, c.host, ErrSchema, answer.Source.Schema, Schema)
	}
	return &held{Repository: answer.Source, exists: true, seq: answer.Seq, term: answer.Term}, nil
}

// document is the path of a repository's document.
func (c *Client) document(name string) string {
	return "/" + url.PathEscape(c.alias(Repositories)) + "/_doc/" + hashID(name)
}

// save writes the document if it still is what was read or written last; else the error is errConflict. shown has it found by
// searches at once.
func (c *Client) save(ctx context.Context, h *held, shown bool) error {
	body, err := json.Marshal(h.Repository)
	if err != nil {
		return err
	}
	query := url.Values{"require_alias": {"true"}}
	if h.exists {
		query.Set("if_seq_no", fmt.Sprint(h.seq))
		query.Set("if_primary_term", fmt.Sprint(h.term))
	} else {
		query.Set("op_type", "create")
	}
	if shown {
		query.Set("refresh", "true")
	}
	var answer struct {
		Seq  int64 `json:"_seq_no"`
		Term int64 `json:"_primary_term"`
	}
	err = c.retry(ctx, func(ctx context.Context) error {
		return c.do(ctx, request{method: http.MethodPut, path: c.document(h.Name), query: query.Encode(), body: body}, &answer)
	})
	var refused *Refused
	switch {
	case errors.As(err, &refused) && refused.Status == http.StatusConflict:
		now, err := c.repository(ctx, h.Name)
		if err != nil {
			return err
		}
		written, err := json.Marshal(now.Repository)
		ours := now.Lease != nil && now.Lease.Token == h.token
		if err != nil || !ours && !bytes.Equal(written, body) {
			return errConflict
		}
		h.exists, h.seq, h.term = true, now.seq, now.term // an earlier try was written, but its answer got lost
		if !bytes.Equal(written, body) {
			return c.save(ctx, h, shown)
		}
		return nil
	case err != nil:
		return err
	}
	h.exists, h.seq, h.term = true, answer.Seq, answer.Term
	return nil
}

// busy is why no scan may begin now, nil where one may.
func (h *held) busy() error {
	if h.Lease != nil && time.Now().Before(h.Lease.Until) {
		return &Busy{h.Name, *h.Lease}
	}
	return nil
}

// claim takes the right to write, if nothing has changed since the document was read. What an earlier scan left is void.
func (c *Client) claim(ctx context.Context, h *held, by string, lease time.Duration) error {
	if h.Lease != nil {
		h.void(h.Lease.Generation)
	}
	now := time.Now().UTC()
	h.Last++
	h.Cleared = false
	h.token = rand.Text()
	h.Lease = &Lease{Generation: h.Last, By: by, Token: h.token, Since: now, Until: now.Add(lease)}
	err := c.save(ctx, h, true)
	if !errors.Is(err, errConflict) {
		return err
	}
	other, err := c.repository(ctx, h.Name)
	if err != nil {
		return err
	}
	if err := other.busy(); err != nil {
		return err
	}
	return fmt.Errorf("another scan of %s ended just now; once more", h.Name)
}

// void has a generation never count, unless it does already.
func (h *held) void(generation int64) {
	if at, known := slices.BinarySearch(h.Void, generation); generation > h.Generation && !known {
		h.Void = slices.Insert(slices.Clone(h.Void), at, generation)
	}
}

// renew renews the lease until ctx ends, and tells when it is lost.
func (s *scan) renew(ctx context.Context, lost func(error)) {
	tick := time.NewTicker(s.Lease / 4)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		s.mu.Lock()
		if s.held.Lease == nil {
			s.mu.Unlock()
			return
		}
		before := s.held.Lease.Until
		s.held.Lease.Until = time.Now().UTC().Add(s.Lease)
		err := s.c.save(ctx, s.held, false)
		if err != nil {
			s.held.Lease.Until = before
		}
		s.mu.Unlock()
		if errors.Is(err, errConflict) { // any other error is told where documents cannot be sent; if the lease runs out, it still may be nobody else's
			lost(fmt.Errorf("%s: %w", s.Repository, ErrLost))
			return
		}
	}
}
