package watch

import (
	"log/slog"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"github.com/fsnotify/fsnotify"

	"github.com/contextls/contextls/workspace/disk"
)

// Batch is what changed since the batch before.
type Batch struct {
	Paths  []string // relative to the folder, with forward slashes, sorted
	Rescan bool     // events were lost: anything may have changed
}

// defaultPoll is between two looks at what cannot be watched.
const defaultPoll = 3 * time.Second

// timing says how long to wait for what.
type timing struct {
	quiet  time.Duration // without events before a batch is sent
	latest time.Duration // after its first event that a batch is sent, quiet or not
	poll   time.Duration // between two looks at what cannot be watched
	round  time.Duration // of the sweep, while something happens
}

// Watcher watches directories of one folder. It is safe for concurrent use.
type Watcher struct {
	root   string     // absolute, without links
	tree   *disk.Tree // the same; nil when it cannot be opened
	skip   func(dir string) bool
	log    *slog.Logger
	timing timing
	system system

	batches chan Batch
	wake    chan struct{} // the first of some changes was noted; holds one token
	quit    chan struct{}
	close   sync.Once
	ended   sync.WaitGroup

	mu      sync.Mutex // held for moments only
	pending pending

	used    atomic.Int64           // when something happened or somebody used the folder, in Unix nanoseconds
	deaf    bool                   // Sync's own: there is no marker, or it is not told of
	marker  atomic.Pointer[marker] // nil until the first Sync
	flush   chan chan Batch        // asks for what is ready or pending
	hurry   chan struct{}          // what is to be looked at next is due sooner than it was; holds one token
	polling atomic.Bool            // some directories are polled

	dirsMu   sync.Mutex
	dirs     map[string]*directory // by path, "" being the folder itself
	byID     map[fileID]*directory // those with a watch
	lister   disk.Lister
	queue    []*directory // the next to sweep first; may hold some that are forgotten
	handles  int          // that watches may still take
	degraded atomic.Pointer[[]string]
}

// system is what the operating system has to offer.
type system struct {
	notify *fsnotify.Watcher         // nil: it cannot watch at all
	watch  func(dir string) error    // puts a watch on an absolute path
	remote string                    // the kind of file system, if others may change it unnoticed
	loses  func(fsnotify.Event) bool // picks events that are not to arrive, in tests; may be nil
}

// pending is what was noted since the last batch.
type pending struct {
	paths       map[string]bool // true: something appeared, vanished or was renamed there
	rescan      bool
	first, last time.Time
}

// New watches directories of a folder: those that a scan found, "" being the folder itself. skip says
// which directories that appear later are not to be watched; it is called from a goroutine of the
// watcher's own. New never fails: what cannot be watched is looked at every so often, with poll 0 every
// 3 seconds. Changes made between the scan and New may be missing from the batches, so scan once more.
func New(root string, dirs []string, skip func(dir string) bool, poll time.Duration, log *slog.Logger) *Watcher {
	if poll <= 0 {
		poll = defaultPoll
	}
	notify, err := fsnotify.NewWatcher()
	s := system{notify: notify, remote: remoteFS(root), watch: func(string) error { return err }}
	if err == nil {
		s.watch = notify.Add
	}
	return start(root, dirs, skip, log, s, timing{quiet: 300 * time.Millisecond, latest: time.Second, poll: poll, round: defaultRound})
}

func start(root string, dirs []string, skip func(string) bool, log *slog.Logger, s system, t timing) *Watcher {
	if real, err := filepath.EvalSymlinks(root); err == nil {
		root = real // as events have it on some systems
	}
	w := &Watcher{root: root, skip: skip, log: log, timing: t, system: s, handles: handleBudget(),
		batches: make(chan Batch), wake: make(chan struct{}, 1), hurry: make(chan struct{}, 1), flush: make(chan chan Batch), quit: make(chan struct{}),
		pending: pending{paths: map[string]bool{}}, dirs: map[string]*directory{}, byID: map[fileID]*directory{}}
	w.used.Store(time.Now().UnixNano())
	var err error
	if w.tree, err = disk.OpenTree(root); err != nil {
		w.lost(err)
	}
	if s.notify != nil { // before the first watch, so that no event waits
		w.ended.Go(w.drain)
	}
	w.Watch(dirs)
	w.ended.Go(w.run)
	return w
}

