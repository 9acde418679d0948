package lsp

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/contextls/contextls/lsp/lsptest"
)

// scripted is a connection whose handlers a test writes itself.
type scripted struct {
	*lsptest.Editor
	ended chan bool // what run said
}

func script(t *testing.T, setup func(*dispatcher)) scripted {
	client, server := lsptest.Pipe()
	c := newConnection(server, slog.New(slog.DiscardHandler))
	c.dispatcher.queries["initialize"] = func([]byte) (answer, error) {
		return func(context.Context) (any, error) { return map[string]int{}, nil }, nil
	}
	setup(c.dispatcher)
	s := scripted{lsptest.New(t, client), make(chan bool, 1)}
	go func() { s.ended <- c.run(context.Background(), nil) }()
	return s
}

func (s scripted) initialize() scripted {
	s.MustCall("initialize", nil, nil)
	return s
}

// wantCode fails unless err has this code and mentions the words.
func wantCode(t *testing.T, err *lsptest.Error, code int, words ...string) {
	t.Helper()
	if err == nil {
		t.Fatalf("no error, want %d", code)
	}
	for _, w := range words {
		if !strings.Contains(err.Message, w) {
			t.Errorf("error %q does not mention %q", err.Message, w)
		}
	}
	if err.Code != code {
		t.Errorf("error %v, want code %d", err, code)
	}
}

func answering(v any) query {
	return func([]byte) (answer, error) {
		return func(context.Context) (any, error) { return v, nil }, nil
	}
}

func TestLifecycle(t *testing.T) {
	s := script(t, func(d *dispatcher) { d.queries["ping"] = answering("pong") })
	wantCode(t, s.Call("ping", nil, nil), -32002, "ping")
	s.initialize()
	wantCode(t, s.Call("initialize", nil, nil), -32600)
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
	wantCode(t, s.Call("ping", nil, nil), -32600, "shutdown")
	wantCode(t, s.Call("initialize", nil, nil), -32600, "shutdown")
	s.Notify("exit", nil)
	if !<-s.ended {
		t.Error("shutdown and exit were no clean end")
	}
}

