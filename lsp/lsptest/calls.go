package lsptest

import (
	"encoding/json"
	"fmt"
	"strconv"
)

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
