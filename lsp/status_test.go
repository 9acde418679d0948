package lsp

import (
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/contextls/contextls/lsp/lsptest"
	"github.com/contextls/contextls/workspace"
)

func TestIndexingProgress(t *testing.T) {
	t.Parallel()
	var archive strings.Builder
	for i := range 60 {
		fmt.Fprintf(&archive, "-- f%d.py --\nx = %d\n", i, i)
	}
	release := make(chan struct{})
	s := serve(t, write(t, archive.String()+"-- slow.py --\nstuck\n"), stuckPython(release))
	s.Expect("$/progress")
	created := make(chan string, 10)
	s.Handle("window/workDoneProgress/create", func(params json.RawMessage) (any, *lsptest.Error) {
		var p struct{ Token string }
		if err := json.Unmarshal(params, &p); err != nil || p.Token == "" {
			t.Errorf("create %s: %v", params, err)
		}
		created <- p.Token
		return nil, nil
	})
	s.Initialize(map[string]any{"window": map[string]any{"workDoneProgress": true}}, s.root)
	token := <-created
	type progress struct {
		Token string
		Value struct {
			Kind, Title, Message string
			Percentage           *int
		}
	}
	last := -1
	await := func(kind string) (p progress) {
		t.Helper()
		s.Await("$/progress", func(m lsptest.Message) bool {
			p = progress{}
			if err := json.Unmarshal(m.Params, &p); err != nil || p.Token != token {
				t.Errorf("%s: %v", m.Params, err)
			}
			if p.Value.Percentage != nil {
				if *p.Value.Percentage < last || *p.Value.Percentage > 100 {
					t.Errorf("%d %% after %d %%", *p.Value.Percentage, last)
				}
				last = *p.Value.Percentage
			}
			return p.Value.Kind == kind
		})
		return p
	}
	if p := await("begin"); !strings.HasPrefix(p.Value.Title, "Indexing ") || p.Value.Percentage == nil {
		t.Errorf("begins with %+v", p)
	}
	for p := await("report"); ; p = await("report") {
		var done, all int
		if _, err := fmt.Sscanf(p.Value.Message, "%d/%d files", &done, &all); err != nil {
			t.Fatalf("reports %+v", p)
		}
		if all == 61 && done == 60 { // all but one
			break
		}
	}
	close(release)
	await("end")
	if index := s.AwaitIndex(s.root, "ready"); index.Files != 61 || index.Snapshot == "" || index.Percentage != nil || index.Reasons == nil {
		t.Errorf("ready: %+v", index)
	}
}

// A client that cannot show progress is not asked to.
func TestNoProgressUnasked(t *testing.T) {
	s := serve(t, write(t, shop))
	s.Initialize(nil, s.root)
	s.AwaitIndex(s.root, "ready")
	if r := s.Requests(); len(r) > 0 {
		t.Errorf("the server asked for %q", r)
	}
}

// Whatever happens, a folder is told about at most twice a second, and in the end as it is.
func TestNotifierRests(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	var told []time.Time
	n := newNotifier(t.Context(), nil)
	n.rest = 50 * time.Millisecond
	state, seen := 0, 0
	n.tell = func(*workspace.Folder) {
		mu.Lock()
		defer mu.Unlock()
		told = append(told, time.Now())
		seen = state
	}
	for i := range 100 {
		mu.Lock()
		state = i + 1
		mu.Unlock()
		n.notify(nil)
		time.Sleep(2 * time.Millisecond)
	}
	for {
		mu.Lock()
		if seen == 100 {
			break
		}
		mu.Unlock()
		time.Sleep(time.Millisecond)
	}
	mu.Unlock()
	for i := 1; i < len(told); i++ {
		if d := told[i].Sub(told[i-1]); d < n.rest {
			t.Errorf("%v between two notifications", d)
		}
	}
	if len(told) < 2 {
		t.Errorf("told %d times", len(told))
	}
}

func TestDebouncer(t *testing.T) {
	t.Parallel()
	calls := make(chan struct{}, 100)
	d := newDebouncer(30*time.Millisecond, func() { calls <- struct{}{} })
	for range 20 {
		d.poke()
	}
	<-calls
	d.poke()
	<-calls
	d.stop()
	d.poke()
	time.Sleep(60 * time.Millisecond)
	if n := len(calls); n != 0 {
		t.Errorf("%d calls too many", n)
	}
}
