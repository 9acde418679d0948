package lsp

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/contextls/contextls/workspace"
	"github.com/contextls/contextls/workspace/git"
)

// Scan answers context/scan: it has the folder looked at again, all of it or what may have changed, and
// says what the index holds then. The snapshot is the state before.
func (e *Engine) Scan(ctx context.Context, before *workspace.Snapshot, p ScanParams) (ScanResult, error) {
	if err := p.check(); err != nil {
		return ScanResult{}, err
	}
	start, folder := time.Now(), before.Folder()
	var since []string
	var err error
	switch {
	case p.Since != "":
		if since, err = changedSince(ctx, folder.Root(), p.Since); err == nil {
			err = folder.Reread(ctx, since)
		}
	default:
		err = folder.Rescan(ctx, p.mode() == scanFull)
	}
	if err != nil {
		return ScanResult{}, err
	}
	now := folder.Snapshot()
	r := ScanResult{Mode: p.mode(), GitSHA: orNull(now.Head()), FilesScanned: len(now.Files()), FilesChanged: len(now.Changed(before))}
	if p.Since != "" {
		since = slices.DeleteFunc(since, func(path string) bool { return now.Reason(path) != "" })
		r.FilesChanged = len(since)
		r.FilesScanned = len(slices.DeleteFunc(since, func(path string) bool { return now.File(path) == nil }))
	}
	v, err := e.view(ctx, now)
	if err != nil {
		return ScanResult{}, err
	}
	r.DependenciesIndexed = v.Graph().EdgeCount()
	for n := range int32(v.Graph().Len()) {
		r.SymbolsIndexed += len(v.facts(n).Symbols)
	}
	r.DurationSeconds = time.Since(start).Seconds()
	return r, nil
}

// changedSince are the files that differ from a revision's, staged or not, with those that git does not
// track; by path.
func changedSince(ctx context.Context, root, revision string) ([]string, error) {
	at, err := git.Resolve(ctx, root, revision)
	switch {
	case errors.Is(err, git.ErrRevision):
		return nil, bad("since", "%q names no commit of the folder's repository", revision)
	case errors.Is(err, git.ErrNoRepository), errors.Is(err, git.ErrNoGit):
		return nil, bad("since", "%q: %v", revision, err)
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
