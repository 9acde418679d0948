package lsptest

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net/textproto"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// patience is how long a test waits for the server before it fails.
const patience = 20 * time.Second

// Error is an error response.
type Error struct {
	Code    int             `json:"code"`
	Message string          `json:"message"`
	Data    json.RawMessage `json:"data"`
}

func (e *Error) Error() string { return fmt.Sprintf("%d: %s", e.Code, e.Message) }

// CheckError fails the test unless err is there, has this code and mentions the words.
func CheckError(t testing.TB, err *Error, code int, words ...string) {
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

// Message is one message from the server.
type Message struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`
	Result json.RawMessage `json:"result"`
	Error  *Error          `json:"error"`
}

// Handler answers a request of the server.
type Handler func(params json.RawMessage) (result any, err *Error)

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

func readMessage(in *bufio.Reader) (msg Message, err error) {
	header, err := textproto.NewReader(in).ReadMIMEHeader()
	if err != nil {
		return msg, err
	}
	n, err := strconv.Atoi(header.Get("Content-Length"))
	if err != nil {
		return msg, err
	}
	body := make([]byte, n)
	if _, err := io.ReadFull(in, body); err != nil {
		return msg, err
	}
	var shape struct {
		JSONRPC string          `json:"jsonrpc"`
		Result  json.RawMessage `json:"result"`
	}
	if err := json.Unmarshal(body, &shape); err != nil {
		return msg, err
	}
	if shape.JSONRPC != "2.0" {
		return msg, fmt.Errorf("no jsonrpc 2.0 in %.200s", body)
	}
	return msg, json.Unmarshal(body, &msg)
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

// await waits until ready is true; it needs the lock and fails the test when patience ends.
func (e *Editor) await(what string, ready func() bool) {
	e.t.Helper()
	timer := time.AfterFunc(patience, e.changed.Broadcast)
	defer timer.Stop()
	for end := time.Now().Add(patience); !ready(); e.changed.Wait() {
		if e.gone != nil || time.Now().After(end) {
			e.mu.Unlock()
			defer e.mu.Lock()
			e.t.Fatalf("waited in vain for %s (connection: %v)", what, e.gone)
		}
	}
}

// Notify sends a notification. Params nil means that there are none.
func (e *Editor) Notify(method string, params any) {
	msg := map[string]any{"jsonrpc": "2.0", "method": method}
	if params != nil {
		msg["params"] = params
	}
	e.write(msg)
}

// Pending is a request under way.
type Pending struct {
	e      *Editor
	id     int
	method string
}

// Start sends a request.
func (e *Editor) Start(method string, params any) Pending {
	e.mu.Lock()
	e.lastID++
	id := e.lastID
	e.mu.Unlock()
	msg := map[string]any{"jsonrpc": "2.0", "id": id, "method": method}
	if params != nil {
		msg["params"] = params
	}
	e.write(msg)
	return Pending{e, id, method}
}

// Cancel sends $/cancelRequest.
func (p Pending) Cancel() { p.e.Notify("$/cancelRequest", map[string]any{"id": p.id}) }

// Answer waits for the response to the request with this id.
func (e *Editor) Answer(id int) (msg Message) {
	e.t.Helper()
	e.mu.Lock()
	defer e.mu.Unlock()
	e.await(fmt.Sprintf("the answer to request %d", id), func() (ok bool) {
		msg, ok = e.waiting[strconv.Itoa(id)]
		return ok
	})
	delete(e.waiting, strconv.Itoa(id))
	return msg
}

// Wait waits for the response and decodes its result, unless result is nil.
func (p Pending) Wait(result any) *Error {
	p.e.t.Helper()
	msg := p.e.Answer(p.id)
	if msg.Error != nil {
		return msg.Error
	}
	if result != nil {
		if err := json.Unmarshal(msg.Result, result); err != nil {
			p.e.t.Fatalf("%s: the result %.200s: %v", p.method, msg.Result, err)
		}
	}
	return nil
}

// Call sends a request and waits for its response.
func (e *Editor) Call(method string, params, result any) *Error {
	e.t.Helper()
	return e.Start(method, params).Wait(result)
}

// MustCall is Call for a request that has to succeed.
func (e *Editor) MustCall(method string, params, result any) {
	e.t.Helper()
	if err := e.Call(method, params, result); err != nil {
		e.t.Fatalf("%s: %v", method, err)
	}
}

// Await takes the first notification of a method that matches out of the inbox, waiting for it. A nil
// match matches all. The method "" stands for responses without an id.
func (e *Editor) Await(method string, match func(Message) bool) Message {
	e.t.Helper()
	e.mu.Lock()
	defer e.mu.Unlock()
	i := -1
	e.await("the notification "+method, func() bool {
		i = slices.IndexFunc(e.inbox, func(m Message) bool { return m.Method == method && (match == nil || match(m)) })
		return i >= 0
	})
	msg := e.inbox[i]
	e.inbox = slices.Delete(e.inbox, i, i+1)
	return msg
}

// Inbox takes all notifications of a method that have arrived.
func (e *Editor) Inbox(method string) (taken []Message) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.inbox = slices.DeleteFunc(e.inbox, func(m Message) bool {
		if m.Method == method {
			taken = append(taken, m)
		}
		return m.Method == method
	})
	return taken
}

// Requests are the methods of the server's requests so far.
func (e *Editor) Requests() []string {
	e.mu.Lock()
	defer e.mu.Unlock()
	return slices.Clone(e.requests)
}

// AwaitRequest waits until the server has made a request of this method.
func (e *Editor) AwaitRequest(method string) {
	e.t.Helper()
	e.mu.Lock()
	defer e.mu.Unlock()
	e.await("the request "+method, func() bool { return slices.Contains(e.requests, method) })
}

// Close closes the connection, as a client that dies does.
func (e *Editor) Close() { e.conn.Close() }
