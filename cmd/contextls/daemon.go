package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/contextls/contextls/cmd/contextls/daemon"
)

// serveCalls is the daemon: it answers the calls of this user's other processes, from folders that stay open.
func serveCalls(args []string) (int, error) {
	flags := flag.NewFlagSet("daemon", flag.ContinueOnError)
	remote := flags.String("remote", "", "the `DIRECTORY` of the socket (default: CONTEXTLS_REMOTE, else one that is this user's alone)")
	idle := flags.Duration("idle", keepFor, "end when nobody has asked for this `TIME`")
	rest, err := parseRest(flags, args)
	switch {
	case err != nil:
		return exitUsage, err
	case len(rest) > 0:
		return exitUsage, fmt.Errorf("%s: it takes no folder", rest[0])
	case *idle < time.Second:
		return exitUsage, fmt.Errorf("--idle: %v is below a second", *idle)
	}
	place, err := daemonPlace(*remote)
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
	defer shelf.close()
	go keepSmall(ctx)
	go shelf.tidy(ctx)
	l.Serve(ctx, *idle, func(ctx context.Context, r daemon.Request) int { return shelf.answer(ctx, r) })
	return exitOK, nil
}

// answer answers a call of another process.
func (s *shelf) answer(ctx context.Context, r daemon.Request) (exitCode int) {
	if len(r.Args) == 0 {
		return exitUsage
	}
	name, args, out, errs := r.Args[0], r.Args[1:], visible{r.Out}, visible{r.Err}
	ask, known := questions()[name]
	if !known {
		return end(name, exitUsage, errors.New("the daemon does not answer this"), errs)
	}
	c := &commandLine{ctx: ctx, name: name, args: args, dir: r.Dir, in: r.In, out: out, err: errs, terminal: r.Terminal, inDaemon: true, shelf: s}
	code, err := ask(c, args)
	return end(name, code, err, errs)
}
