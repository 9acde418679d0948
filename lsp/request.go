package lsp

import (
	"context"
	"errors"

	"github.com/contextls/contextls/lsp/rpc"
	"github.com/contextls/contextls/workspace"
)

// met is a folder as a request met it.
type met struct {
	snap    *workspace.Snapshot
	settled bool // the folder had taken in all it knew to have changed
}

// meet takes the snapshot of a folder, on the read loop.
func meet(f *workspace.Folder) met {
	settled := f.Settled()
	return met{f.Snapshot(), settled}
}

// settle is the snapshot to answer for: the one that was met, unless the folder was still reading files
// then. If so it waits for them; a deadline ends that, too.
func (m met) settle(ctx context.Context) (*workspace.Snapshot, error) {
	if m.settled {
		return m.snap, nil
	}
	soon, cancel := mostOf(ctx)
	defer cancel()
	f := m.snap.Folder()
	if err := f.Ready(soon); err != nil && !errors.Is(err, context.DeadlineExceeded) {
		return nil, err
	}
	return f.Snapshot(), nil
}

// onFolder makes the handler of a request about one folder's snapshot.
func onFolder[P, R any](s *server, run func(context.Context, *workspace.Snapshot, P) (R, error)) rpc.Query {
	return func(raw []byte) (rpc.Answer, error) {
		p, err := decode[P](raw)
		if err != nil {
			return nil, err
		}
		folder, err := s.folderFor(any(&p).(located))
		if err != nil {
			return nil, err
		}
		m := meet(folder)
		return func(ctx context.Context) (any, error) {
			ctx, done := s.begin(ctx, &p)
			defer done()
			snap, err := m.settle(ctx)
			if err != nil {
				return nil, err
			}
			return run(ctx, snap, p)
		}, nil
	}
}

// begin starts what a request asks for besides its answer: a deadline, and progress.
func (s *server) begin(ctx context.Context, p any) (context.Context, func()) {
	var deadline *int
	var token any
	switch p := p.(type) {
	case *PackParams:
		deadline, token = p.DeadlineMs, p.WorkDoneToken
	case *RepoMapParams:
		deadline = p.DeadlineMs
	}
	ctx, cancel := withDeadline(ctx, deadline)
	if token == nil {
		return ctx, cancel
	}
	s.client.Send("$/progress", progress{token, progressBegin("Packing context")})
	return ctx, func() {
		cancel()
		s.client.Send("$/progress", progress{token, progressEnd("")})
	}
}
