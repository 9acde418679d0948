package workspace

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/contextls/contextls/workspace/git"
)

// lasting reports whether git would fail in the same way another time.
func lasting(err error) bool {
	return slices.ContainsFunc([]error{git.ErrNoRepository, git.ErrBorrowed, git.ErrForeign, git.ErrNoGit},
		func(known error) bool { return errors.Is(err, known) })
}

// forgetGit forgets the history, since there is no folder.
func (f *Folder) forgetGit() {
	f.endReading()
	f.headText = ""
	f.mu.Lock()
	defer f.mu.Unlock()
	f.head, f.headSays, f.commits, f.written, f.gitRead, f.gitProblems, f.gitFailed = "", "", nil, nil, false, nil, false
}

// How long reading the history may hold up a folder that is otherwise ready. It goes on behind that, up to historyMost; who does not
// watch a folder is about to answer one question, and waits longer.
const (
	historyLimit   = 10 * time.Second
	historyPatient = time.Minute
	historyMost    = 10 * time.Minute
)

// historyReading is one that goes on by itself.
type historyReading struct {
	cancel context.CancelFunc
	done   chan struct{} // closed at the end; the fields below are not written after that

	history       // headText is of its beginning, and written then
	same    bool  // as it was before
	whole   bool  // nothing was in the way
	err     error // why there is no history, or not all of it
}

// endReading gives up what is being read of the history.
func (f *Folder) endReading() {
	if r := f.reading; r != nil {
		r.cancel()
		<-r.done
		f.reading = nil
	}
}

// readGit reads the history, when what is checked out is another commit than before. Git is not asked
// where its files say that it is the same: a save is not to wait for a program to start.
func (f *Folder) readGit() {
	defer f.opts.Problems.Recover("reading the history")
	text := git.HeadText(f.root)
	if r := f.reading; r != nil && r.headText == text {
		if isClosed(r.done) {
			f.endReading()
			f.takeHistory(r)
		}
		return
	}
	if text != "" && text == f.headText {
		return
	}
	f.endReading()
	f.headText = ""
	kept := f.knownHistory()
	if text != "" && text == kept.headText { // no git is needed
		f.setHistory(kept, true, git.Borrows(f.root))
		return
	}
	ctx, cancel := context.WithTimeout(f.ctx, historyMost)
	r := &historyReading{cancel: cancel, done: make(chan struct{}), history: history{headText: text}}
	go f.readHistory(ctx, r, kept)
	limit := f.opts.patience
	switch {
	case limit > 0:
	case f.opts.Watch:
		limit = historyLimit
	default:
		limit = historyPatient
	}
	late := time.NewTimer(limit)
	defer late.Stop()
	select {
	case <-r.done:
		cancel()
		f.takeHistory(r)
	case <-late.C:
		f.reading = r
		context.AfterFunc(ctx, f.wake) // it is cancelled when it is done
	}
}

// readHistory reads the history that is checked out; what was kept helps, as does what another session is just reading.
func (f *Folder) readHistory(ctx context.Context, r *historyReading, kept history) {
	defer r.cancel()
	defer close(r.done)
	defer f.opts.Problems.Recover("reading the history")
	n, histories := f.session.opts.History, &f.site.histories
	select {
	case <-histories.turn:
	case <-ctx.Done():
		r.err = ctx.Err()
		return
	}
	defer func() {
		if r.whole {
			histories.put(n, r.history.noted())
		}
		histories.turn <- struct{}{}
	}()
	defer func() {
		if r.err == nil && r.head != "" { // wherever the commits are from
			r.err = git.Borrows(f.root)
		}
	}()
	if last := histories.get(n); last.head != "" {
		if kept = last; r.headText != "" && r.headText == kept.headText {
			r.head, r.commits = kept.head, kept.commits
			return
		}
	}
	r.head, r.err = git.Head(ctx, f.root)
	f.mu.Lock()
	r.same = (r.err == nil || lasting(r.err)) && r.head == f.head && f.gitRead && !f.gitFailed
	f.mu.Unlock()
	if r.same || r.err != nil || n == 0 {
		return
	}
	if r.whole = r.head == kept.head; r.whole {
		r.commits = kept.commits
		return
	}
	withLines := 0
	if kept.hasLines() {
		withLines = min(n, patches)
	}
	if r.commits, r.whole = git.Update(ctx, f.root, kept.head, kept.commits, n, withLines); r.whole {
		return
	}
	r.commits, r.err = git.History(ctx, f.root, n)
	r.whole = r.head != "" && r.err == nil
}

// takeHistory takes in what was read.
func (f *Folder) takeHistory(r *historyReading) {
	if r.same {
		f.headText = r.headText
		return
	}
	if r.whole {
		f.keepHistory(r.history)
	}
	f.setHistory(r.history, r.whole, r.err)
}

// setHistory takes in a history, or why there is none; whole says that it may be kept.
func (f *Folder) setHistory(h history, whole bool, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.head, f.headSays, f.commits, f.gitRead, f.gitProblems = h.head, h.headText, h.commits, true, nil
	f.written = &Written{folder: f, history: h, whole: whole}
	f.gitFailed = err != nil && !lasting(err)
	if !f.gitFailed {
		f.headText = h.headText
	}
	switch {
	case errors.Is(err, git.ErrBorrowed): // it is told, and used
		f.gitProblems = []string{err.Error()}
	case err != nil && !errors.Is(err, git.ErrNoRepository):
		f.gitProblems = []string{"no history: " + err.Error()}
	}
	f.changed()
}
