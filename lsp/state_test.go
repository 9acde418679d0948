package lsp

import (
	"context"
	"testing"

	"github.com/contextls/contextls/lsp/debug"
)

// The debug page is told what there is, from before the first message on.
func TestState(t *testing.T) {
	t.Parallel()
	states := make(chan func() debug.State, 1)
	ended := make(chan struct{})
	root := write(t, shop)
	s := serveWith(t, root, Options{Debug: func(ctx context.Context, state func() debug.State) error {
		states <- state
		<-ctx.Done()
		close(ended)
		return nil
	}})
	state := <-states
	if got := state(); got.Version != "test" || len(got.Folders) > 0 || got.Started.IsZero() {
		t.Errorf("at first %+v", got)
	}
	s.Initialize(nil, root)
	s.AwaitIndex(root, "ready")
	r := s.pack(map[string]any{"task": "hunter2", "targets": s.target("app.py")})
	s.MustCall("context/query", map[string]any{"query": "cart"}, nil)
	got := state()
	f := got.Folders[0]
	if len(got.Folders) != 1 || f.Root != root || f.State != "ready" || f.Files < 5 || f.Snapshot != r.Provenance.Snapshot || f.Packs != 1 || f.Number == 0 {
		t.Errorf("folders %+v", got.Folders)
	}
	if want := (debug.Count{Name: "secret", Count: 1}); f.Excluded[len(f.Excluded)-1] != want {
		t.Errorf("left out %+v", f.Excluded)
	}
	if got.Facts == 0 || got.Workers.Most == 0 || len(got.Problems) > 0 {
		t.Errorf("state %+v", got)
	}
	if q := got.Requests[0]; q.Method != "context/query" || q.Bytes == 0 || q.Took == 0 || q.Snapshot == "" || len(q.Stages) < 3 {
		t.Errorf("the last request %+v", q)
	}
	s.Shutdown()
	<-ended
}
