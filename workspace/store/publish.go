package store

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"sync"
	"time"
	"unicode/utf8"
)

// scan is a publication under way.
type scan struct {
	Publication
	c      *Client
	before map[string]publishedFile // what counts, by path; without those that were looked at
	gone   []publishedFile          // what is to be deleted after the commit
	counts Counts                   // of what counts after the commit
	result Published
	sender *sender // nil before there is something to write

	mu     sync.Mutex
	held   *held
	leased bool // held has a lease of this scan

	telling      sync.Mutex
	looked, sent int
}

// Publish makes a store's documents of a repository those that it is given. What they were before counts until all is there. The
// error is ctx's, *Busy, ErrLost, ErrForeign, ErrSchema, *Refused, Documents' own, or says why the store does not answer; then what
// was there before still counts.
func (c *Client) Publish(ctx context.Context, p Publication) (*Published, error) {
	start := time.Now()
	if err := CheckName(p.Repository); err != nil {
		return nil, err
	}
	p.Lease = cmp.Or(p.Lease, leaseTime)
	s := &scan{Publication: p, c: c}
	ctx, lose := context.WithCancelCause(ctx)
	defer lose(nil)
	err := s.publish(ctx, lose)
	if err != nil {
		if cause := context.Cause(ctx); cause != nil {
			err = cause
		}
		s.release(context.WithoutCancel(ctx))
		return nil, err
	}
	s.result.Duration = time.Since(start)
	return &s.result, nil
}

func (s *scan) publish(ctx context.Context, lose func(error)) (err error) {
	if s.Show == nil {
		err = s.c.Prepare(ctx, s.Shards)
	} else if err = s.c.Check(ctx); errors.Is(err, ErrEmpty) {
		err = nil
	}
	if err != nil {
		return err
	}
	if s.held, err = s.c.repository(ctx, s.Repository); err != nil {
		return err
	}
	if err := s.held.busy(); err != nil {
		return err
	}
	if s.held.exists && !s.held.Settled() && s.Show == nil {
		if err := s.begin(ctx, lose); err != nil {
			return err
		}
	}
	if s.before, err = s.c.state(ctx, &s.held.Repository); err != nil {
		return err
	}
	if err := s.Documents(ctx, func(d FileDocuments) error { return s.visit(ctx, lose, d) }); err != nil {
		return err
	}
	if s.looked == 0 && len(s.before) > 0 {
		return fmt.Errorf("there is no source file: what the store has of %s stays as it is", s.Repository)
	}
	for _, old := range byPath(s.before) {
		s.result.Gone = append(s.result.Gone, old.Path)
		if err := s.replace(ctx, lose, old); err != nil {
			return err
		}
	}
	switch {
	case s.Show != nil:
		return nil
	case s.sender != nil:
		return s.commit(ctx)
	case !s.held.exists || s.held.Commit != s.Commit || s.held.Origin != s.Origin:
		return s.note(ctx)
	}
	return nil
}

// visit takes in the documents of a file.
func (s *scan) visit(ctx context.Context, lose func(error), d FileDocuments) error {
	path := d.File.Path
	if len(path) > maxPath || !utf8.ValidString(path) {
		s.result.Skipped = append(s.result.Skipped, path)
		return nil
	}
	counts := d.finish()
	s.counts.add(counts)
	s.telling.Lock()
	s.looked++
	s.telling.Unlock()
	old, known := s.before[path]
	delete(s.before, path)
	if known && old.Content == d.File.Content {
		s.result.Unchanged.add(old.Counts)
		s.tell()
		return nil
	}
	s.result.Sent.add(counts)
	if s.Show != nil {
		if known {
			s.result.Deleted.add(old.Counts)
		}
		return s.Show(d, known)
	}
	if known {
		if err := s.replace(ctx, lose, old); err != nil {
			return err
		}
	}
	if err := s.begin(ctx, lose); err != nil {
		return err
	}
	return s.send(d)
}

// begin takes the lease, unless the scan has it.
func (s *scan) begin(ctx context.Context, lose func(error)) error {
	if s.sender != nil {
		return nil
	}
	unsettled := s.held.exists && !s.held.Settled()
	if err := s.c.claim(ctx, s.held, s.By, s.Lease); err != nil {
		return err
	}
	s.leased = true
	s.result.Generation = s.held.Lease.Generation
	go s.renew(ctx, lose)
	if unsettled {
		if err := s.c.clear(ctx, &s.held.Repository); err != nil {
			return err
		}
	}
	s.sender = s.c.newSender(ctx, s.taken)
	return nil
}

// taken notes that the store has taken some documents.
func (s *scan) taken(operations int) {
	s.telling.Lock()
	s.sent += operations
	s.telling.Unlock()
	s.tell()
}

// tell tells how far the scan is.
func (s *scan) tell() {
	if s.Progress != nil {
		s.telling.Lock()
		defer s.telling.Unlock()
		s.Progress(Progress{s.looked, s.sent})
	}
}