func TestUncleanEnds(t *testing.T) {
	t.Parallel()
	t.Run("exit without shutdown", func(t *testing.T) {
		s := script(t, func(*dispatcher) {}).initialize()
		s.Notify("exit", nil)
		if <-s.ended {
			t.Error("a clean end")
		}
	})
	t.Run("exit before initialize", func(t *testing.T) {
		s := script(t, func(*dispatcher) {})
		s.Notify("exit", nil)
		if <-s.ended {
			t.Error("a clean end")
		}
	})
	t.Run("end of input with a request under way", func(t *testing.T) {
		stopped := make(chan struct{})
		s := script(t, func(d *dispatcher) {
			d.queries["forever"] = func([]byte) (answer, error) {
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
	c := newConnection(struct {
		io.Reader
		io.WriteCloser
	}{strings.NewReader(in), toClient}, slog.New(slog.DiscardHandler))
	c.dispatcher.queries["initialize"] = answering(1)
	c.dispatcher.queries["slow"] = func([]byte) (answer, error) {
		return func(context.Context) (any, error) { time.Sleep(50 * time.Millisecond); return "done", nil }, nil
	}
	out := make(chan string)
	go func() {
		b, _ := io.ReadAll(fromServer)
		out <- string(b)
	}()
	c.run(context.Background(), nil)
	if got := <-out; !strings.Contains(got, `{"jsonrpc":"2.0","id":2,"result":"done"}`) {
		t.Errorf("got %q", got)
	}
}

func frames(bodies ...string) string {
	var b strings.Builder
	for _, body := range bodies {
		fmt.Fprintf(&b, "Content-Length: %d\r\n\r\n%s", len(body), body)
	}
	return b.String()
}

func TestUnknownMethods(t *testing.T) {
	s := script(t, func(*dispatcher) {}).initialize()
	s.Notify("nobody/knows", map[string]int{"a": 1})
	s.Notify("$/nobody", nil)
	wantCode(t, s.Call("nobody/knows", nil, nil), -32601, "nobody/knows")
	wantCode(t, s.Call("$/nobody", nil, nil), -32601)
}

// Notifications are handled in the order they were sent, and a request sees all before it and none
// after.
func TestOrder(t *testing.T) {
	const n = 2000
	seen := 0
	s := script(t, func(d *dispatcher) {
		d.changes["count"] = func(params []byte) {
			if string(params) != fmt.Sprintf("[%d]", seen) {
				t.Errorf("got %s as number %d", params, seen)
			}
			seen++
		}
		d.queries["seen"] = func([]byte) (answer, error) {
			snapshot := seen
			return func(context.Context) (any, error) {
				time.Sleep(time.Millisecond)
				return snapshot, nil
			}, nil
		}
	}).initialize()
	type asked struct {
		lsptest.Pending
		want int
	}
	var pending []asked
	for i := range n {
		s.Notify("count", []int{i})
		if i%20 == 0 {
			pending = append(pending, asked{s.Start("seen", nil), i + 1})
		}
	}
	for _, p := range pending {
		var got int
		if err := p.Wait(&got); err != nil || got != p.want {
			t.Errorf("a request saw %d changes (%v), want %d", got, err, p.want)
		}
	}
}

func TestPanics(t *testing.T) {
	s := script(t, func(d *dispatcher) {
		d.changes["boom"] = func([]byte) { panic("notified") }
		d.queries["inline"] = func([]byte) (answer, error) { panic("inline") }
		d.queries["background"] = func([]byte) (answer, error) {
			return func(context.Context) (any, error) { panic("background") }, nil
		}
		d.queries["ping"] = answering("pong")
	}).initialize()
	s.Notify("boom", nil)
	for _, method := range []string{"inline", "background"} {
		wantCode(t, s.Call(method, nil, nil), -32603, method)
		s.MustCall("ping", nil, nil)
	}
}

func TestCancel(t *testing.T) {
	started := make(chan struct{}, 1)
	s := script(t, func(d *dispatcher) {
		d.queries["forever"] = func([]byte) (answer, error) {
			return func(ctx context.Context) (any, error) {
				started <- struct{}{}
				<-ctx.Done()
				return nil, fmt.Errorf("wrapped: %w", ctx.Err())
			}, nil
		}
		d.queries["ping"] = answering("pong")
	}).initialize()
	p := s.Start("forever", nil)
	<-started
	p.Cancel()
	wantCode(t, p.Wait(nil), -32800)
	p.Cancel() // it has its answer already
	s.Notify("$/cancelRequest", map[string]any{"id": "no such request"})
	s.Notify("$/cancelRequest", map[string]any{"id": nil})
	s.Notify("$/cancelRequest", nil)
	s.MustCall("ping", nil, nil)

	s.Frame(`{"jsonrpc":"2.0","id":"text","method":"forever"}`)
	<-started
	s.Notify("$/cancelRequest", map[string]any{"id": "text"})
	s.MustCall("ping", nil, nil)
}

// No more than maxRunning requests run at once, the others wait and can be cancelled meanwhile, and
// notifications go on.
func TestPool(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	var reached sync.Once
	running, most := 0, 0
	release, full, notified := make(chan struct{}), make(chan struct{}), make(chan struct{})
	s := script(t, func(d *dispatcher) {
		d.changes["note"] = func([]byte) { close(notified) }
		d.queries["hold"] = func([]byte) (answer, error) {
			return func(ctx context.Context) (any, error) {
				mu.Lock()
				if running++; running > most {
					most = running
				}
				if running == maxRunning {
					reached.Do(func() { close(full) })
				}
				mu.Unlock()
				<-release
				mu.Lock()
				running--
				mu.Unlock()
				return nil, nil
			}, nil
		}
	}).initialize()
	var pending []lsptest.Pending
	for range maxRunning + maxWaiting {
		pending = append(pending, s.Start("hold", nil))
	}
	<-full
	wantCode(t, s.Call("hold", nil, nil), -32803, "under way")
	last := pending[len(pending)-1]
	last.Cancel()
	wantCode(t, last.Wait(nil), -32800)
	s.Notify("note", nil)
	<-notified
	close(release)
	for _, p := range pending[:len(pending)-1] {
		if err := p.Wait(nil); err != nil {
			t.Fatal(err)
		}
	}
	if most != maxRunning {
		t.Errorf("%d requests ran at once, want %d", most, maxRunning)
	}
}

// What is no message is answered, and the next message is served.
func TestBadBodies(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, body string
		code       int
	}{
		{"not JSON", `{"jsonrpc":`, -32700},
		{"empty", ``, -32700},
		{"two values", `{} {}`, -32700},
		{"broken inside", `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":1,,}}`, -32700},
		{"not an object", `42`, -32600},
		{"no version", `{"id":1,"method":"ping"}`, -32600},
		{"no method", `{"jsonrpc":"2.0"}`, -32600},
		{"method of a wrong type", `{"jsonrpc":"2.0","id":1,"method":7}`, -32600},
		{"id of a wrong type", `{"jsonrpc":"2.0","id":{},"method":"ping"}`, -32600},
		{"empty batch", `[]`, -32600},
		{"too large", strings.Repeat(" ", maxBody+1), -32600},
	}
	s := script(t, func(d *dispatcher) { d.queries["ping"] = answering("pong") }).initialize()
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s.Frame(tt.body)
			msg := s.Await("", nil)
			if string(msg.ID) != "null" {
				t.Errorf("the id is %s", msg.ID)
			}
			wantCode(t, msg.Error, tt.code)
			s.MustCall("ping", nil, nil)
		})
	}
}

func TestBatch(t *testing.T) {
	client, server := lsptest.Pipe()
	c := newConnection(server, slog.New(slog.DiscardHandler))
	c.dispatcher.queries["initialize"] = answering(1)
	c.dispatcher.queries["ping"] = answering("pong")
	go c.run(context.Background(), nil)
	defer client.Close()
	go io.WriteString(client, frames(`[{"jsonrpc":"2.0","id":1,"method":"initialize"},{"jsonrpc":"2.0","id":2,"method":"ping"},{"id":3}]`))
	var answers []struct {
		ID     *int
		Result any
		Error  *lsptest.Error
	}
	var n int
	if _, err := fmt.Fscanf(client, "Content-Length: %d\r\n\r\n", &n); err != nil {
		t.Fatal(err)
	}
	if err := json.NewDecoder(io.LimitReader(client, int64(n))).Decode(&answers); err != nil {
		t.Fatal(err)
	}
	if len(answers) != 3 {
		t.Fatalf("got %+v", answers)
	}
	for _, a := range answers {
		switch {
		case a.ID == nil:
			wantCode(t, a.Error, -32600)
		case *a.ID == 2 && a.Result != "pong", *a.ID == 3 && a.Error == nil:
			t.Errorf("ping gave %v", a.Result)
		}
	}
}

// Where the next message begins is unknown: the session ends, and not as a clean one.
func TestLostFraming(t *testing.T) {
	for name, input := range map[string]string{
		"no colon":         "Content-Length 3\r\n\r\n{}",
		"no length":        "Content-Type: x\r\n\r\n{}",
		"negative length":  "Content-Length: -1\r\n\r\n{}",
		"not a number":     "Content-Length: ten\r\n\r\n{}",
		"beyond 31 bits":   "Content-Length: 99999999999\r\n\r\n{}",
		"long header line": "X: " + strings.Repeat("x", maxHeader) + "\r\n\r\n{}",
		"many headers":     strings.Repeat("X: y\r\n", maxHeader/6+1) + "\r\n\r\n{}",
	} {
		t.Run(name, func(t *testing.T) {
			s := script(t, func(*dispatcher) {})
			s.Raw([]byte(input))
			if <-s.ended {
				t.Error("a clean end")
			}
		})
	}
}

func TestEndedContext(t *testing.T) {
	client, server := lsptest.Pipe()
	defer client.Close()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if newConnection(server, slog.New(slog.DiscardHandler)).run(ctx, nil) {
		t.Error("a clean end")
	}
}
