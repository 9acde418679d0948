package lsp

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/contextls/contextls/lsp/protocol"
	"github.com/contextls/contextls/workspace"
)

const (
	// indexEvery is the least time between two notifications about one folder: at most two a second.
	indexEvery = 550 * time.Millisecond
	// progressEvery is how often progress is shown.
	progressEvery = 200 * time.Millisecond
	// lensEvery is how long it has to be quiet before code lenses are asked for again.
	lensEvery = time.Second
)

// statusChanged hears of everything that happens to a folder.
func (s *server) statusChanged(f *workspace.Folder, status workspace.Status) {
	s.index.notify(f)
	if status.State != workspace.Indexing {
		s.lens.poke()
		s.background("reading a folder's settings", func() { s.checkFile(f.Root()) })
	} else if s.info.progress && s.index.startProgress(f) {
		s.background("showing progress", func() {
			defer s.index.endProgress(f)
			s.showProgress(f)
		})
	}
}

// has reports whether a folder is open: one that was closed, or belongs to a session that was replaced,
// may still have things to say.
func (s *server) has(f *workspace.Folder) bool { return slices.Contains(s.current().Folders(), f) }

// tellIndex sends context/didChangeIndex about a folder as it is now.
func (s *server) tellIndex(f *workspace.Folder) {
	if !s.has(f) {
		return
	}
	snap := f.Snapshot()
	status := snap.Status()
	n := protocol.IndexChanged{Folder: protocol.URI(f.Root()), State: status.State.String(), Snapshot: snap.ID(), Files: len(snap.Files()),
		Reasons: append(append([]string{}, status.Degraded...), s.desynced(f)...)}
	if status.State == workspace.Ready && len(n.Reasons) > 0 {
		n.State = workspace.Degraded.String()
	}
	if status.State == workspace.Indexing && status.Total > 0 {
		percentage := 100 * status.Done / status.Total
		n.Percentage = &percentage
	}
	s.client.Notify("context/didChangeIndex", n)
}

// notifier tells about folders: soon after something happened, but not too often, and always about
// what happened last.
type notifier struct {
	ctx  context.Context
	tell func(*workspace.Folder)
	rest time.Duration

	mu       sync.Mutex
	waiting  map[*workspace.Folder]bool // told about a moment ago, and a timer runs; true: there is news
	progress map[*workspace.Folder]bool // progress is shown for them
}

func newNotifier(ctx context.Context, tell func(*workspace.Folder)) *notifier {
	return &notifier{ctx: ctx, tell: tell, rest: indexEvery, waiting: map[*workspace.Folder]bool{}, progress: map[*workspace.Folder]bool{}}
}

func (n *notifier) notify(f *workspace.Folder) {
	n.mu.Lock()
	_, waits := n.waiting[f]
	n.waiting[f] = waits // who waits already has news
	n.mu.Unlock()
	if !waits {
		go n.run(f)
	}
}

// run tells about a folder now, and again each time its rest is over, as long as there is news.
func (n *notifier) run(f *workspace.Folder) {
	for n.ctx.Err() == nil {
		n.tell(f)
		select {
		case <-time.After(n.rest):
		case <-n.ctx.Done():
		}
		n.mu.Lock()
		news := n.waiting[f]
		if n.waiting[f] = false; !news {
			delete(n.waiting, f)
		}
		n.mu.Unlock()
		if !news {
			return
		}
	}
}

// startProgress reports whether progress is to be shown for a folder, that is, whether it is not yet.
func (n *notifier) startProgress(f *workspace.Folder) bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.progress[f] {
		return false
	}
	n.progress[f] = true
	return true
}

func (n *notifier) endProgress(f *workspace.Folder) {
	n.mu.Lock()
	defer n.mu.Unlock()
	delete(n.progress, f)
}

// progress is a $/progress notification.
type progress struct {
	Token any           `json:"token"`
	Value progressValue `json:"value"`
}

type progressValue struct {
	Kind       string `json:"kind"`
	Title      string `json:"title,omitzero"`
	Message    string `json:"message,omitzero"`
	Percentage *int   `json:"percentage,omitzero"`
}

func progressBegin(title string) progressValue { return progressValue{Kind: "begin", Title: title} }

func progressEnd(message string) progressValue { return progressValue{Kind: "end", Message: message} }

// showProgress shows a round of indexing until it is over.
func (s *server) showProgress(f *workspace.Folder) {
	token := fmt.Sprintf("contextls/index/%d/%s", time.Now().UnixNano(), f.Root())
	if _, err := s.client.Call(s.ctx, "window/workDoneProgress/create", map[string]string{"token": token}); err != nil {
		s.logFailure(err, "the client shows no progress")
		return
	}
	send := func(v progressValue) { s.client.Notify("$/progress", progress{token, v}) }
	most := 0
	begin := progressBegin("Indexing " + filepath.Base(f.Root()))
	begin.Percentage = &most
	send(begin)
	tick := time.NewTicker(progressEvery)
	defer tick.Stop()
	status := f.Status()
	for status.State == workspace.Indexing && s.has(f) {
		if status.Total > 0 {
			percentage := max(most, min(100, 100*status.Done/status.Total))
			most = percentage
			send(progressValue{Kind: "report", Message: fmt.Sprintf("%d/%d files", status.Done, status.Total), Percentage: &percentage})
		}
		select {
		case <-tick.C:
		case <-s.ctx.Done():
			return
		}
		status = f.Status()
	}
	send(progressEnd(fmt.Sprintf("%d files", len(f.Snapshot().Files()))))
}

// debouncer calls a function once things have been quiet for a while.
type debouncer struct {
	quiet time.Duration
	call  func()

	mu      sync.Mutex
	timer   *time.Timer
	stopped bool
}

func newDebouncer(quiet time.Duration, call func()) *debouncer {
	return &debouncer{quiet: quiet, call: call}
}

// poke says that something happened.
func (d *debouncer) poke() {
	d.mu.Lock()
	defer d.mu.Unlock()
	switch {
	case d.stopped:
	case d.timer == nil:
		d.timer = time.AfterFunc(d.quiet, d.call)
	default:
		d.timer.Reset(d.quiet)
	}
}

func (d *debouncer) stop() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.stopped = true
	if d.timer != nil {
		d.timer.Stop()
	}
}
