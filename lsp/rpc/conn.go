package rpc

import (
	"cmp"
	"context"
	"errors"
	"io"
	"log/slog"
	"runtime/debug"
	"time"

	"go.lsp.dev/jsonrpc2"
)

// How long the end of a session may take: for the requests under way when the input ends, and for those
// under way at the exit notification.
const (
	drainLimit = time.Second
	exitLimit  = 500 * time.Millisecond
)

// Options are what a connection needs besides its transport.
type Options struct {
	Log *slog.Logger

	// Encode writes a result, or the parameters of what is sent to the client, as one JSON value.
	Encode func(v any) ([]byte, error)

	// Begin makes the context that a request's answer is made under, of the one that ends with the
	// request; nil: they are the same.
	Begin func(context.Context) context.Context

	// Observe is called once for each request of the client, just before its answer is sent, with the
	// request's context; nil: nobody observes. The calls come from many goroutines at once, and the
	// answer waits for them.
	Observe func(context.Context, Observed)

	// Panicked is called with the method and the value when a handler has panicked, on the stack of the
	// panic. A request is answered as failed after that. nil: it is logged.
	Panicked func(method string, value any)

	// CallLimit is how long the client may take to answer a call; 0: DefaultCallLimit.
	CallLimit time.Duration
}

// DefaultCallLimit is enough for a client that is busy starting up. No call that a person has to answer
// is made with it.
const DefaultCallLimit = 10 * time.Second

// Conn is a connection to one client. Its methods are safe for concurrent use.
type Conn struct {
	conn   jsonrpc2.Conn
	stream *stream
	log    *slog.Logger
	encode func(any) ([]byte, error)

	begin    func(context.Context) context.Context
	observe  func(context.Context, Observed)
	panicked func(method string, value any)

	callLimit time.Duration
	queue     chan notification // to the client, for Serve to send
	closed    chan struct{}     // closed when Serve ends
}

// New makes a connection over a transport. Nothing is read before [Conn.Serve].
func New(transport io.ReadWriteCloser, o Options) *Conn {
	c := &Conn{
		stream: newStream(transport, o.Log), log: o.Log, encode: o.Encode, begin: o.Begin, observe: o.Observe, panicked: o.Panicked,
		callLimit: cmp.Or(o.CallLimit, DefaultCallLimit),
		queue:     make(chan notification, maxQueued),
		closed:    make(chan struct{}),
	}
	if c.begin == nil {
		c.begin = func(ctx context.Context) context.Context { return ctx }
	}
	if c.observe == nil {
		c.observe = func(context.Context, Observed) {}
	}
	if c.panicked == nil {
		c.panicked = func(method string, value any) {
			c.log.Error("a handler panicked", "method", method, "panic", value, "stack", string(debug.Stack()))
		}
	}
	c.conn = jsonrpc2.NewConn(c.stream)
	return c
}

// Serve hands messages to their handlers until the exit notification, the end of the input, or the
// context's end, and then closes the transport. It is called once. It reports whether the session ended
// as the protocol wants it: with shutdown, then exit.
func (c *Conn) Serve(ctx context.Context, h Handlers) (clean bool) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	d := newDispatcher(h, c)
	c.stream.drain = func() { d.drain(drainLimit) }
	go c.sendQueued(ctx)
	c.conn.Go(ctx, d.handler())
	select {
	case <-d.exit:
		clean = d.clean
		d.drain(exitLimit)
	case <-c.stream.ended:
		clean = c.inputEnded(d)
	case <-ctx.Done():
		c.log.Info("stopped", "reason", context.Cause(ctx))
	}
	cancel()
	close(c.closed)
	// Nobody waits for the reader: a read from a terminal or a pipe may not be interruptible.
	c.stream.Close()
	return clean
}

// inputEnded logs why the input ended. An exit read just before that counts.
func (c *Conn) inputEnded(d *dispatcher) (clean bool) {
	select {
	case <-d.exit:
		return d.clean
	default:
	}
	if errors.Is(c.stream.cause, io.EOF) {
		c.log.Info("the client closed the connection")
	} else {
		c.log.Error("the connection broke", "reason", c.stream.cause)
	}
	return false
}
