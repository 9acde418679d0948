package store

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"
	"unicode"
	"unicode/utf8"
)

// Publication is a scan of a repository.
type Publication struct {
	Repository string // its name: host/owner/name, owner/name, …; see CheckName
	Commit     string // that is checked out, "" where there is none
	Program    string // the version of contextls
	By         string // who scans, for others to read
	Shards     int    // see Prepare

	// Documents visits the documents of all files, each path once.
	Documents func(ctx context.Context, visit func(FileDocuments) error) error

	// Progress is told now and then how far the scan is, if it is not nil.
	Progress func(Progress)
	// Show is given what would be sent of a file, and whether the store knows it, if it is not nil: then nothing is written.
	Show func(d FileDocuments, known bool) error

	Lease time.Duration // how long a scan that dies keeps others waiting; 0: a minute
}

// Progress is how far a scan is.
type Progress struct {
	Files, Sent int // files that were looked at, and documents that the store has taken
}

// Published is what a scan did.
type Published struct {
	Generation int64    // 0 where nothing had to be written
	Sent       Counts   // documents, by kind
	Unchanged  Counts   // that were there
	Deleted    Counts   // that were there, and are gone or replaced
	Gone       []string // paths of files that were there, and are gone
	Skipped    []string // paths that are too long to be kept
	Duration   time.Duration
}

// Total is the number of all documents.
func (c Counts) Total() int { return c.Files + c.Definitions + c.Packages + c.Uses }

func (c *Counts) add(d Counts) {
	c.Files += d.Files
	c.Definitions += d.Definitions
	c.Packages += d.Packages
	c.Uses += d.Uses
}

// maxName bounds a repository's name, in bytes: it is each document's routing.
const maxName = 200

// CheckName reports whether a repository can be called so.
func CheckName(name string) error {
	other := strings.IndexFunc(name, func(r rune) bool {
		return !(unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune("._-/+@~", r))
	})
	if name == "" || len(name) > maxName || other >= 0 || strings.HasPrefix(name, "/") || strings.HasSuffix(name, "/") || !utf8.ValidString(name) {
		return fmt.Errorf("repository: %q is not of letters, digits and . _ - + @ ~ with / between them, at most %d bytes", name, maxName)
	}
	return nil
}

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
	case !s.held.exists || s.held.Commit != s.Commit:
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

// send sends the documents of a file.
func (s *scan) send(d FileDocuments) error {
	place := Place{Repository: s.Repository, Life: Life{From: s.result.Generation}, Path: d.File.Path}
	for i := range d.Definitions {
		d.Definitions[i].Place = place
		if err := s.add("index", Definitions, place, i, d.Definitions[i]); err != nil {
			return err
		}
	}
	for i := range d.Uses {
		d.Uses[i].Place = place
		if err := s.add("index", Uses, place, i, d.Uses[i]); err != nil {
			return err
		}
	}
	for i := range d.Packages {
		d.Packages[i].Place = place
		if err := s.add("index", Packages, place, i, d.Packages[i]); err != nil {
			return err
		}
	}
	d.File.Place = place
	return s.add("index", Files, place, 0, d.File)
}

// replace marks the documents of a file as those that count until this scan does.
func (s *scan) replace(ctx context.Context, lose func(error), old publishedFile) error {
	s.result.Deleted.add(old.Counts)
	if s.Show != nil {
		return nil
	}
	if err := s.begin(ctx, lose); err != nil {
		return err
	}
	s.gone = append(s.gone, old)
	return s.each(old, "update", map[string]any{"doc": map[string]any{"until": s.result.Generation}})
}

// each does something to all documents that there are of a file, to the file's own last.
func (s *scan) each(old publishedFile, action string, document any) error {
	place := Place{Life: old.Life, Path: old.Path}
	for _, of := range []struct {
		kind  Kind
		count int
	}{{Definitions, old.Counts.Definitions}, {Uses, old.Counts.Uses}, {Packages, old.Counts.Packages}, {Files, 1}} {
		for i := range of.count {
			if err := s.add(action, of.kind, place, i, document); err != nil {
				return err
			}
		}
	}
	return nil
}

func (s *scan) add(action string, kind Kind, p Place, n int, document any) error {
	return s.sender.add(action, kind, idOf(s.Repository, p, n), s.Repository, document)
}

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
	r.Commit, r.Scanned, r.Program, r.Counts = s.Commit, time.Now().UTC(), s.Program, s.counts
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
