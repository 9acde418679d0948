package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"

	"github.com/spf13/cobra"

	"github.com/contextls/contextls/lsp"
	lspdebug "github.com/contextls/contextls/lsp/debug"
	"github.com/contextls/contextls/lsp/rpc"
)

// serveFlags say how a client is reached, and what it may know.
type serveFlags struct {
	pipe, debugAt  string
	socket, client int
	logging        *logFlags
}

func serveCommand(c *commandLine) *cobra.Command {
	cmd := &cobra.Command{
		Use: "serve", Short: "speak LSP to an editor",
		Long:    "Speak LSP to an editor, on standard input and output, through a pipe or over a local port.",
		Example: "contextls serve --stdio --log /tmp/contextls.log --log-level debug",
	}
	flags, s := cmd.Flags(), &serveFlags{}
	flags.Bool("stdio", true, "speak on standard input and output")
	flags.StringVar(&s.pipe, "pipe", "", "connect to the client's `NAME`d pipe")
	flags.IntVar(&s.socket, "socket", 0, "connect to the client's local TCP `PORT`")
	flags.IntVar(&s.client, "clientProcessId", 0, "end when the process with this `ID` does")
	flags.StringVar(&s.debugAt, "debug", "", "show what the server is doing at `ADDRESS`, HOST:PORT of this machine (port 0: any), to a browser")
	c.remoteFlag(flags, "auto: serve from the daemon, which is started if need be, and let this user's agents and shell commands see what is not saved; off: from this process, and do not; or the `DIRECTORY` of the daemon's socket (default: CONTEXTLS_REMOTE, else auto)")
	s.logging = addLogFlags(flags)
	return c.does(cmd, func(args []string) (int, error) {
		if _, err := oneFolder(args); err != nil {
			return exitUsage, err
		}
		return c.serve(s)
	})
}

func (c *commandLine) serve(s *serveFlags) (int, error) {
	log, end, err := s.logging.open()
	if err != nil {
		return exitUsage, err
	}
	defer end()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	go keepSmall(ctx)
	toEditor := func() (io.ReadWriteCloser, error) {
		conn, err := connect(s.pipe, s.socket)
		if err != nil {
			return nil, fmt.Errorf("cannot reach the client: %w", err)
		}
		return conn, nil
	}
	if code, err := c.share(ctx, s, log, toEditor); err != errApart {
		return code, err
	}
	opts, err := c.serverOptions(s, log)
	if err != nil {
		return exitFailed, err
	}
	if opts.Debug, err = debugPage(s.debugAt, log); err != nil {
		return exitUsage, err
	}
	conn, err := toEditor()
	if err != nil {
		return exitFailed, err
	}
	return lsp.Serve(ctx, conn, opts), nil
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
