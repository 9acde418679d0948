package rpc

import (
	"context"
	"errors"
	"fmt"

	"go.lsp.dev/jsonrpc2"
)

// maxQueued is how many notifications may wait for a client that is slow to read.
const maxQueued = 1024

type notification struct {
	method string
	params jsonrpc2.RawMessage
}

// Notify queues a notification and returns at once, so it may be called from anywhere. Those that were
// queued arrive in that order. When too many wait, this one is dropped and logged.
func (c *Conn) Notify(method string, params any) {
	raw, err := c.encode(params)
	if err != nil {
		c.log.Error("a notification that cannot be written", "method", method, "reason", err)
		return
	}
	select {
	case c.queue <- notification{method, raw}:
	default:
		c.log.Warn("the client does not read: dropped a notification", "method", method)
	}
}

// Send sends a notification before it returns, so it must not be called from the read loop, nor with a
// lock held. It is for those that belong before an answer.
func (c *Conn) Send(method string, params any) {
	raw, err := c.encode(params)
	if err != nil {
		c.log.Error("a notification that cannot be written", "method", method, "reason", err)
		return
	}
	c.send(notification{method, raw})
}

func (c *Conn) sendQueued(ctx context.Context) {
	for {
		select {
		case n := <-c.queue:
			c.send(n)
		case <-ctx.Done():
			return
		}
	}
}

func (c *Conn) send(n notification) {
	err := c.conn.Notify(context.Background(), n.method, n.params)
	if err != nil && !c.over(err) {
		c.log.Warn("could not notify the client", "method", n.method, "reason", err)
	}
}

// Call makes a request and waits for its result, a JSON value, so it must not be called from the read
// loop, nor with a lock held. It waits no longer than the context and [Options.CallLimit] allow, also
// for a client that does not even read. The error is the client's, as a *jsonrpc2.Error, or the
// context's, or that the limit is reached, or [ErrClosed].
func (c *Conn) Call(ctx context.Context, method string, params any) (result []byte, err error) {
	raw, err := c.encode(params)
	if err != nil {
		return nil, err
	}
	limited, cancel := context.WithTimeout(ctx, c.callLimit)
	defer cancel()
	type answer struct {
		result jsonrpc2.RawMessage
		err    error
	}
	answered := make(chan answer, 1)
	go func() { // writing the request may block for longer than the limit
		var a answer
		_, a.err = c.conn.Call(limited, method, jsonrpc2.RawMessage(raw), &a.result)
		answered <- a
	}()
	select {
	case a := <-answered:
		result, err = a.result, a.err
	case <-limited.Done():
		err = limited.Err()
	case <-c.closed:
		err = ErrClosed
	}
	switch {
	case err == nil:
		return result, nil
	case c.over(err):
		return nil, ErrClosed
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case errors.Is(err, context.DeadlineExceeded):
		return nil, fmt.Errorf("no answer to %s within %v", method, c.callLimit)
	}
	return nil, err
}

// over reports whether an error only says that the session is over.
func (c *Conn) over(err error) bool {
	select {
	case <-c.closed:
		return true
	case <-c.stream.ended:
		return true
	default:
		return errors.Is(err, ErrClosed) || errors.Is(err, jsonrpc2.ErrClientClosing) || errors.Is(err, jsonrpc2.ErrServerClosing)
	}
}
