package engine

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/contextls/contextls/workspace"
	"github.com/contextls/contextls/workspace/git"
)

// The modes of a scan.
const (
	ScanFull        = "full"
	ScanIncremental = "incremental"
)

// ScanRequest says what to look at again.
type ScanRequest struct {
	Mode  string // full (default) or incremental, the default where Since is given
	Since string // a revision of git's: what changed since
}

// Scanned is what a scan found.
type Scanned struct {
	Files, Changed, Symbols, Edges int
	Duration                       time.Duration
	Head                           string // the commit checked out, "" where there is none
	Mode                           string
}

// mode is the mode that is meant: a revision asks for what changed since.
func (r *ScanRequest) mode() string {
	switch {
	case r.Mode != "":
		return r.Mode
	case r.Since != "":
		return ScanIncremental
	}
	return ScanFull
}

func (r *ScanRequest) check() error {
	switch {
	case r.Since != "" && r.Mode == ScanFull:
		return Bad("since", "%q is for mode incremental; full is everything", r.Since)
	case strings.Contains(r.Since, ".."):
		return Bad("since", "%q is a range, not a revision", r.Since)
	}
	return checkOneOf("mode", r.Mode, ScanFull, ScanIncremental)
}

// Scan has the folder looked at again, all of it or what may have changed, and counts what the index
// holds then. The snapshot is the state before.
func (e *Engine) Scan(ctx context.Context, before *workspace.Snapshot, r ScanRequest) (*Scanned, error) {
	if err := r.check(); err != nil {
		return nil, err
	}
	start, folder := time.Now(), before.Folder()
	var since []string
	var err error
	switch {
	case r.Since != "":
		if since, err = changedSince(ctx, folder.Root(), r.Since); err == nil {
			err = folder.Reread(ctx, since)
		}
	default:
		err = folder.Rescan(ctx, r.mode() == ScanFull)
	}
	if err != nil {
		return nil, err
	}
	now := folder.Snapshot()
	s := &Scanned{Mode: r.mode(), Head: now.Head(), Files: len(now.Files()), Changed: len(now.Changed(before))}
	if r.Since != "" {
		since = slices.DeleteFunc(since, func(path string) bool { return now.Reason(path) != "" })
		s.Changed = len(since)
		s.Files = len(slices.DeleteFunc(since, func(path string) bool { return now.File(path) == nil }))
	}
	x, err := e.indexed(ctx, now)
	if err != nil {
		return nil, err
	}
	s.Edges = x.Graph().EdgeCount()
	for n := range int32(x.Graph().Len()) {
		s.Symbols += int(x.Graph().Head(n).Symbols)
	}
	s.Duration = time.Since(start)
	return s, nil
}

// changedSince are the files that differ from a revision's, staged or not, with those that git does not
// track; by path.
func changedSince(ctx context.Context, root, revision string) ([]string, error) {
	at, err := git.Resolve(ctx, root, revision)
	switch {
	case errors.Is(err, git.ErrRevision):
		return nil, Bad("since", "%q names no commit of the folder's repository", revision)
	case errors.Is(err, git.ErrNoRepository), errors.Is(err, git.ErrNoGit):
		return nil, Bad("since", "%q: %v", revision, err)
	case err != nil:
		return nil, err
	}
	changed, err := git.Changed(ctx, root, at, nil)
	if err != nil {
		return nil, err
	}
	untracked, err := git.Untracked(ctx, root)
	if err != nil {
		return nil, err
	}
	changed = append(changed, untracked...)
	slices.Sort(changed)
	return slices.Compact(changed), nil
}
