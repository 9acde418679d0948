package workspace

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"time"

	"github.com/contextls/contextls/workspace/git"
)

// patches is of how many of the last commits it is known which lines they wrote.
const patches = 300

// Written is what the last commits wrote. It is read when somebody first asks: git takes longer for it than for all the rest of
// a history, and only who judges parts of files wants it. A folder that is watched has it read as soon as it is ready.
type Written struct {
	folder  *Folder
	history history
	whole   bool // the history may be kept

	mu      sync.Mutex
	reading chan struct{} // closed at the end; nil: nobody has asked, or git was interrupted
	commits []git.Commit  // with their Lines; nil until they were read
	all     bool          // git did not fail amid them
}

// Commits are the commits of the history with their Lines, those of the first few hundred, and whether that is all. It waits until they
// are read, for as long as a history may hold up a folder that is watched, and by ctx's end for nothing; reading goes on behind that. They
// are nil where they were not read, and where git failed they have less.
func (w *Written) Commits(ctx context.Context) (commits []git.Commit, all bool) {
	if w == nil {
		return nil, true
	}
	w.mu.Lock()
	reading := w.reading
	if reading == nil {
		reading = make(chan struct{})
		w.reading = reading
		go w.read(reading)
	}
	w.mu.Unlock()
	late := time.NewTimer(cmp.Or(w.folder.opts.patience, historyLimit))
	defer late.Stop()
	select {
	case <-reading:
	case <-late.C:
	case <-ctx.Done():
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.commits, w.all
}

func (w *Written) read(done chan struct{}) {
	f, commits, all := w.folder, []git.Commit(nil), false
	defer func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		if w.commits, w.all = commits, all; commits == nil && !all {
			w.reading = nil
		}
		close(done)
	}()
	defer f.opts.Problems.Recover("reading what commits wrote")
	if w.history.hasLines() || len(w.history.commits) == 0 {
		commits, all = w.history.commits, true
		return
	}
	ctx, cancel := context.WithTimeout(f.ctx, historyMost)
	defer cancel()
	n, histories := f.session.opts.History, &f.site.histories
	select {
	case <-histories.turn:
		defer func() { histories.turn <- struct{}{} }()
	case <-ctx.Done():
		return
	}
	lines, err := git.Lines{}, error(nil)
	if last := histories.get(n); last.head == w.history.head && last.hasLines() { // another session has read it
		for _, c := range last.commits {
			lines[c.Hash] = c.Lines
		}
	} else if lines, err = git.LinesWritten(ctx, f.root, w.history.head, min(n, patches)); git.Interrupted(err) || ctx.Err() != nil {
		return
	}
	commits, all = slices.Clone(w.history.commits), err == nil
	for i := range commits {
		commits[i].Lines = lines[commits[i].Hash]
	}
	if h := w.history; w.whole && all {
		h.commits = commits
		histories.put(n, h.noted())
		f.keepHistory(h)
	}
}

// readAhead has what commits wrote read, which the next pack will want.
func (f *Folder) readAhead() {
	f.mu.Lock()
	written := f.written
	f.mu.Unlock()
	go written.Commits(f.ctx)
}
