package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"runtime/debug"

	"github.com/contextls/contextls/lsp"
	lspdebug "github.com/contextls/contextls/lsp/debug"
	"github.com/contextls/contextls/lsp/rpc"
	"github.com/contextls/contextls/lsp/settings"
)

func serve(args []string) (int, error) {
	flags := flag.NewFlagSet("serve", flag.ContinueOnError)
	flags.Bool("stdio", true, "speak on standard input and output")
	pipe := flags.String("pipe", "", "connect to the client's `NAME`d pipe")
	socket := flags.Int("socket", 0, "connect to the client's local TCP `PORT`")
	client := flags.Int("clientProcessId", 0, "end when the process with this `ID` does")
	debugAt := flags.String("debug", "", "show what the server is doing at `ADDRESS`, HOST:PORT of this machine (port 0: any), to a browser")
	remote := addRemoteFlag(flags, "auto: let this user's agents and shell commands see what is not saved; off: do not; or the `DIRECTORY` where they look for it (default: CONTEXTLS_REMOTE, else auto)")
	logging := addLogFlags(flags)
	if _, err := parseArgs(flags, args); err != nil {
		return exitUsage, err
	}
	log, end, err := logging.open()
	if err != nil {
		return exitUsage, err
	}
	defer end()
	workspace, err := sessionOptions(log)
	if err != nil {
		return exitFailed, err
	}
	workspace.Watch = true
	show, err := debugPage(*debugAt, log)
	if err != nil {
		return exitUsage, err
	}
	conn, err := connect(*pipe, *socket)
	if err != nil {
		return exitFailed, fmt.Errorf("cannot reach the client: %w", err)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	go keepSmall(ctx)
	return lsp.Serve(ctx, conn, lsp.Options{
		Version: buildVersion(), Log: log, ClientProcessID: *client, Workspace: workspace, Sources: settings.UserSources(), RunsDir: runsDir(),
		Debug: show, Publish: publish(*remote),
	}), nil
}

// debugPage makes what shows the debug page at an address, nil for "".
func debugPage(address string, log *slog.Logger) (func(context.Context, func() lspdebug.State) error, error) {
	if address == "" {
		return nil, nil
	}
	l, err := lspdebug.Listen(address)
	if err != nil {
		return nil, fmt.Errorf("--debug: %w", err)
	}
	page := "http://" + l.Addr().String() + "/"
	fmt.Fprintln(stderr(), "contextls: the debug page is", page) // whatever the level of the log is
	log.Info("the debug page is up", "page", page)
	return func(ctx context.Context, state func() lspdebug.State) error { return lspdebug.Serve(ctx, l, state) }, nil
}

func connect(pipe string, socket int) (io.ReadWriteCloser, error) {
	switch {
	case pipe != "":
		return rpc.DialPipe(pipe)
	case socket != 0:
		return rpc.DialSocket(socket)
	}
	return rpc.Stdio(), nil
}

// release is the version of this source; a build from a tagged module says its own.
const release = "0.1.0"

func buildVersion() string {
	info, ok := debug.ReadBuildInfo()
	if ok && info.Main.Version != "" && info.Main.Version != "(devel)" {
		return info.Main.Version
	}
	return release
}

func version([]string) (int, error) {
	fmt.Fprintln(stdout(), "contextls", buildVersion())
	return exitOK, nil
}
