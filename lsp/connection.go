package lsp

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"time"

	"go.lsp.dev/jsonrpc2"
)

// How long the end may take: for the requests under way when the input ends, and for everything that
// is still open after that.
const (
	drainTime = time.Second
	closeTime = 500 * time.Millisecond
)

// connection joins a stream, jsonrpc2's connection and a dispatcher.
type connection struct {
	jsonrpc2.Conn
	stream     *stream
	dispatcher *dispatcher
	log        *slog.Logger
}

func newConnection(rwc io.ReadWriteCloser, log *slog.Logger) *connection {
	c := &connection{stream: newStream(rwc, log), dispatcher: newDispatcher(log), log: log}
	c.Conn = jsonrpc2.NewConn(c.stream, jsonrpc2.WithCodec(codec{}))
	c.stream.drain = func() { c.dispatcher.drain(drainTime) }
	return c
}

// run serves until exit, the end of the input, the client's death or the context's end. It says whether
// the session ended as the protocol wants it: shutdown, then exit.
func (c *connection) run(ctx context.Context, clientDied <-chan struct{}) bool {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	c.Go(ctx, c.dispatcher.handler())
	clean := false
	select {
	case <-c.dispatcher.exit:
		clean = c.dispatcher.clean
		c.dispatcher.drain(closeTime)
	case <-c.stream.ended:
		clean = c.ended()
	case <-clientDied:
		c.log.Error("the client's process is gone")
	case <-ctx.Done():
		c.log.Info("stopped", "reason", context.Cause(ctx))
	}
	cancel()
	// Nobody waits for the reader: a read from a terminal or a pipe may not be interruptible.
	c.stream.Close()
	return clean
}

// ended logs why the input ended. An exit read just before that counts.
func (c *connection) ended() bool {
	select {
	case <-c.dispatcher.exit:
		return c.dispatcher.clean
	default:
	}
	if errors.Is(c.stream.cause, io.EOF) {
		c.log.Info("the client closed the connection")
	} else {
		c.log.Error("the connection broke", "reason", c.stream.cause)
	}
	return false
}
