package rpc

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"go.lsp.dev/jsonrpc2"

	"github.com/contextls/contextls/lsp/lsptest"
)

func TestUnknownMethods(t *testing.T) {
	s := script(t, func(Handlers) {}).initialize()
	s.Notify("nobody/knows", map[string]int{"a": 1})
	s.Notify("$/nobody", nil)
	lsptest.CheckError(t, s.Call("nobody/knows", nil, nil), -32601, "nobody/knows")
	lsptest.CheckError(t, s.Call("$/nobody", nil, nil), -32601)
}

// A notification whose method begins with $/ goes to its handler like any other.
func TestDollarMethods(t *testing.T) {
	traced := make(chan string, 1)
	s := script(t, func(h Handlers) {
		h.Changes["$/setTrace"] = func(params []byte) { traced <- string(params) }
	}).initialize()
	s.Notify("$/setTrace", map[string]string{"value": "verbose"})
	if got := <-traced; got != `{"value":"verbose"}` {
		t.Errorf("the handler got %s", got)
	}
}

// An error has its own code, or that of cancellation, or else RequestFailed.
func TestErrors(t *testing.T) {
	failing := func(err error) Query {
		return func([]byte) (Answer, error) {
			return func(context.Context) (any, error) { return "not sent", err }, nil
		}
	}
	s := script(t, func(h Handlers) {
		h.Queries["coded"] = failing(fmt.Errorf("wrapped: %w", jsonrpc2.Errorf(-7, "seven")))
		h.Queries["plain"] = failing(errors.New("no luck"))
		h.Queries["inner"] = failing(context.Canceled) // not by the client
		h.Queries["inline"] = func([]byte) (Answer, error) { return nil, errors.New("at once") }
		h.Queries["unwritable"] = answering(func() {})
	}).initialize()
	for method, want := range map[string]struct {
		code int
		text string
	}{
		"coded": {-7, "seven"}, "plain": {-32803, "no luck"}, "inner": {-32803, "context canceled"},
		"inline": {-32803, "at once"}, "unwritable": {-32803, "unsupported type"},
	} {
		lsptest.CheckError(t, s.Call(method, nil, nil), want.code, want.text)
	}
}

// Every request is observed once, before its answer arrives; notifications are not.
func TestObserve(t *testing.T) {
	observed := make(chan Observed, 10)
	o := options()
	o.Observe = func(_ context.Context, o Observed) { observed <- o }
	const nap = 20 * time.Millisecond
	s := scriptWith(t, o, func(h Handlers) {
		h.Queries["ping"] = func([]byte) (Answer, error) {
			return func(context.Context) (any, error) { time.Sleep(nap); return "pong", nil }, nil
		}
		h.Queries["boom"] = func([]byte) (Answer, error) { panic("inline") }
	})
	check := func(want Observed) Observed {
		t.Helper()
		select {
		case got := <-observed:
			times := got
			got.Ran, got.Queued, got.Encode = 0, 0, 0
			if got != want {
				t.Errorf("observed %+v, want %+v", got, want)
			}
			return times
		default:
			t.Fatalf("not observed: %+v", want)
			return Observed{}
		}
	}
	s.Call("early", nil, nil)
	check(Observed{ID: "1", Method: "early", Code: -32002})
	s.initialize()
	check(Observed{ID: "2", Method: "initialize", Result: len("{}")})
	s.Notify("note", nil)
	s.MustCall("ping", []int{1, 2}, nil)
	if o := check(Observed{ID: "3", Method: "ping", Params: len("[1,2]"), Result: len(`"pong"`)}); o.Ran < nap {
		t.Errorf("it ran for %v, and slept for %v of that", o.Ran, nap)
	}
	s.Call("boom", nil, nil)
	check(Observed{ID: "4", Method: "boom", Code: -32603})
	s.Call("nobody/knows", nil, nil)
	check(Observed{ID: "5", Method: "nobody/knows", Code: -32601})
}

