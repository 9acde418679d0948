package lsp

import (
	"context"
	"errors"
	"log/slog"

	"go.lsp.dev/jsonrpc2"
)

// maxQueued is how many notifications may wait for a client that is slow to read.
const maxQueued = 1024

// client is the other side, as the server speaks to it.
type client struct {
	ctx   context.Context
	conn  jsonrpc2.Conn
	log   *slog.Logger
	queue chan notification
}

type notification struct {
	method string
	params jsonrpc2.RawMessage
}

// newClient sends what is queued until ctx ends.
func newClient(ctx context.Context, conn jsonrpc2.Conn, log *slog.Logger) *client {
	c := &client{ctx: ctx, conn: conn, log: log, queue: make(chan notification, maxQueued)}
	go func() {
		for {
			select {
			case n := <-c.queue:
				c.send(n.method, n.params)
			case <-ctx.Done():
				return
			}
		}
	}()
	return c
}

// notify queues a notification and returns at once, so it may be called from anywhere. They arrive in
// the order in which they were queued.
func (c *client) notify(method string, params any) {
	raw, err := encode(params)
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

// send sends a notification before it returns, so it must not be called from the read loop. It is for
// those that belong before an answer.
func (c *client) send(method string, params any) {
	raw, err := encode(params)
	if err == nil {
		err = c.conn.Notify(c.ctx, method, raw)
	}
	c.report(err, "could not notify the client: "+method)
}

// report logs what went wrong with the client, unless it is that the session is over.
func (c *client) report(err error, what string) {
	if err != nil && c.ctx.Err() == nil && !errors.Is(err, jsonrpc2.ErrClientClosing) && !errors.Is(err, jsonrpc2.ErrServerClosing) {
		c.log.Warn(what, "reason", err)
	}
}

// call makes a request and waits for its result, so it must not be called from the read loop.
func (c *client) call(ctx context.Context, method string, params any) (result jsonrpc2.RawMessage, err error) {
	raw, err := encode(params)
	if err != nil {
		return nil, err
	}
	_, err = c.conn.Call(ctx, method, raw, &result)
	return result, err
}

// The types of messages, as LSP numbers them.
const (
	errorMessage = iota + 1
	warningMessage
	infoMessage
)

type message struct {
	Type    int    `json:"type"`
	Message string `json:"message"`
}

// logMessage writes to the client's log, showMessage to the person.
func (c *client) logMessage(kind int, text string) {
	c.notify("window/logMessage", message{kind, text})
}
func (c *client) showMessage(kind int, text string) {
	c.notify("window/showMessage", message{kind, text})
}
