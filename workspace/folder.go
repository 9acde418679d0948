package workspace

import (
	"context"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/workspace/disk"
	"github.com/contextls/contextls/workspace/git"
)

// Folder is one workspace folder: what is in it now.
//
// One goroutine (run, in index.go) takes in all that happens on disk, in order; documents are taken in
// where they come from. Both replace entries of the list of files, never change one.
type Folder struct {
	session *Session
	root    string
	opts    Options // the session's, as they are for this folder
	disk    *disk.Folder

	realRoot atomic.Pointer[string] // root without links

	work   chan struct{}  // wakes run; holds at most one token
	syncs  chan chan bool // asks run to take in what the watcher knows by now
	ctx    context.Context
	cancel context.CancelFunc
	ended  chan struct{}

	lookout *lookout // that of all folders that see the same here

	headText string          // what git said last is of; run's own
	reading  *historyReading // one that takes longer than the folder waits; run's own
	absent   bool            // there is no such folder on disk; run's own, as are…
	moves    int             // …those of the lookout that were taken in, and…
	looked   time.Time       // …when the last of what was looked at was told
	memory   memory          // of an earlier run, until its files have been read; run's own
	whole    bool            // all files were read once; run's own, as is…
	saved    bool            // …that this was saved
	untried  []string        // those of forbidden whose turn is still to come; run's own
	keptAt   int64           // when the root had been used last when the graph was kept; run's own, as are…
	restedAt int64           // …the same when the folder last was to rest, and…
	had      int64           // …how many bytes of Facts had been read when it last did; 0: it never has

	site *site // that of all folders at this root

	texts texts // what Text gave

	keeping sync.Mutex // one graph at a time

	listings atomic.Uint64 // so far; only list adds, under the lock

	mu           sync.Mutex
	files        *fileList
	excluded     map[string]string    // path → reason; not to be changed once a snapshot has it
	forbidden    map[string]bool      // those of them that the system does not let us read
	documents    map[string]*Document // what is open in the editor, left out or not
	neighbours   neighbours           // of what is listed or open
	dirty        map[string]time.Time // paths to look at again, and when that was told
	hurried      []*File              // to be read before other files
	refused      map[string]memo      // files that were left out for what is in them
	linked       linked               // the newest graph, to be kept
	ahead        chan graphPage       // gives what is kept of a graph, read ahead, once; nil: nothing is
	keptParts    []part               // of the graph that is kept; nil: none, or of no use
	besideKept   bool                 // something is kept beside it…
	keptBeside   keptBeside           // …which this is, as an earlier run has left it
	beside       beside               // of the newest graph of which there is something, to be kept
	readings     Readings
	unsaved      bool      // there is more to remember than was saved
	rescan       time.Time // when it was told to look at everything; zero: it was not
	status       Status
	reported     time.Time     // Status.Updated as OnStatus last saw it
	idle         chan struct{} // closed when there is nothing left to take in
	snapshot     *Snapshot     // the present one, once somebody asked
	snapshots    uint64        // taken so far
	taken        bool          // a snapshot has excluded
	attachments  attachments
	newest       *analysis.Graph // guarded by the site's token
	commits      []git.Commit
	written      *Written
	head         string // the commit checked out…
	headSays     string // …as git.HeadText had it when commits were read; "": that cannot be told
	gitRead      bool
	beyond       int           // how many files are not read since there are too many
	gitProblems  []string      // what does not work as it should…
	scanProblems []string      // …for a person to read
	retry        time.Duration // how long files whose extraction was interrupted wait for the next try; 0: there are none
	retrying     *time.Timer
	gitFailed    bool          // the history could not be read, and perhaps can be another time
	look         time.Duration // how long a folder that could not be looked at waits for the next try; 0: it could
	looking      *time.Timer
}

func newFolder(s *Session, root string, d *disk.Folder, opts Options) *Folder {
	ctx, cancel := context.WithCancel(context.Background())
	f := &Folder{session: s, root: root, opts: opts, disk: d, ctx: ctx, cancel: cancel,
		work: make(chan struct{}, 1), syncs: make(chan chan bool), ended: make(chan struct{}), files: newFileList(nil),
		excluded: map[string]string{}, forbidden: map[string]bool{}, dirty: map[string]time.Time{}, refused: map[string]memo{}, documents: map[string]*Document{}, neighbours: neighbours{}, rescan: time.Now(), idle: make(chan struct{}),
		status: Status{State: Indexing, Updated: time.Now()}}
	if s.opts.Shared != nil {
		s.opts.Shared.enter(f)
	} else {
		f.site, f.lookout = newSite(), newLookout(root, d, opts, opts.Log)
		f.lookout.enter(f)
	}
	f.setRealRoot()
	return f
}

