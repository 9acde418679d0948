package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/contextls/contextls/cmd/contextls/daemon"
	"github.com/contextls/contextls/cmd/contextls/shell"
)

// daemonCommand is the daemon: it answers the calls of this user's other processes, from folders that stay open.
func daemonCommand(c *commandLine) *cobra.Command {
	cmd := &cobra.Command{
		Use: "daemon", Short: "answer the other commands, which start it themselves",
		Example: "contextls daemon --idle 1h",
	}
	c.remoteFlag(cmd.Flags(), "the `DIRECTORY` of the socket (default: CONTEXTLS_REMOTE, else one that is this user's alone)")
	idle := cmd.Flags().Duration("idle", keepFor, "end when nobody has asked for this `TIME`")
	return c.does(cmd, func(args []string) (int, error) {
		switch {
		case len(args) > 0:
			return exitUsage, fmt.Errorf("%s: it takes no folder", args[0])
		case *idle < time.Second:
			return exitUsage, fmt.Errorf("--idle: %v is below a second", *idle)
		}
		return serveCalls(c.remote, *idle)
	})
}

func serveCalls(remote string, idle time.Duration) (int, error) {
	place, err := daemonPlace(remote)
	if err != nil {
		return exitFailed, err
	}
	log := slog.New(slog.NewTextHandler(stderr(), &slog.HandlerOptions{Level: slog.LevelWarn}))
	l, err := daemon.Listen(place, log)
	if errors.Is(err, daemon.ErrRunning) {
		fmt.Fprintln(stderr(), "contextls daemon:", err)
		return exitOK, nil
	}
	if err != nil {
		return exitFailed, err
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	shelf := newShelf(log, true)
	shelf.dir = place.Dir
	if err := shelf.share(); err != nil {
		return exitFailed, err
	}
	defer shelf.close()
	go keepSmall(ctx)
	go shelf.tidy(ctx)
	l.Serve(ctx, idle, func(ctx context.Context, r daemon.Request) int { return shelf.answer(ctx, r) })
	return exitOK, nil
}

// answer answers a call of another process.
func (s *shelf) answer(ctx context.Context, r daemon.Request) (exitCode int) {
	if len(r.Args) == 0 {
		return exitUsage
	}
	if r.Session {
		return s.serve(ctx, r)
	}
	c := &commandLine{ctx: ctx, args: r.Args, dir: r.Dir, in: r.In, out: visible{r.Out}, err: visible{r.Err}, screen: shell.Screen(r.Screen),
		terminal: r.Terminal, inDaemon: true, shelf: s}
	return c.run()
}
