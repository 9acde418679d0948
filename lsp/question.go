package lsp

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"go.lsp.dev/protocol"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/rank"
	"github.com/contextls/contextls/workspace"
)

// target is a file to be changed, found in the snapshot.
type target struct {
	path   string // relative; of one in another folder its URI
	node   int32  // -1: it has no language, does not exist, or is left out
	ranges []protocol.Range
	state  targetState
	reason string // why it is left out
}

type targetState uint8

const (
	present targetState = iota
	missing             // it does not exist yet
	leftOut             // it must not be read
)

// targets finds the targets of a request, each file once.
func (v *view) targets(wire []Target) ([]target, error) {
	var found []target
	at := map[string]int{}
	for i, w := range wire {
		t, err := v.target(w.URI)
		if err != nil {
			return nil, bad("targets["+strconv.Itoa(i)+"].uri", "%v", err)
		}
		k, twice := at[t.path]
		if !twice {
			k = len(found)
			at[t.path] = k
			found = append(found, t)
		}
		found[k].ranges = append(found[k].ranges, w.Ranges...)
	}
	return found, nil
}

func (v *view) target(uri string) (target, error) {
	t := target{path: uri, node: -1}
	p, inside := v.place(uri)
	if !inside {
		t.state, t.reason = leftOut, "outside_folder"
		return t, nil
	}
	t.path = p
	if reason := v.snap.Reason(p); reason != "" {
		t.state, t.reason = leftOut, reason
		return t, nil
	}
	switch {
	case v.snap.File(p) != nil:
		if n, ok := v.Graph().Node(p); ok {
			t.node = n
		}
	case v.Graph().Tree().HasDir(p):
		return t, fmt.Errorf("%q is a directory", uri)
	default:
		if _, err := v.snap.Text(p); err != nil { // else it is there, and only not listed yet
			t.state = missing
		}
	}
	return t, nil
}

// rankQuery is what ranking is asked for these targets and this task.
func (v *view) rankQuery(targets []target, task string, depth *int) rank.Query {
	q := rank.Query{Task: task, MaxImportDepth: or(depth, v.settings.MaxImportDepth)}
	for _, t := range targets {
		switch {
		case t.node >= 0:
			q.Targets = append(q.Targets, t.node)
		case t.state == missing:
			q.Phantom = append(q.Phantom, t.path)
		}
	}
	return q
}

// ranked is a file's place on the wire.
func (v *view) ranked(r rank.Ranked) RankedFile {
	f := RankedFile{
		URI: v.uri(r.Path), Path: r.Path, ModuleName: v.Graph().ModuleName(r.Node), Importance: r.Importance, Score: r.Score,
		Relationship: r.Relationship.String(), Reasons: r.Reasons,
		Scores: Scores{Structure: r.Structure, Lexical: r.Lexical, Cochange: r.Cochange},
	}
	if r.Distance >= 0 {
		f.Distance = &r.Distance
	}
	return f
}

// node finds the node of a file that a request is about. The error says why there is none.
func (v *view) node(uri string) (int32, error) {
	t, err := v.target(uri)
	switch {
	case err != nil:
		return -1, err
	case t.state == leftOut:
		return -1, fmt.Errorf("%s is left out: %s", t.path, t.reason)
	case t.state == missing:
		return -1, fmt.Errorf("%s does not exist", t.path)
	case t.node < 0:
		return -1, fmt.Errorf("%s is in no language that is indexed", t.path)
	}
	return t.node, nil
}

// lateView is view for a request with a deadline: when it comes before the snapshot's own index is
// ready, it takes the newest index there is, or one of nothing, and says so.
func (e *Engine) lateView(ctx context.Context, snap *workspace.Snapshot) (v *view, late bool, err error) {
	type made struct {
		v     *view
		err   error
		panic any
	}
	done := make(chan made, 1)
	go func() { // linking cannot be interrupted; when it comes too late, the next request has it
		var m made
		defer func() {
			m.panic = recover()
			done <- m
		}()
		m.v, m.err = e.view(ctx, snap)
	}()
	select {
	case m := <-done:
		if m.panic != nil {
			panic(m.panic) // where the request's own goroutine answers for it
		}
		v, err = m.v, m.err
	case <-ctx.Done():
		err = ctx.Err()
	}
	if !errors.Is(err, context.DeadlineExceeded) {
		return v, false, err
	}
	return e.newestView(snap), true, nil
}

// newestView is a snapshot with the newest index there is, or one of nothing: what can be had at once.
func (e *Engine) newestView(snap *workspace.Snapshot) *view {
	e.mu.Lock()
	ix := e.indexes[snap.Folder()]
	e.mu.Unlock()
	if ix == nil {
		ix = newIndex(nil, analysis.Link(nil, analysis.NewTree(nil)), nil)
	}
	return e.viewOf(snap, ix)
}

// mostOf is ctx with its deadline moved forward, so that a fifth of the time is left for what follows.
func mostOf(ctx context.Context) (context.Context, context.CancelFunc) {
	deadline, ok := ctx.Deadline()
	if !ok {
		return context.WithCancel(ctx)
	}
	return context.WithDeadline(ctx, deadline.Add(-time.Until(deadline)/5))
}
