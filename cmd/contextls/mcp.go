package main

import (
	"context"
	"os"
	"os/signal"

	"github.com/spf13/cobra"

	"github.com/contextls/contextls/cmd/contextls/mcp"
	"github.com/contextls/contextls/lsp/settings"
	"github.com/contextls/contextls/workspace"
)

func mcpCommand(c *commandLine) *cobra.Command {
	cmd := &cobra.Command{
		Use: "mcp [DIR]", Short: "speak MCP to an agent",
		Long:    "Speak MCP to an agent on standard input and output. Without a folder, the agent says where it works.",
		Example: "contextls mcp --log-level debug --log /tmp/mcp.log",
	}
	c.remoteFlags(cmd.Flags())
	logging := addLogFlags(cmd.Flags())
	return c.does(cmd, func(args []string) (int, error) { return c.serveMCP(args, logging) })
}

func (c *commandLine) serveMCP(args []string, logging *logFlags) (int, error) {
	dir, err := oneFolder(args)
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
	if place, err := daemonPlace(c.remote); err == nil {
		read.Elsewhere = inDaemon(place, c.saved)
		read.Unsaved = func(ctx context.Context, root string) []workspace.Unsaved { return c.unsaved(ctx, root) }
	} else {
		log.Info("calls are answered in this process", "reason", err)
	}
	s := mcp.New(read)
	defer s.Close()
	if len(args) > 0 { // else the client says where it works
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
