package engine

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/rank"
	"github.com/contextls/contextls/workspace"
	"github.com/contextls/contextls/workspace/git"
	"github.com/contextls/contextls/workspace/promise"
)

// kept is what an engine keeps of a folder for the next request. It belongs to the folder.
type kept struct {
	mu     sync.Mutex
	newest *index   // of the newest snapshot that has one
	number uint64   // of that snapshot
	behind bool     // an index is being made that nobody waits for
	packs  []*known // the last ones, the oldest first

	repository ownRepository
}

func (e *Engine) kept(f *workspace.Folder) *kept {
	return f.Attached(e, func() any { return &kept{} }).(*kept)
}

// index is a snapshot's rank index, with what identifies the history that it was made with.
type index struct {
	*rank.Index
	commits int
	head    string
	whole   bool // it is of all files that the folder had
}

func (ix *index) follows(snap *workspace.Snapshot) bool {
	return ix != nil && ix.head == snap.Head() && ix.commits == len(snap.Commits())
}

// promised is the index of a snapshot, in the making or made.
type promised struct {
	*promise.Promise[*index]
	linked atomic.Int64 // when the graph was linked, in Unix nanoseconds; 0: it is not yet
}

// ErrBroken says that there is no answer because of a problem of the program itself.
var ErrBroken = errors.New("a problem of the program itself; its log has the details")

// index is the index of a snapshot, which owns it. The error is ctx's, or ErrBroken.
func (e *Engine) index(ctx context.Context, snap *workspace.Snapshot) (*index, error) {
	p := snap.Attached(e, func() any {
		p := &promised{}
		p.Promise = promise.New(func(ctx context.Context) (ix *index, err error) {
			defer func() {
				if value := recover(); value != nil {
					e.Problems.Panicked("indexing a folder", value)
					ix, err = nil, ErrBroken
				}
			}()
			graph, err := snap.Graph(ctx)
			if err != nil {
				return nil, err
			}
			p.linked.Store(time.Now().UnixNano())
			return e.makeIndex(snap, graph), nil
		})
		return p
	}).(*promised)
	start := time.Now()
	ix, err := p.Get(ctx)
	if t := TraceOf(ctx); t != nil {
		t.addWait(p, start, time.Now())
	}
	return ix, err
}

// addWait adds the time for which an index was waited for to the stages that it was in then.
func (t *Trace) addWait(p *promised, start, end time.Time) {
	linked := end
	if at := p.linked.Load(); at != 0 {
		linked = time.Unix(0, at)
	}
	if linked.After(start) {
		t.add(StageLink, linked.Sub(start))
		start = linked
	}
	if end.After(start) {
		t.add(StageIndex, end.Sub(start))
	}
}

// makeIndex makes the index of a snapshot, whose graph this is, on top of the newest there is.
func (e *Engine) makeIndex(snap *workspace.Snapshot, graph *analysis.Graph) *index {
	k, all := e.kept(snap.Folder()), ofAll(snap.Folder())
	k.mu.Lock()
	prev := k.newest
	k.mu.Unlock()
	if prev == nil {
		prev = all.Load()
	}
	ix := prev
	if !prev.follows(snap) || prev.Graph() != graph {
		ix = &index{commits: len(snap.Commits()), head: snap.Head(), whole: snap.Status().State != workspace.Indexing}
		var earlier *rank.Index
		var history *rank.History
		if prev != nil {
			earlier, history = prev.Index, prev.History()
		} else {
			snap.Folder().TakeBeside(func(graph *analysis.Graph, stored analysis.Stored) (err error) {
				earlier, err = rank.Decode(graph, stored)
				return err
			})
		}
		if !prev.follows(snap) {
			history = historyOf(snap)
		}
		ix.Index = rank.NewIndex(earlier, graph, history)
		if ix.whole && (prev == nil || !prev.whole) {
			ix.Importance() // beside indexing it takes no time to speak of; a first query would wait for it
		}
		e.keepBeside(snap.Folder(), ix)
	}
	all.Store(ix)
	k.mu.Lock()
	defer k.mu.Unlock()
	if snap.Number() >= k.number { // an older snapshot never takes a newer one's place
		k.newest, k.number = ix, snap.Number()
	}
	return ix
}

// keepBeside has an index kept on disk with its graph, and made again when the folder goes over to what is kept. What is remembered of texts is
// let go of then.
func (e *Engine) keepBeside(f *workspace.Folder, ix *index) {
	f.KeepBeside(ix.Graph(), ix.Encode, func(was *analysis.Graph, stored analysis.Stored, now *analysis.Graph) error {
		e.texts.Forget()
		k, all := e.kept(f), ofAll(f)
		again := all.Load()
		if was != nil {
			earlier, err := rank.Decode(was, stored)
			if err != nil {
				return err
			}
			again = &index{commits: ix.commits, head: ix.head, Index: rank.NewIndex(earlier, now, ix.History())}
			all.CompareAndSwap(ix, again)
		}
		if again.Graph() != now {
			return nil
		}
		k.mu.Lock()
		defer k.mu.Unlock()
		if k.newest == ix {
			k.newest = again
			e.keepBeside(f, again)
		}
		return nil
	})
}

// allKey is under which the last index is kept that was made by any engine at a folder's root.
type allKey struct{}

func ofAll(f *workspace.Folder) *atomic.Pointer[index] {
	return f.AttachedToAll(allKey{}, func() any { return &atomic.Pointer[index]{} }).(*atomic.Pointer[index])
}

func historyOf(snap *workspace.Snapshot) *rank.History {
	h, written := rank.NewHistory(commitsOf(snap.Commits())), snap.Written()
	h.LearnLines(func(ctx context.Context) ([]rank.Commit, bool) {
		commits, all := written.Commits(ctx)
		return commitsOf(commits), all
	})
	return h
}

func commitsOf(history []git.Commit) (commits []rank.Commit) {
	for _, c := range history {
		commits = append(commits, rank.Commit{Time: c.Time.Unix(), Subject: c.Subject, Paths: c.Paths, Lines: c.Lines})
	}
	return commits
}

// MostOf is ctx with its deadline moved forward, so that a fifth of the time is left for what follows.
func MostOf(ctx context.Context) (context.Context, context.CancelFunc) {
	deadline, ok := ctx.Deadline()
	if !ok {
		return context.WithCancel(ctx)
	}
	return context.WithDeadline(ctx, deadline.Add(-time.Until(deadline)/5))
}

// LittleOf is ctx with its deadline moved to a fifth of the time.
func LittleOf(ctx context.Context) (context.Context, context.CancelFunc) {
	deadline, ok := ctx.Deadline()
	if !ok {
		return context.WithCancel(ctx)
	}
	return context.WithTimeout(ctx, time.Until(deadline)/5)
}
