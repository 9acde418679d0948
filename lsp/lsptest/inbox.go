package lsptest

import (
	"slices"
	"time"
)

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
