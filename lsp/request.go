package lsp

import (
	"context"
	"errors"
	"time"

	"github.com/contextls/contextls/lsp/engine"
	"github.com/contextls/contextls/lsp/protocol"
	"github.com/contextls/contextls/lsp/rpc"
	"github.com/contextls/contextls/workspace"
)

// captured is a folder as a request found it.
type captured struct {
	snap    *workspace.Snapshot
	settled bool // the folder had taken in all it knew to have changed
}

// capture takes the snapshot of a folder, on the read loop.
func capture(f *workspace.Folder) captured {
	settled := f.Settled()
	return captured{f.Snapshot(), settled}
}

// settle is the snapshot to answer for: the one that was captured, unless the folder was still reading
// files then. If so it waits for them; a deadline ends that, too.
func (c captured) settle(ctx context.Context) (snap *workspace.Snapshot, err error) {
	defer func() {
		if err == nil {
			engine.About(ctx, snap)
		}
	}()
	if c.settled {
		return c.snap, nil
	}
	defer engine.Begin(ctx, engine.StageSettle)()
	f := c.snap.Folder()
	part := engine.MostOf
	if f.Status().State == workspace.Indexing { // which takes longer than anybody sets a deadline for
		part = engine.LittleOf
	}
	soon, cancel := part(ctx)
	defer cancel()
	if err := f.Ready(soon); err != nil && !errors.Is(err, context.DeadlineExceeded) {
		return nil, err
	}
	return f.Snapshot(), nil
}

// asked is what a request is put to: a folder's snapshot, and how the client wants to read of it.
type asked struct {
	Wire
	snap *workspace.Snapshot
}

// onFolder makes the handler of a request about one folder's snapshot.
func onFolder[P any, PP interface {
	*P
	protocol.Params
}](s *server, run func(context.Context, asked, PP) (any, error)) rpc.Query {
	return func(raw []byte) (rpc.Answer, error) {
		p, err := protocol.Decode[P](raw)
		if err == nil {
			err = PP(&p).Check()
		}
		if err != nil {
			return nil, err
		}
		folder, err := s.folderFor(PP(&p))
		if err != nil {
			return nil, err
		}
		c := capture(folder)
		return func(ctx context.Context) (any, error) {
			ctx, done := s.begin(ctx, PP(&p).Timing())
			defer done()
			if err := s.checkFiles(ctx, PP(&p).FileFields()); err != nil {
				return nil, err
			}
			snap, err := c.settle(ctx)
			if err != nil {
				return nil, err
			}
			return run(ctx, asked{s.wire(folder), snap}, &p)
		}, nil
	}
}

// wire writes answers about a folder as this client reads them.
func (s *server) wire(f *workspace.Folder) Wire { return Wire{s.opts.Version, f, s.info.encoding} }

// begin starts what a request asks for besides its answer: a deadline, and progress.
func (s *server) begin(ctx context.Context, t protocol.Timing) (context.Context, func()) {
	ctx, cancel := withDeadline(ctx, t.DeadlineMs)
	if t.WorkDoneToken == nil {
		return ctx, cancel
	}
	s.client.Send("$/progress", progress{t.WorkDoneToken, progressBegin("Packing context")})
	return ctx, func() {
		cancel()
		s.client.Send("$/progress", progress{t.WorkDoneToken, progressEnd("")})
	}
}

// withDeadline is ctx with a deadline some milliseconds from now; nil sets none.
func withDeadline(ctx context.Context, ms *int) (context.Context, context.CancelFunc) {
	if ms == nil {
		return context.WithCancel(ctx)
	}
	return context.WithTimeout(ctx, time.Duration(*ms)*time.Millisecond)
}

// errNoFolder answers requests that need a folder when none is open.
var errNoFolder = errors.New("no workspace folder is open")

// folderFor finds the folder that a request is about.
func (s *server) folderFor(p protocol.Params) (folder *workspace.Folder, err error) {
	err = s.within(func(session *workspace.Session) error {
		folder, err = s.folderIn(session, p)
		return err
	})
	return folder, err
}

// within asks the present session for something, and another one that took its place meanwhile: one that is replaced has no folders.
func (s *server) within(ask func(*workspace.Session) error) error {
	for {
		session := s.current()
		if err := ask(session); err == nil || s.current() == session {
			return err
		}
	}
}

func (s *server) folderIn(session *workspace.Session, p protocol.Params) (*workspace.Folder, error) {
	files := p.FileFields()
	s.mu.Lock()
	roots := s.roots
	s.mu.Unlock()
	switch wanted := p.Folder(); {
	case wanted != "":
		if f := session.FolderAt(pathOf(wanted)); f != nil {
			return f, nil
		}
		return nil, protocol.Bad("workspaceFolder", "%q is not an open folder", wanted)
	case len(files) > 0:
		folder, _, inside := session.FolderOf(pathOf(files[0].URI))
		if !inside {
			return nil, liesNowhere(files[0])
		}
		return folder, nil
	case len(roots) > 0:
		if f := session.FolderAt(roots[0]); f != nil {
			return f, nil
		}
	}
	return nil, errNoFolder
}

// checkFiles wants every file that a request names to lie in some folder. It may have to follow many links, so it
// is not for the read loop.
func (s *server) checkFiles(ctx context.Context, files []protocol.FileField) error {
	return s.within(func(session *workspace.Session) error {
		for _, file := range files {
			switch err := ctx.Err(); {
			case errors.Is(err, context.Canceled):
				return err
			case err != nil:
				return nil // the answer says of each file that it could not use why
			}
			if _, _, inside := session.FolderOf(pathOf(file.URI)); !inside {
				return liesNowhere(file)
			}
		}
		return nil
	})
}

func liesNowhere(file protocol.FileField) error {
	return protocol.Bad(file.Field, "%q lies in no workspace folder", file.URI)
}
