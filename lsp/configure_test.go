package lsp

import (
	"encoding/json"
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
	for range 1000 {
		if got = s.pack(nil).Stats.AvailableForContext; got == tokens {
			return
		}
		time.Sleep(10 * time.Millisecond)
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
		case <-time.After(20 * time.Second):
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
