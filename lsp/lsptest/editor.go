package lsptest

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"sync"
	"testing"
	"time"
)

// patience is how long a test waits for the server before it fails.
const patience = 2 * time.Minute

// Editor is a scripted client. Its methods may be called from one goroutine only, but for those of
// Pending.
type Editor struct {
	t    testing.TB
	conn io.ReadWriteCloser

	mu       sync.Mutex
	changed  *sync.Cond
	handlers map[string]Handler
	expected map[string]bool
	inbox    []Message          // notifications, and responses without an id, in wire order
	waiting  map[string]Message // responses, by id
	requests []string           // methods of the server's requests, in wire order
	lastID   int
	gone     error // why reading ended

	writing sync.Mutex
}

// New starts an editor on a connection. It closes the connection when the test ends.
func New(t testing.TB, conn io.ReadWriteCloser) *Editor {
	e := &Editor{t: t, conn: conn, handlers: map[string]Handler{}, expected: map[string]bool{}, waiting: map[string]Message{}}
	e.changed = sync.NewCond(&e.mu)
	done := make(chan struct{})
	go func() {
		defer close(done)
		e.read()
	}()
	t.Cleanup(func() {
		conn.Close()
		<-done
	})
	return e
}

// Handle answers the server's requests of a method. Without a handler such a request fails the test.
func (e *Editor) Handle(method string, h Handler) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.handlers[method] = h
}

// Ignore takes the server's requests of these methods, and never answers them.
func (e *Editor) Ignore(methods ...string) {
	for _, m := range methods {
		e.Handle(m, nil)
	}
}

// Expect allows notifications of these methods. Any other fails the test.
func (e *Editor) Expect(methods ...string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, m := range methods {
		e.expected[m] = true
	}
}

func (e *Editor) read() {
	in := bufio.NewReader(e.conn)
	for {
		msg, err := readMessage(in)
		e.mu.Lock()
		if err != nil {
			e.gone = err
		} else {
			e.receive(msg)
		}
		e.changed.Broadcast()
		e.mu.Unlock()
		if err != nil {
			return
		}
	}
}

// receive files a message. It needs the lock.
func (e *Editor) receive(msg Message) {
	id := string(msg.ID)
	switch {
	case msg.Method != "" && id != "":
		e.requests = append(e.requests, msg.Method)
		h, expected := e.handlers[msg.Method]
		if expected && h == nil {
			return
		}
		if !expected {
			e.t.Errorf("the server's request %s was not expected: %s", msg.Method, msg.Params)
			h = func(json.RawMessage) (any, *Error) { return nil, &Error{Code: -32601, Message: "unhandled"} }
		}
		go func() {
			result, err := h(msg.Params)
			if err != nil {
				e.write(map[string]any{"jsonrpc": "2.0", "id": msg.ID, "error": err})
				return
			}
			e.write(map[string]any{"jsonrpc": "2.0", "id": msg.ID, "result": result})
		}()
	case msg.Method != "":
		if !e.expected[msg.Method] {
			e.t.Errorf("the server's notification %s was not expected: %s", msg.Method, msg.Params)
		}
		e.inbox = append(e.inbox, msg)
	case id == "" || id == "null":
		e.inbox = append(e.inbox, msg)
	default:
		if _, twice := e.waiting[id]; twice {
			e.t.Errorf("two responses for request %s", id)
		}
		e.waiting[id] = msg
	}
}

// Raw writes bytes as they are.
func (e *Editor) Raw(b []byte) {
	e.writing.Lock()
	defer e.writing.Unlock()
	if _, err := e.conn.Write(b); err != nil {
		e.t.Logf("writing: %v", err)
	}
}

// Frame writes a body with its header.
func (e *Editor) Frame(body string) {
	e.Raw(fmt.Appendf(nil, "Content-Length: %d\r\n\r\n%s", len(body), body))
}

func (e *Editor) write(v any) {
	body, err := json.Marshal(v)
	if err != nil {
		e.t.Errorf("a message that cannot be written: %v", err)
		return
	}
	e.Frame(string(body))
}

// Close closes the connection, as a client that dies does.
func (e *Editor) Close() { e.conn.Close() }
