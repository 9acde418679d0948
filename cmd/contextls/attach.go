package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"

	"github.com/contextls/contextls/cmd/contextls/daemon"
	"github.com/contextls/contextls/lsp"
	"github.com/contextls/contextls/lsp/relay"
	"github.com/contextls/contextls/lsp/settings"
	"github.com/contextls/contextls/workspace"
)

// errApart says that an editor's session is to be in its own process.
var errApart = errors.New("the session is this process' own")

// share serves an editor from the daemon, while there is one. It is errApart, and nothing was read of the editor, where that cannot be.
func (c *commandLine) share(ctx context.Context, s *serveFlags, log *slog.Logger, connect func() (io.ReadWriteCloser, error)) (int, error) {
	if s.debugAt != "" || s.logging.given() {
		return 0, errApart
	}
	place, err := daemonPlace(c.remote)
	if err != nil {
		return 0, errApart
	}
	attach := func(ctx context.Context) (relay.Session, error) {
		return place.Attach(ctx, daemon.Call{Args: []string{"serve"}, Dir: "/", Process: s.client, Environment: os.Environ()}, stderr(),
			startDaemon(place))
	}
	first, err := attach(ctx)
	if err != nil {
		log.Info("the session is this process' own", "reason", err)
		return 0, errApart
	}
	conn, err := connect()
	if err != nil {
		first.Close()
		return exitFailed, err
	}
	return relay.Serve(ctx, conn, first, relay.Options{Log: log, Open: func(ctx context.Context, apart bool) (relay.Session, error) {
		if !apart {
			session, err := attach(ctx)
			if err == nil {
				return session, nil
			}
			log.Warn("there is no daemon any more; this process goes on by itself", "reason", err)
		}
		opts, err := c.serverOptions(s, log)
		if err != nil {
			return nil, err
		}
		return relay.Within(func(conn io.ReadWriteCloser) { lsp.Serve(ctx, conn, opts) }), nil
	}}), nil
}

// serverOptions are those of a server in this process.
func (c *commandLine) serverOptions(s *serveFlags, log *slog.Logger) (lsp.Options, error) {
	opts, err := sessionOptions(log)
	if err != nil {
		return lsp.Options{}, err
	}
	opts.Watch = true
	return lsp.Options{Version: buildVersion(), Log: log, ClientProcessID: s.client, Workspace: opts, Sources: settings.UserSources(), RunsDir: runsDir(),
		Publish: publish(c.remote)}, nil
}

// serve serves an editor that is attached to the daemon.
func (s *shelf) serve(ctx context.Context, r daemon.Request) (exitCode int) {
	log := slog.New(slog.NewTextHandler(r.Err, &slog.HandlerOptions{Level: slog.LevelWarn}))
	opts, err := s.sessionOptions(log)
	if err != nil {
		fmt.Fprintln(r.Err, "contextls:", err)
		return exitFailed
	}
	opts.Watch, opts.Environment = true, r.Environment
	sources := settings.UserSources()
	sources.Environment = r.Environment
	return lsp.Serve(ctx, attached{r.In, r.Out}, lsp.Options{Version: buildVersion(), Log: log, ClientProcessID: r.Process, Workspace: opts,
		Sources: sources, RunsDir: runsDir(), Publish: publishAt(s.dir)})
}

// attached is the connection to an editor's process. It is closed by whoever has taken it.
type attached struct {
	io.Reader
	io.Writer
}

func (attached) Close() error { return nil }

// publishAt lets the user's processes that look in a directory see what is unsaved here.
func publishAt(dir string) func(context.Context, func(string) []workspace.Unsaved) error {
	return func(ctx context.Context, unsaved func(string) []workspace.Unsaved) error {
		return daemon.Publish(ctx, dir, func(below string) (texts []daemon.Text) {
			for _, u := range unsaved(below) {
				texts = append(texts, daemon.Text(u))
			}
			return texts
		})
	}
}
