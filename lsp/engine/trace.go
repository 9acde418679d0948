package engine

import (
	"context"
	"sync"
	"time"

	"github.com/contextls/contextls/workspace"
)

// The stages of a request, none of which lies inside another. What is left of its time is spent on the
// answer's own work.
const (
	StageSettle = "settle" // waiting until the folder has taken in what it knows to have changed
	StageLink   = "link"   // waiting until the snapshot's graph is linked
	StageIndex  = "index"  // waiting until the graph is indexed for ranking
	StageRank   = "rank"   // ranking files
	StageStore  = "store"  // waiting for the store
	StagePack   = "pack"   // choosing what fits, and writing it
)

// Stage is how long a request spent in a stage, in all.
type Stage struct {
	Name string
	Took time.Duration
}

// Trace records what a request spends its time on. It is safe for concurrent use.
type Trace struct {
	mu       sync.Mutex
	snapshot string
	stages   []Stage // in the order in which they first ended
}

type traceKey struct{}

// WithTrace has everything that is done under the context recorded.
func WithTrace(ctx context.Context, t *Trace) context.Context {
	return context.WithValue(ctx, traceKey{}, t)
}

// TraceOf is the trace that a context records to, nil if it does to none.
func TraceOf(ctx context.Context) *Trace {
	t, _ := ctx.Value(traceKey{}).(*Trace)
	return t
}

// Begin begins a stage of what is done under the context; the function that it gives ends it. Without a
// trace both do nothing.
func Begin(ctx context.Context, stage string) (end func()) {
	t := TraceOf(ctx)
	if t == nil {
		return func() {}
	}
	start := time.Now()
	return func() { t.add(stage, time.Since(start)) }
}

// About notes the snapshot that an answer under the context is for.
func About(ctx context.Context, snap *workspace.Snapshot) {
	if t := TraceOf(ctx); t != nil {
		id := snap.ID()
		t.mu.Lock()
		t.snapshot = id
		t.mu.Unlock()
	}
}

// Snapshot is the ID of the snapshot that the answer was for, "" where there was none. A nil Trace has
// recorded nothing.
func (t *Trace) Snapshot() string {
	if t == nil {
		return ""
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.snapshot
}

// Stages are the stages so far, each once.
func (t *Trace) Stages() []Stage {
	if t == nil {
		return nil
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	return append([]Stage(nil), t.stages...)
}

func (t *Trace) add(stage string, took time.Duration) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for i := range t.stages {
		if t.stages[i].Name == stage {
			t.stages[i].Took += took
			return
		}
	}
	t.stages = append(t.stages, Stage{stage, took})
}
