package rpc

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"go.lsp.dev/jsonrpc2"

	"github.com/contextls/contextls/lsp/lsptest"
)

// However a call ends, it says how.
func TestCall(t *testing.T) {
	t.Parallel()
	o := options()
	o.CallLimit = time.Millisecond
	hasty := scriptWith(t, o, func(Handlers) {})
	hasty.Ignore("silent")
	o.CallLimit = time.Hour
	s := scriptWith(t, o, func(Handlers) {})
	s.Handle("add", func(params json.RawMessage) (any, *lsptest.Error) { return string(params), nil })
	s.Handle("nothing", func(json.RawMessage) (any, *lsptest.Error) { return nil, nil })
	s.Handle("refuse", func(json.RawMessage) (any, *lsptest.Error) { return nil, &lsptest.Error{Code: -7, Message: "no"} })
	s.Ignore("silent")
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	for _, tt := range []struct {
		conn   *Conn
		method string
		ctx    context.Context
		params any
		want   string // the result, or what the error says
	}{
		{s.conn, "add", t.Context(), []int{1, 2}, `"[1,2]"`},
		{s.conn, "nothing", t.Context(), nil, `null`},
		{s.conn, "refuse", t.Context(), nil, "no"},
		{hasty.conn, "silent", t.Context(), nil, "no answer to silent within 1ms"},
		{s.conn, "silent", cancelled, nil, "context canceled"},
		{s.conn, "add", t.Context(), func() {}, "unsupported type"},
	} {
		result, err := tt.conn.Call(tt.ctx, tt.method, tt.params)
		if got := string(result); err == nil && got != tt.want || err != nil && !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s gave %q, %v, want %s", tt.method, got, err, tt.want)
		}
		var refused *jsonrpc2.Error
		if isRefused := errors.As(err, &refused) && refused.Code == -7; isRefused != (tt.method == "refuse") {
			t.Errorf("%s: the error is %#v", tt.method, err)
		}
	}
}

// A call does not outlive the connection.
func TestCallAtTheEnd(t *testing.T) {
	t.Parallel()
	for name, end := range map[string]func(scripted){
		"exit":         func(s scripted) { s.Notify("exit", nil) },
		"end of input": func(s scripted) { s.Close() },
	} {
		t.Run(name, func(t *testing.T) {
			o := options()
			o.CallLimit = time.Hour
			s := scriptWith(t, o, func(Handlers) {})
			s.Ignore("silent")
			failed := make(chan error)
			go func() {
				_, err := s.conn.Call(context.Background(), "silent", nil)
				failed <- err
			}()
			s.AwaitRequest("silent")
			end(s)
			if err := <-failed; !errors.Is(err, ErrClosed) {
				t.Errorf("the error is %v", err)
			}
			<-s.ended
			if _, err := s.conn.Call(context.Background(), "silent", nil); !errors.Is(err, ErrClosed) {
				t.Errorf("after the end, the error is %v", err)
			}
		})
	}
}

// A call's limit holds for a client that does not even read.
func TestCallUnread(t *testing.T) {
	t.Parallel()
	in, toServer := io.Pipe()
	fromServer, out := io.Pipe()
	defer toServer.Close()
	defer fromServer.Close()
	o := options()
	o.CallLimit = time.Millisecond
	c := New(struct {
		io.Reader
		io.WriteCloser
	}{in, out}, o)
	go c.Serve(t.Context(), Handlers{})
	if _, err := c.Call(t.Context(), "ask", nil); err == nil || !strings.Contains(err.Error(), "no answer to ask") {
		t.Errorf("the error is %v", err)
	}
}

// Queued notifications arrive in their order; those that are too many are dropped, and nobody waits.
func TestNotify(t *testing.T) {
	t.Parallel()
	client, server := lsptest.Pipe()
	c := New(server, options())
	for i := range maxQueued + 10 {
		c.Notify("count", i)
	}
	e := lsptest.New(t, client)
	e.Expect("count", "last")
	go c.Serve(t.Context(), Handlers{})
	e.Await("count", func(m lsptest.Message) bool { return string(m.Params) == fmt.Sprint(maxQueued-1) })
	c.Notify("count", func() {}) // it cannot be written
	c.Send("last", nil)
	e.Await("last", nil)
	seen := e.Inbox("count")
	if len(seen) != maxQueued-1 {
		t.Errorf("%d notifications arrived before the last", len(seen))
	}
	for i, m := range seen {
		if string(m.Params) != fmt.Sprint(i) {
			t.Fatalf("notification %d is number %s", i, m.Params)
		}
	}
}
