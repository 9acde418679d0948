package engine

import (
	"context"
	"errors"
	"time"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/budget"
	"github.com/contextls/contextls/lsp/settings"
	"github.com/contextls/contextls/rank"
	"github.com/contextls/contextls/workspace"
	"github.com/contextls/contextls/workspace/problem"
)

// indexed is a snapshot with an index, as one request sees them.
type indexed struct {
	*index
	snap     *workspace.Snapshot
	settings settings.Values
	problems *problem.List
}

func (e *Engine) indexed(ctx context.Context, snap *workspace.Snapshot) (*indexed, error) {
	ix, err := e.index(ctx, snap)
	if err != nil {
		return nil, err
	}
	return &indexed{ix, snap, e.Settings(snap.Folder().Root()), e.Problems}, nil
}

// indexedBy is indexed for a request with a deadline: when that comes before the snapshot's own index is
// ready, it is the newest index there is, and late. A linking that comes too late is kept for the next
// request. While a folder is being indexed each snapshot is another, and its index would be of no use to the next
// request: then the newest is taken without waiting, and a newer one is made meanwhile.
func (e *Engine) indexedBy(ctx context.Context, snap *workspace.Snapshot) (x *indexed, late bool, err error) {
	if _, hasDeadline := ctx.Deadline(); hasDeadline && snap.Status().State == workspace.Indexing {
		e.catchUp(snap)
		if k := e.kept(snap.Folder()); k.has() {
			return e.newest(snap), true, nil
		}
	}
	x, err = e.indexed(ctx, snap)
	if errors.Is(err, context.DeadlineExceeded) {
		return e.newest(snap), true, nil
	}
	return x, false, err
}

// catchUp makes the index of a snapshot, unless that of another one is being made. It waits for nothing.
func (e *Engine) catchUp(snap *workspace.Snapshot) {
	k := e.kept(snap.Folder())
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.behind {
		return
	}
	k.behind = true
	go func() {
		start := time.Now()
		_, _ = e.index(context.Background(), snap) // whoever needs it asks again, and is told what was wrong
		time.Sleep(time.Since(start))              // so that reading files has most of the time
		k.mu.Lock()
		defer k.mu.Unlock()
		k.behind = false
	}()
}

// has reports whether some snapshot has an index.
func (k *kept) has() bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.newest != nil
}

// newest is a snapshot with the newest index there is, or one of nothing: what can be had at once.
func (e *Engine) newest(snap *workspace.Snapshot) *indexed {
	k := e.kept(snap.Folder())
	k.mu.Lock()
	ix := k.newest
	k.mu.Unlock()
	if ix == nil {
		ix = &index{Index: rank.NewIndex(nil, analysis.Link(nil, analysis.NewTree(nil)), nil)}
	}
	return &indexed{ix, snap, e.Settings(snap.Folder().Root()), e.Problems}
}

// paths are the paths of nodes.
func (x *indexed) paths(nodes []int32) []string {
	paths := make([]string, len(nodes))
	for i, n := range nodes {
		paths[i] = x.Graph().Path(n)
	}
	return paths
}

// facts are a node's Facts, empty ones where there are none.
func (x *indexed) facts(n int32) *analysis.Facts {
	if f := x.Graph().File(n).Facts.Get(); f != nil {
		return f
	}
	return &analysis.Facts{}
}

// Provenance says what an answer was made from.
type Provenance struct {
	Snapshot  string
	Versions  map[string]int32 // of the documents that are open, by path
	Unsaved   []string         // the paths of those that are open elsewhere, and not saved
	Head      string           // the commit checked out, "" where there is none
	Tokenizer string
	Indexing  bool // the folder was still being indexed
}

func (x *indexed) provenance(tokenizer string) Provenance {
	if tokenizer == "" {
		tokenizer = budget.Heuristic
	}
	p := Provenance{Snapshot: x.snap.ID(), Versions: map[string]int32{}, Unsaved: x.snap.Unsaved(), Head: x.snap.Head(), Tokenizer: tokenizer,
		Indexing: x.snap.Status().State == workspace.Indexing}
	for f := range x.snap.Open() {
		p.Versions[f.Path] = f.Document.Version
	}
	return p
}