// The time for which a request waits for its turn is observed.
func TestObserveQueued(t *testing.T) {
	t.Parallel()
	observed := make(chan Observed, maxRunning+1)
	o := options()
	o.Observe = func(_ context.Context, o Observed) { observed <- o }
	release := make(chan struct{})
	running := make(chan struct{}, maxRunning)
	accepted := make(chan struct{})
	s := scriptWith(t, o, func(h Handlers) {
		h.Changes["after"] = func([]byte) { close(accepted) }
		h.Queries["hold"] = func([]byte) (Answer, error) {
			return func(context.Context) (any, error) { running <- struct{}{}; <-release; return nil, nil }, nil
		}
		h.Queries["ping"] = answering("pong")
	}).initialize()
	<-observed
	for range maxRunning {
		s.Start("hold", nil)
	}
	for range maxRunning {
		<-running
	}
	ping := s.Start("ping", nil)
	s.Notify("after", nil)
	<-accepted
	const nap = 20 * time.Millisecond
	time.Sleep(nap)
	ping.Cancel()
	lsptest.CheckError(t, ping.Wait(nil), -32800)
	if o := <-observed; o.Method != "ping" || o.Code != RequestCancelled || o.Queued < nap {
		t.Errorf("observed %+v", o)
	}
	close(release)
}

// What Begin puts in the context is there for the answer and for the observer.
func TestBegin(t *testing.T) {
	type key struct{}
	observed := make(chan any, 1)
	o := options()
	o.Begin = func(ctx context.Context) context.Context { return context.WithValue(ctx, key{}, "mine") }
	o.Observe = func(ctx context.Context, o Observed) {
		if o.Method == "ask" {
			observed <- ctx.Value(key{})
		}
	}
	s := scriptWith(t, o, func(h Handlers) {
		h.Queries["ask"] = func([]byte) (Answer, error) {
			return func(ctx context.Context) (any, error) { return ctx.Value(key{}), nil }, nil
		}
	}).initialize()
	var got string
	s.MustCall("ask", nil, &got)
	if seen := <-observed; got != "mine" || seen != "mine" {
		t.Errorf("the answer saw %v, the observer %v", got, seen)
	}
}

// Notifications are handled in the order they were sent, and a request sees all before it and none
// after.
func TestOrder(t *testing.T) {
	const n = 2000
	seen := 0
	s := script(t, func(h Handlers) {
		h.Changes["count"] = func(params []byte) {
			if string(params) != fmt.Sprintf("[%d]", seen) {
				t.Errorf("got %s as number %d", params, seen)
			}
			seen++
		}
		h.Queries["seen"] = func([]byte) (Answer, error) {
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
	var panicked []string // written by one goroutine at a time
	o := options()
	o.Panicked = func(method string, value any) { panicked = append(panicked, fmt.Sprint(method, ": ", value)) }
	s := scriptWith(t, o, func(h Handlers) {
		h.Changes["boom"] = func([]byte) { panic("notified") }
		h.Queries["inline"] = func([]byte) (Answer, error) { panic("inline") }
		h.Queries["background"] = func([]byte) (Answer, error) {
			return func(context.Context) (any, error) { panic("background") }, nil
		}
		h.Queries["ping"] = answering("pong")
	}).initialize()
	s.Notify("boom", nil)
	for _, method := range []string{"inline", "background"} {
		lsptest.CheckError(t, s.Call(method, nil, nil), -32603, method)
		s.MustCall("ping", nil, nil)
	}
	if want := []string{"boom: notified", "inline: inline", "background: background"}; !slices.Equal(panicked, want) {
		t.Errorf("reported %q, want %q", panicked, want)
	}
}

func TestCancel(t *testing.T) {
	started := make(chan struct{}, 1)
	s := script(t, func(h Handlers) {
		h.Queries["forever"] = func([]byte) (Answer, error) {
			return func(ctx context.Context) (any, error) {
				started <- struct{}{}
				<-ctx.Done()
				return nil, fmt.Errorf("wrapped: %w", ctx.Err())
			}, nil
		}
		h.Queries["ping"] = answering("pong")
	}).initialize()
	p := s.Start("forever", nil)
	<-started
	p.Cancel()
	lsptest.CheckError(t, p.Wait(nil), -32800)
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
	s := script(t, func(h Handlers) {
		h.Changes["note"] = func([]byte) { close(notified) }
		h.Queries["hold"] = func([]byte) (Answer, error) {
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
	lsptest.CheckError(t, s.Call("hold", nil, nil), -32803, "under way")
	last := pending[len(pending)-1]
	last.Cancel()
	lsptest.CheckError(t, last.Wait(nil), -32800)
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
