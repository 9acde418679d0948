package workspace

import (
	"context"
	"strings"

	"github.com/contextls/contextls/workspace/git"
)

// Rescan lists the folder anew and waits until what it finds is taken in. Files whose size and time are
// as they were are not read again, unless all are to be. The error is the context's.
func (f *Folder) Rescan(ctx context.Context, all bool) error {
	var paths []string
	if all {
		for _, file := range f.Snapshot().Files() {
			paths = append(paths, file.Path)
		}
	}
	f.refresh(paths, true)
	return f.Ready(ctx)
}

// Sync waits until all is taken in that has happened on disk before the call. Where the system does not tell of that
// at once, the folder is listed anew, as Rescan does. The error is the context's.
func (f *Folder) Sync(ctx context.Context) error {
	f.used()
	synced := make(chan bool, 1)
	select {
	case f.syncs <- synced:
		if !<-synced {
			return f.Rescan(ctx, false)
		}
	case <-f.ended:
	case <-ctx.Done():
		return ctx.Err()
	}
	return f.Ready(ctx)
}

// sync takes in what the watcher knows by now. It reports whether that is all; it is run's own.
func (f *Folder) sync() bool {
	f.lookAround()
	if !f.lookout.sync() {
		return false
	}
	if git.HeadText(f.root) != f.headText { // what is checked out in a worktree is noted elsewhere
		f.refresh(nil, false)
	}
	return true
}

// Reread looks at paths of the folder again, whatever they are, reads the files there and waits until
// that is taken in. The error is the context's.
func (f *Folder) Reread(ctx context.Context, paths []string) error {
	if len(paths) > 0 {
		f.refresh(paths, false)
	}
	return f.Ready(ctx)
}

// Changed lists the files that differ from those of another snapshot of the folder, by path: files with
// another text, with another language, and files that only one of the two has.
func (s *Snapshot) Changed(before *Snapshot) []string {
	var changed []string
	old, now := before.Files(), s.Files()
	for len(old) > 0 || len(now) > 0 {
		order := 0
		switch {
		case len(old) == 0:
			order = 1
		case len(now) == 0:
			order = -1
		default:
			order = strings.Compare(old[0].Path, now[0].Path)
		}
		switch {
		case order < 0:
			changed, old = append(changed, old[0].Path), old[1:]
		case order > 0:
			changed, now = append(changed, now[0].Path), now[1:]
		default:
			if !same(old[0], now[0]) {
				changed = append(changed, now[0].Path)
			}
			old, now = old[1:], now[1:]
		}
	}
	return changed
}

// same reports whether two states of a file are of the same text: the editor's, else that on disk. A file
// that was never read is judged by its size and time.
func same(a, b *File) bool {
	x, y := a.textHash(), b.textHash()
	switch {
	case a == b:
		return true
	case a.Language != b.Language || x != y:
		return false
	}
	return x != Hash{} || a.Size == b.Size && a.stamp.Modified == b.stamp.Modified
}

func (f *File) textHash() Hash {
	if f.Document != nil {
		return f.Document.hash()
	}
	return f.hash
}
