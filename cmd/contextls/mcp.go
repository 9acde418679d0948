package main

import (
	"context"
	"flag"
	"os"
	"os/signal"
	"slices"

	"github.com/contextls/contextls/cmd/contextls/mcp"
	"github.com/contextls/contextls/lsp/settings"
	"github.com/contextls/contextls/workspace"
)

func serveMCP(args []string) (int, error) {
	flags := flag.NewFlagSet("mcp", flag.ContinueOnError)
	c := &commandLine{name: "mcp", remote: addRemoteFlag(flags, remoteUsage)}
	flags.BoolVar(&c.saved, "saved", false, savedUsage)
	logging := addLogFlags(flags)
	dir, err := parseArgs(flags, args)
	if err != nil {
		return exitUsage, err
	}
	log, end, err := logging.open()
	if err != nil {
		return exitUsage, err
	}
	defer end()
	opts, err := sessionOptions(log)
	if err != nil {
		return exitFailed, err
	}
	read := mcp.Options{Version: buildVersion(), Workspace: opts, RunsDir: runsDir(),
		Settings: func(root string) settings.Values { return configuration(root, stderr()).Values }}
	if place, err := daemonPlace(*c.remote); err == nil {
		read.Elsewhere = inDaemon(place, c.saved)
		read.Unsaved = func(ctx context.Context, root string) []workspace.Unsaved { return c.unsaved(ctx, root) }
	} else {
		log.Info("calls are answered in this process", "reason", err)
	}
	s := mcp.New(read)
	defer s.Close()
	if dir != "." || slices.Contains(args, ".") { // else the client says where it works
		root, err := folderAt(dir)
		if err == nil {
			err = s.Open([]string{root})
		}
		if err != nil {
			return exitFailed, err
		}
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	go keepSmall(ctx)
	if err := s.Run(ctx, &mcp.Stdio{In: os.Stdin, Out: os.Stdout}); err != nil {
		return exitFailed, err
	}
	return exitOK, nil
}
