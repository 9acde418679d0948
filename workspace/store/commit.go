package store

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// commit has this scan's state count in place of the one before, and deletes that.
func (s *scan) commit(ctx context.Context) error {
	if err := s.sender.close(); err != nil {
		return err
	}
	if err := s.c.refresh(ctx); err != nil {
		return err
	}
	if err := s.change(ctx, func(r *Repository) {
		r.Generation = s.result.Generation
		s.describe(r)
	}); err != nil {
		return err
	}
	s.sender = s.c.newSender(ctx, s.taken)
	for _, old := range s.gone {
		if err := s.each(old, "delete", nil); err != nil {
			return err
		}
	}
	if err := s.sender.close(); err != nil {
		return err
	}
	if err := s.c.refresh(ctx); err != nil {
		return err
	}
	return s.change(ctx, func(r *Repository) { r.Lease, r.Cleared = nil, true })
}

// note says which commit was looked at, though nothing of it had to be sent.
func (s *scan) note(ctx context.Context) error {
	return s.change(ctx, func(r *Repository) {
		s.describe(r)
		r.Cleared = true
	})
}

func (s *scan) describe(r *Repository) {
	r.Origin, r.Commit, r.Scanned, r.Program, r.Counts = s.Origin, s.Commit, time.Now().UTC(), s.Program, s.counts
}

// change writes the repository's document, if it is this scan's to write.
func (s *scan) change(ctx context.Context, change func(*Repository)) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	before := s.held.Repository
	change(&s.held.Repository)
	err := s.c.save(ctx, s.held, true)
	if err != nil {
		s.held.Repository = before
	}
	if errors.Is(err, errConflict) {
		err = fmt.Errorf("%s: %w", s.Repository, ErrLost)
	}
	return err
}

// releaseTime is how long a scan that failed takes to let others begin at once.
const releaseTime = 5 * time.Second

// release gives back the lease of a scan that failed, if it can.
func (s *scan) release(ctx context.Context) {
	if s.sender != nil {
		s.sender.abandon()
	}
	if !s.leased || s.held.Lease == nil {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, releaseTime)
	defer cancel()
	_ = s.change(ctx, func(r *Repository) { // else the lease runs out
		s.held.void(r.Lease.Generation)
		r.Lease = nil
	})
}