// Batches is where batches come from. It is not closed; after Close nothing comes.
func (w *Watcher) Batches() <-chan Batch { return w.batches }

// Close ends watching. It returns when all that was started has ended.
func (w *Watcher) Close() {
	w.close.Do(func() {
		close(w.quit)
		if w.system.notify != nil {
			if err := w.system.notify.Close(); err != nil {
				w.log.Warn("closing the watcher", "error", err)
			}
		}
		w.ended.Wait()
		if w.tree != nil {
			w.tree.Close()
		}
		if m := w.marker.Load(); m != nil {
			m.Close()
		}
	})
}

// drain takes events off the system's queue as fast as they come.
func (w *Watcher) drain() {
	for {
		select {
		case event, ok := <-w.system.notify.Events:
			if !ok {
				return
			}
			if m := w.marker.Load(); m != nil && event.Name == m.Name() {
				if event.Has(fsnotify.Write) { // else it is that it has no name any more
					m.told()
				}
				continue
			}
			if w.system.loses != nil && w.system.loses(event) {
				continue
			}
			if rel, ok := w.rel(event.Name); ok {
				w.note(rel, event.Has(fsnotify.Create) || event.Has(fsnotify.Remove) || event.Has(fsnotify.Rename))
			}
		case err, ok := <-w.system.notify.Errors:
			if !ok {
				return
			}
			w.lost(err)
		}
	}
}

func (w *Watcher) rel(abs string) (string, bool) {
	rel, err := filepath.Rel(w.root, abs)
	if err != nil {
		return "", false
	}
	return filepath.ToSlash(rel), true
}

// note remembers that something happened at a path; moved when something appeared or vanished there.
func (w *Watcher) note(path string, moved bool) {
	w.mu.Lock()
	w.pending.paths[path] = w.pending.paths[path] || moved
	w.noted()
	w.mu.Unlock()
}

// lost remembers that events were lost.
func (w *Watcher) lost(err error) {
	w.log.Warn("events were lost", "root", w.root, "error", err)
	w.mu.Lock()
	w.pending.rescan = true
	w.noted()
	w.mu.Unlock()
	if m := w.marker.Load(); m != nil { // its event may be lost, too
		m.told()
	}
}

func (w *Watcher) noted() {
	w.Used()
	w.pending.last = time.Now()
	if !w.pending.first.IsZero() {
		return
	}
	w.pending.first = w.pending.last
	select {
	case w.wake <- struct{}{}:
	default:
	}
}

// rest is how long the pending changes are to wait yet.
func (w *Watcher) rest() time.Duration {
	w.mu.Lock()
	defer w.mu.Unlock()
	return min(time.Until(w.pending.last.Add(w.timing.quiet)), time.Until(w.pending.first.Add(w.timing.latest)))
}

func (w *Watcher) take() pending {
	w.mu.Lock()
	defer w.mu.Unlock()
	p := w.pending
	w.pending = pending{paths: map[string]bool{}}
	return p
}

// run makes batches of what is noted. A batch that nobody takes grows.
func (w *Watcher) run() {
	ready := map[string]bool{}
	var batch Batch
	var out chan Batch          // nil while there is no batch
	var settle <-chan time.Time // nil while nothing is pending
	poll, sweep := time.NewTimer(w.timing.poll), time.NewTimer(w.tick())
	defer poll.Stop()
	defer sweep.Stop()
	for {
		select {
		case <-w.quit:
			return
		case <-w.wake:
			settle = time.After(w.rest())
		case <-settle:
			if rest := w.rest(); rest > 0 {
				settle = time.After(rest)
				continue
			}
			settle = nil
			batch = w.flushed(ready, batch.Rescan)
			out = nil
			if len(ready) > 0 || batch.Rescan {
				out = w.batches
			}
		case reply := <-w.flush:
			reply <- w.flushed(ready, batch.Rescan)
			ready, batch, out, settle = map[string]bool{}, Batch{}, nil, nil
		case <-w.hurry:
			poll.Reset(w.timing.poll)
			sweep.Reset(w.tick())
		case <-poll.C:
			if w.polling.Load() { // else the next to be polled is told by hurry
				poll.Reset(restAfter(w.poll(), w.timing.poll, 30))
			}
		case <-sweep.C:
			sweep.Reset(restAfter(w.sweep(), w.tick(), 10))
		case out <- batch:
			ready, batch, out = map[string]bool{}, Batch{}, nil
		}
	}
}
