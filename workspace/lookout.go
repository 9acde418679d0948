package workspace

import (
	"context"
	"log/slog"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/contextls/contextls/workspace/disk"
	"github.com/contextls/contextls/workspace/watch"
)

// lookout lists and watches a root for all folders there that leave out the same. Each of them asks for a listing when it needs one,
// and takes that of another folder if it is no older than what it has been told and has looked at.
//
// What is told has a time: when it was told, before which it had happened. So what was told before a listing was begun is in that
// listing, and what was told after that is still to be looked at.
type lookout struct {
	root string
	opts Options // of the first folder; in what counts, all are the same
	log  *slog.Logger
	disk *disk.Folder

	turn     chan struct{} // one token: who has it lists
	last     listing       // whoever has the turn may look; zero where nobody else could take it
	excluded []disk.Excluded
	moves    int

	watched atomic.Pointer[watched] // nil until the first listing, and where nothing is watched

	mu      sync.Mutex
	folders []*Folder
}

// listing is one of a root, or why there is none.
type listing struct {
	disk.Listing
	began  time.Time
	moves  int       // how often the root was found to be another directory, so far
	absent error     // there is no such directory
	stood  time.Time // since when all of it is watched, where that is after it was begun: what changed before that may be missing
}

// watched is a watcher, and who takes its batches.
type watched struct {
	*watch.Watcher
	syncs chan chan bool
	quit  chan struct{}
	ended chan struct{}
}

func newLookout(root string, d *disk.Folder, opts Options, log *slog.Logger) *lookout {
	return &lookout{root: root, opts: opts, log: log, disk: d, turn: oneToken()}
}

// suits reports whether folders with these options see the same of a root.
func (l *lookout) suits(o Options) bool {
	return l.opts.Watch == o.Watch && l.opts.Poll == o.Poll && l.opts.MaxFileBytes == o.MaxFileBytes && l.opts.settle == o.settle &&
		slices.Equal(l.opts.Ignore, o.Ignore) && slices.Equal(l.opts.Allow, o.Allow) && slices.Equal(l.opts.Languages, o.Languages) &&
		slices.Equal(l.opts.Skip, o.Skip) && (l.opts.Skip == nil) == (o.Skip == nil) // which is the default
}

func (l *lookout) enter(f *Folder) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.folders = append(l.folders, f)
}

// leave takes away a folder that is at rest, and reports whether that was the last one.
func (l *lookout) leave(f *Folder) (empty bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.folders = slices.DeleteFunc(l.folders, func(other *Folder) bool { return other == f })
	return len(l.folders) == 0
}

// tell has all folders but one look at paths again, or at everything, that may have changed before a time.
func (l *lookout) tell(but *Folder, paths []string, all bool, told time.Time) {
	l.mu.Lock()
	folders := slices.Clone(l.folders)
	l.mu.Unlock()
	for _, f := range folders {
		if f != but {
			f.refreshAt(paths, all, told)
		}
	}
}

// list gives a folder a listing that was begun after a time. The error is the context's, or says why the root cannot be listed.
func (l *lookout) list(ctx context.Context, f *Folder, after time.Time) (listing, error) {
	select {
	case <-l.turn:
		defer func() { l.turn <- struct{}{} }()
	case <-ctx.Done():
		return listing{}, ctx.Err()
	}
	if after.Before(l.last.began) {
		return l.last, nil
	}
	now := listing{began: time.Now()}
	moved, err := l.disk.Reopen()
	if moved {
		l.moves++
		l.unwatch() // what is watched is not the root any more
		l.tell(f, nil, true, now.began.Add(-1))
	}
	if now.moves, now.absent = l.moves, err; err == nil {
		if now.Listing, err = l.disk.Scan(ctx); err != nil {
			l.last = listing{}
			return now, err
		}
	}
	if now.absent == nil && l.opts.Watch && l.watch(now.Dirs) {
		now.stood = time.Now()
	}
	if !now.stood.IsZero() {
		l.tell(f, nil, true, now.stood)
	} else if !slices.Equal(l.excluded, now.Excluded) { // other rules are in force, of which nobody may have told
		l.tell(f, nil, true, now.began.Add(-1))
	}
	l.excluded, l.last, now.Dirs = now.Excluded, listing{}, nil
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.folders) > 1 {
		l.last = now
	}
	return now, nil
}

// watch watches directories, and reports whether some were not watched before.
func (l *lookout) watch(dirs []string) (added bool) {
	if w := l.watched.Load(); w != nil {
		return w.Watch(dirs)
	}
	skip := func(dir string) bool { return dir != gitDir && l.disk.Skips(dir) }
	w := &watched{watch.New(l.root, append(dirs, gitDir), skip, l.opts.Poll, l.log), make(chan chan bool), make(chan struct{}), make(chan struct{})}
	l.watched.Store(w)
	go l.follow(w)
	return true
}

func (l *lookout) unwatch() {
	if w := l.watched.Swap(nil); w != nil {
		close(w.quit)
		w.Close()
		<-w.ended
	}
}

// follow tells of what a watcher tells.
func (l *lookout) follow(w *watched) {
	defer close(w.ended)
	take := func(b watch.Batch) {
		paths := slices.DeleteFunc(b.Paths, inGit)
		l.tell(nil, paths, b.Rescan || slices.ContainsFunc(paths, l.disk.IsRule), time.Now())
	}
	for {
		select {
		case <-w.quit:
			return
		case b := <-w.Batches():
			take(b)
		case synced := <-w.syncs:
			b, ok := w.Sync()
			if ok && (b.Rescan || len(b.Paths) > 0) {
				take(b)
			}
			synced <- ok
		}
	}
}

// sync has told of all that happened before the call; ok is false where that is not known.
func (l *lookout) sync() (ok bool) {
	w := l.watched.Load()
	if w == nil {
		return false
	}
	synced := make(chan bool)
	select {
	case w.syncs <- synced:
		return <-synced
	case <-w.quit:
		return false
	}
}

// used tells the watcher that somebody works with the root.
func (l *lookout) used() {
	if w := l.watched.Load(); w != nil {
		w.Used()
	}
}

// degraded says what is not watched, for a person to read.
func (l *lookout) degraded() []string {
	if w := l.watched.Load(); w != nil {
		return w.Degraded()
	}
	return nil
}