// setRealRoot finds out where the folder's path leads.
func (f *Folder) setRealRoot() {
	real := follow(f.root)
	f.realRoot.Store(&real)
}

// Root is the folder's absolute path.
func (f *Folder) Root() string { return f.root }

// Abs is the absolute path of a file in the folder.
func (f *Folder) Abs(rel string) string { return filepath.Join(f.root, filepath.FromSlash(rel)) }

// Rel is an absolute path relative to the folder, with forward slashes; ok if it lies inside.
func (f *Folder) Rel(abs string) (rel string, ok bool) { return Rel(f.root, abs) }

// Status is what the folder is doing.
func (f *Folder) Status() Status {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.status
}

// Readings count the files of a folder that were taken in from disk so far.
type Readings struct {
	Read     int // opened and read
	Recalled int // not, because they are as an earlier run has read them
}

// Readings are how many files were taken in so far.
func (f *Folder) Readings() Readings {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.readings
}

// Cached is how many bytes are kept on disk of all folders; ok is false where nothing is to be kept.
func (f *Folder) Cached() (bytes int64, ok bool) {
	kept := f.session.facts.kept()
	if kept.Cache == nil {
		return 0, false
	}
	info, err := kept.Info()
	return info.Bytes, err == nil
}

// Settled reports whether the folder has taken in all it knows to have changed.
func (f *Folder) Settled() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	select {
	case <-f.idle:
		return true
	default:
		return false
	}
}

// Ready waits until the folder has taken in all it knows to have changed, or is closed and takes in no more.
func (f *Folder) Ready(ctx context.Context) error {
	f.mu.Lock()
	idle := f.idle
	f.mu.Unlock()
	select {
	case <-idle:
		return nil
	case <-f.ended:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (f *Folder) start() {
	f.wake()
	go f.run()
}

// stop ends what the folder does by itself. Its handle on the disk is left to the snapshots that still
// read from it; the garbage collector closes it after the last.
func (f *Folder) stop() {
	f.cancel()
	<-f.ended
	if shared := f.session.opts.Shared; shared == nil || shared.leave(f) {
		f.lookout.unwatch()
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, timer := range []*time.Timer{f.retrying, f.looking} {
		if timer != nil {
			timer.Stop()
		}
	}
}

// used notes that somebody works with the folder, and tells the watcher.
func (f *Folder) used() {
	f.site.used.Store(time.Now().UnixNano())
	f.lookout.used()
}

func (f *Folder) wake() {
	select {
	case f.work <- struct{}{}:
	default:
	}
}

// refresh has the paths looked at again, or everything.
func (f *Folder) refresh(paths []string, all bool) {
	f.refreshAt(paths, all || slices.ContainsFunc(paths, f.disk.IsRule), time.Now()) // which may look at the disk: not under the lock
}

// refreshAt is refresh of what has happened before a time.
func (f *Folder) refreshAt(paths []string, all bool, told time.Time) {
	f.mu.Lock()
	if all {
		f.rescan = latest(f.rescan, told)
	}
	for _, p := range paths {
		f.dirty[p] = latest(f.dirty[p], told)
	}
	select {
	case <-f.idle:
		f.idle = make(chan struct{})
	default:
	}
	f.mu.Unlock()
	f.wake()
}

// setStatus changes the status and reports it.
func (f *Folder) setStatus(change func(*Status)) {
	f.mu.Lock()
	before := f.status
	before.Updated = f.reported
	change(&f.status)
	status := f.status
	f.reported = status.Updated
	f.snapshot = nil
	f.mu.Unlock()
	if f.session.opts.OnStatus != nil && (before.State != status.State || before.Done != status.Done ||
		before.Total != status.Total || !before.Updated.Equal(status.Updated) || !slices.Equal(before.Degraded, status.Degraded)) {
		f.session.opts.OnStatus(f, status)
	}
}
