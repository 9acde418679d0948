package rpc

import (
	"context"
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/contextls/contextls/workspace/faulttest"
)

// oneWay is a transport of which the test reads and writes the two ends itself.
type oneWay struct {
	io.Reader
	io.WriteCloser
}

// Of a client that sends and does not read, nothing more is read above a limit. When it reads, all is answered.
func TestBacklog(t *testing.T) {
	more := faulttest.Times(t, "a client that sends and does not read", "requests", 2000, 200_000, 1_000_000)
	in, requests := io.Pipe()
	answers, out := io.Pipe()
	c := New(oneWay{in, out}, options())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		c.Serve(context.Background(), Handlers{})
	}()
	written := make(chan error, 1)
	go func() {
		for id := range maxUnsent + more {
			body := fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"nothing"}`, id)
			if _, err := fmt.Fprintf(requests, "Content-Length: %d\r\n\r\n%s", len(body), body); err != nil {
				written <- err
				return
			}
		}
		written <- nil
	}()
	for waits := false; !waits; runtime.Gosched() {
		select {
		case err := <-written:
			t.Fatalf("it has read all, %v", err)
		case <-time.After(time.Millisecond):
		}
		c.stream.unsent.mu.Lock()
		waits = c.stream.unsent.room != nil
		if n := c.stream.unsent.answers; n > maxUnsent+1 {
			t.Errorf("%d answers are unsent", n)
		}
		c.stream.unsent.mu.Unlock()
	}
	seen := make(chan int)
	go func() {
		text, _ := io.ReadAll(answers)
		seen <- strings.Count(string(text), `"id":`)
	}()
	if err := <-written; err != nil {
		t.Error(err)
	}
	requests.Close()
	<-ended
	if n := <-seen; n != maxUnsent+more {
		t.Errorf("%d answers to %d requests", n, maxUnsent+more)
	}
	for left := 1; left > 0; runtime.Gosched() { // the last ones are counted a moment after they are sent
		c.stream.unsent.mu.Lock()
		left = c.stream.unsent.answers + c.stream.unsent.bytes
		c.stream.unsent.mu.Unlock()
	}
}

func TestBacklogOfBytes(t *testing.T) {
	var b backlog
	b.made(maxUnsentBytes)
	end := make(chan struct{})
	close(end)
	b.wait(end) // else it would wait for ever
	through := make(chan struct{})
	go func() {
		b.wait(nil)
		close(through)
	}()
	select {
	case <-through:
		t.Error("it did not wait")
	case <-time.After(10 * time.Millisecond):
	}
	b.sent(maxUnsentBytes)
	<-through
}
