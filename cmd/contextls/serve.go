package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"

	"github.com/contextls/contextls/lsp"
	"github.com/contextls/contextls/lsp/rpc"
	"github.com/contextls/contextls/lsp/settings"
)

func serve(args []string) (int, error) {
	flags := flag.NewFlagSet("serve", flag.ContinueOnError)
	flags.Bool("stdio", true, "speak on standard input and output")
	pipe := flags.String("pipe", "", "connect to the client's `NAME`d pipe")
	socket := flags.Int("socket", 0, "connect to the client's local TCP `PORT`")
	client := flags.Int("clientProcessId", 0, "end when the process with this `ID` does")
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
	conn, err := connect(*pipe, *socket)
	if err != nil {
		return exitFailed, fmt.Errorf("cannot reach the client: %w", err)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	return lsp.Serve(ctx, conn, lsp.Options{
		Version: buildVersion(), Log: log, ClientProcessID: *client, Workspace: workspace, Sources: settings.UserSources(), RunsDir: runsDir(),
	}), nil
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
	fmt.Println("contextls", buildVersion())
	return exitOK, nil
}
