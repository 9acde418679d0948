package rpc

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/contextls/contextls/lsp/lsptest"
)

// options are a test's: what is not tested is the standard.
func options() Options {
	return Options{Log: slog.New(slog.DiscardHandler), Encode: json.Marshal}
}

// scripted is a connection whose handlers a test writes itself.
type scripted struct {
	*lsptest.Editor
	conn  *Conn
	ended chan bool // what Serve returned
}

// script serves an editor with the handlers that setup adds to that of initialize.
func script(t *testing.T, setup func(Handlers)) scripted {
	return scriptWith(t, options(), setup)
}

func scriptWith(t *testing.T, o Options, setup func(Handlers)) scripted {
	client, server := lsptest.Pipe()
	h := Handlers{Changes: map[string]Change{}, Queries: map[string]Query{"initialize": answering(map[string]int{})}}
	setup(h)
	s := scripted{lsptest.New(t, client), New(server, o), make(chan bool, 1)}
	go func() { s.ended <- s.conn.Serve(context.Background(), h) }()
	return s
}

func (s scripted) initialize() scripted {
	s.MustCall("initialize", nil, nil)
	return s
}

func answering(v any) Query {
	return func([]byte) (Answer, error) {
		return func(context.Context) (any, error) { return v, nil }, nil
	}
}

func TestLifecycle(t *testing.T) {
	s := script(t, func(h Handlers) { h.Queries["ping"] = answering("pong") })
	lsptest.CheckError(t, s.Call("ping", nil, nil), -32002, "ping")
	s.initialize()
	lsptest.CheckError(t, s.Call("initialize", nil, nil), -32600)
	var pong string
	s.MustCall("ping", nil, &pong)
	if pong != "pong" {
		t.Errorf("ping gave %q", pong)
	}
	var null any = 1
	s.MustCall("shutdown", nil, &null)
	if null != nil {
		t.Errorf("shutdown gave %v", null)
	}
	lsptest.CheckError(t, s.Call("ping", nil, nil), -32600, "shutdown")
	lsptest.CheckError(t, s.Call("initialize", nil, nil), -32600, "shutdown")
	s.Notify("exit", nil)
	if !<-s.ended {
		t.Error("shutdown and exit were no clean end")
	}
}

func TestUncleanEnds(t *testing.T) {
	t.Parallel()
	t.Run("exit without shutdown", func(t *testing.T) {
		s := script(t, func(Handlers) {}).initialize()
		s.Notify("exit", nil)
		if <-s.ended {
			t.Error("a clean end")
		}
	})
	t.Run("exit before initialize", func(t *testing.T) {
		s := script(t, func(Handlers) {})
		s.Notify("exit", nil)
		if <-s.ended {
			t.Error("a clean end")
		}
	})
	t.Run("end of input with a request under way", func(t *testing.T) {
		stopped := make(chan struct{})
		s := script(t, func(h Handlers) {
			h.Queries["forever"] = func([]byte) (Answer, error) {
				return func(ctx context.Context) (any, error) {
					<-ctx.Done()
					close(stopped)
					return nil, ctx.Err()
				}, nil
			}
		}).initialize()
		s.Start("forever", nil)
		s.Close()
		if <-s.ended {
			t.Error("a clean end")
		}
		<-stopped
	})
}

// Whoever pipes a script into the server gets its answers although the input ends at once.
func TestAnswersAfterEndOfInput(t *testing.T) {
	fromServer, toClient := io.Pipe()
	in := frames(`{"jsonrpc":"2.0","id":1,"method":"initialize"}`, `{"jsonrpc":"2.0","id":2,"method":"slow"}`)
	c := New(struct {
		io.Reader
		io.WriteCloser
	}{strings.NewReader(in), toClient}, options())
	slow := func([]byte) (Answer, error) {
		return func(context.Context) (any, error) { time.Sleep(50 * time.Millisecond); return "done", nil }, nil
	}
	out := make(chan string)
	go func() {
		b, _ := io.ReadAll(fromServer)
		out <- string(b)
	}()
	c.Serve(context.Background(), Handlers{Queries: map[string]Query{"initialize": answering(1), "slow": slow}})
	if got := <-out; !strings.Contains(got, `{"jsonrpc":"2.0","id":2,"result":"done"}`) {
		t.Errorf("got %q", got)
	}
}

func TestEndedContext(t *testing.T) {
	client, server := lsptest.Pipe()
	defer client.Close()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if New(server, options()).Serve(ctx, Handlers{}) {
		t.Error("a clean end")
	}
}
