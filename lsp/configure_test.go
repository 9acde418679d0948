package lsp

import (
	"encoding/json"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/contextls/contextls/lsp/lsptest"
)

// pulling is what a client says that answers workspace/configuration.
func pulling() map[string]any {
	return map[string]any{"workspace": map[string]any{"configuration": true}}
}

// awaitBudget waits until the settings in use have this token budget.
func (s session) awaitBudget(tokens int) {
	s.t.Helper()
	got := 0
	for end := time.Now().Add(2 * time.Minute); time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
		if got = s.pack(nil).Stats.AvailableForContext; got == tokens {
			return
		}
	}
	s.t.Fatalf("the token budget is %d, want %d", got, tokens)
}

// changeSettings tells that settings have changed, and sends the budget, if any.
func (s session) changeSettings(budget any) {
	var settings any
	if budget != nil {
		settings = map[string]any{"contextls": map[string]any{"tokenBudget": budget}}
	}
	s.Notify("workspace/didChangeConfiguration", map[string]any{"settings": settings})
}

// The settings that were asked for last are in use, however late the client answers earlier questions.
func TestLateSettings(t *testing.T) {
	t.Parallel()
	s := serveWith(t, write(t, shop), Options{callLimit: time.Hour})
	asked := make(chan chan int)
	s.Handle("workspace/configuration", func(json.RawMessage) (any, *lsptest.Error) {
		budget := make(chan int)
		asked <- budget
		return []any{map[string]int{"tokenBudget": <-budget}}, nil
	})
	await := func() chan int {
		t.Helper()
		select {
		case budget := <-asked:
			return budget
		case <-time.After(2 * time.Minute):
			t.Fatal("the client is not asked")
			return nil
		}
	}
	change := func() chan int {
		t.Helper()
		s.changeSettings(nil)
		return await()
	}
	s.Initialize(pulling(), s.root)
	first := await()
	second, third, fourth := change(), change(), change()
	second <- 2000
	s.awaitBudget(2000)
	fourth <- 4000
	s.awaitBudget(4000)
	third <- 3000
	first <- 1000
	change() <- 5000
	s.awaitBudget(5000)
	for range 20 {
		s.awaitBudget(5000)
	}
}

// A client that answers no question for its settings is taken at what it sends.
func TestSilentClient(t *testing.T) {
	t.Parallel()
	s := serveWith(t, write(t, shop), Options{callLimit: 20 * time.Millisecond})
	s.Ignore("workspace/configuration", "client/registerCapability", "window/workDoneProgress/create", "workspace/codeLens/refresh")
	capabilities := lsptest.Capabilities()
	capabilities["workspace"].(map[string]any)["didChangeConfiguration"] = map[string]any{"dynamicRegistration": true}
	s.Initialize(capabilities, s.root)
	for _, budget := range []int{2000, 3000} {
		s.changeSettings(budget)
		s.awaitBudget(budget)
	}
}

// A client that did not answer in time is asked for its settings again, and to tell of changes.
func TestSilentClientIsAskedAgain(t *testing.T) {
	t.Parallel()
	s := serveWith(t, write(t, shop), Options{callLimit: 20 * time.Millisecond})
	s.Ignore("window/workDoneProgress/create", "workspace/codeLens/refresh")
	var asked atomic.Int32
	s.Handle("workspace/configuration", func(json.RawMessage) (any, *lsptest.Error) {
		if asked.Add(1) < 3 {
			<-t.Context().Done()
		}
		return []any{map[string]int{"tokenBudget": 4000}}, nil
	})
	registered := make(chan struct{})
	var registrations atomic.Int32
	s.Handle("client/registerCapability", func(json.RawMessage) (any, *lsptest.Error) {
		if registrations.Add(1) == 2 {
			close(registered)
			return nil, &lsptest.Error{Code: -32601, Message: "unknown"} // which is an answer
		}
		<-t.Context().Done()
		return nil, nil
	})
	capabilities := lsptest.Capabilities()
	capabilities["workspace"].(map[string]any)["didChangeConfiguration"] = map[string]any{"dynamicRegistration": true}
	s.Initialize(capabilities, s.root)
	s.awaitBudget(4000)
	<-registered
	if n := asked.Load(); n < 3 {
		t.Errorf("asked %d times", n)
	}
}

// Of a setting that stays wrong while it is typed, the person is told once, and again when it is wrong another time.
func TestOneMessageForOneSetting(t *testing.T) {
	t.Parallel()
	s := serve(t, write(t, shop))
	s.Expect("context/didChangeIndex", "window/showMessage", "window/logMessage")
	s.Initialize(map[string]any{}, s.root)
	type object = map[string]any
	say := func(contextls object) {
		s.Notify("workspace/didChangeConfiguration", object{"settings": object{"contextls": contextls}})
	}
	budget := 1000
	settled := func(contextls object) { // the settings said last are in use
		t.Helper()
		budget++
		contextls["tokenBudget"] = budget
		say(contextls)
		s.awaitBudget(budget)
	}
	for i := range 20 {
		settled(object{"minRelevance": i + 2})
	}
	s.Await("window/showMessage", nil)
	for range 19 {
		s.Await("window/logMessage", nil)
	}
	settled(object{"minRelevance": 9, "maxFileBytes": -1})
	if said := s.Await("window/showMessage", nil); !strings.Contains(string(said.Params), "maxFileBytes") {
		t.Errorf("for one setting: %s", said.Params)
	}
	settled(object{})
	settled(object{"minRelevance": 9})
	s.Await("window/showMessage", nil)
	if more := s.Inbox("window/showMessage"); len(more) > 0 {
		t.Errorf("more messages: %s", more[0].Params)
	}
}
