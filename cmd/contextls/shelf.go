package main

import (
	"context"
	"errors"
	"log/slog"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/lsp/engine"
	"github.com/contextls/contextls/lsp/settings"
	"github.com/contextls/contextls/workspace"
)

// keepFor is how long the daemon keeps a folder that nobody asks about, and how long it lives when nobody asks at all:
// as long as a person who works on something may take to ask again.
const keepFor = 10 * time.Minute

// keepMost is how many folders the daemon keeps that nobody asks about just now: whoever goes through hundreds of
// worktrees is not to fill the memory.
const keepMost = 16

// shelf has the folders that calls are about. In the daemon they stay open for the next call.
type shelf struct {
	log   *slog.Logger
	stays bool
	dir   string // where editors publish what is unsaved; the daemon's…

	shared    *workspace.Shared // …as is what all of its sessions have in common
	languages []*analysis.Language

	mu      sync.Mutex
	folders map[string]*openFolder
	ballast []byte // of a process that is done in a moment
}

// ballast is how many bytes lie beside the heap of a process that answers once. It never touches them, so that they take no
// memory, but the collector counts them and, at gcPercent, first runs when the rest of the heap has 120 MB: by then most commands
// are done.
const ballast = 96 << 20

// openFolder is one, as it is with certain settings.
type openFolder struct {
	session *workspace.Session
	folder  *workspace.Folder
	engine  *engine.Engine

	turn chan struct{} // one token: who has it may have the folder look at the disk
	read bool          // it was looked at; whoever has the turn may use it

	mu        sync.Mutex
	users     int
	used      time.Time
	followers map[*commandLine]func(workspace.Status)
}

func newShelf(log *slog.Logger, stays bool) *shelf {
	return &shelf{log: log, stays: stays, folders: map[string]*openFolder{}}
}

// share has sessions share from now on what they can.
func (s *shelf) share() error {
	opts, err := sessionOptions(s.log)
	if err != nil {
		return err
	}
	opts.Parse.Log = s.log
	s.shared, s.languages = workspace.NewShared(opts.Parse), opts.Languages
	return nil
}

// sessionOptions are those of a session that shares what it can.
func (s *shelf) sessionOptions(log *slog.Logger) (workspace.Options, error) {
	opts, err := sessionOptions(log)
	if s.shared != nil {
		opts.Shared, opts.Languages = s.shared, s.languages
	}
	return opts, err
}

// close closes all folders.
func (s *shelf) close() {
	s.sweep(func(*openFolder) bool { return true })
	if s.shared != nil {
		s.shared.Close()
	}
}

// sweep closes those folders that fit and that nobody uses.
func (s *shelf) sweep(fits func(*openFolder) bool) {
	s.mu.Lock()
	var closing []*openFolder
	for key, k := range s.folders {
		k.mu.Lock()
		if k.users == 0 && fits(k) {
			closing = append(closing, k)
			delete(s.folders, key)
		}
		k.mu.Unlock()
	}
	s.mu.Unlock()
	for _, k := range closing {
		k.session.Close()
	}
}

// tidy closes folders that were not asked about for long, until ctx ends.
func (s *shelf) tidy(ctx context.Context) {
	tick := time.NewTicker(keepFor / 10)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			s.sweep(func(k *openFolder) bool { return time.Since(k.used) > keepFor })
		case <-ctx.Done():
			return
		}
	}
}

// open is the folder at a root, for a call that is told how indexing goes. It is to be released.
func (s *shelf) open(c *commandLine, root string, conf settings.Configuration, tell func(workspace.Status)) (*openFolder, error) {
	key := keyOf(root, conf, c.saved)
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.stays && s.ballast == nil {
		s.ballast = make([]byte, ballast)
	}
	k := s.folders[key]
	if k == nil {
		var err error
		if k, err = s.read(root, conf.Values); err != nil {
			return nil, err
		}
		s.folders[key] = k
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	k.users++
	if tell != nil {
		k.followers[c] = tell
	}
	return k, nil
}

// release ends a call's use of a folder.
func (s *shelf) release(c *commandLine, k *openFolder) {
	k.mu.Lock()
	delete(k.followers, c)
	k.users--
	k.used = time.Now()
	k.mu.Unlock()
	if !s.stays {
		s.close()
		return
	}
	oldest := s.beyond(keepMost)
	s.sweep(func(k *openFolder) bool { return slices.Contains(oldest, k) })
}

// beyond are the folders that were used before so many others.
func (s *shelf) beyond(most int) []*openFolder {
	s.mu.Lock()
	defer s.mu.Unlock()
	used := map[*openFolder]time.Time{}
	for _, k := range s.folders {
		k.mu.Lock()
		used[k] = k.used
		k.mu.Unlock()
	}
	all := slices.SortedFunc(maps.Keys(used), func(a, b *openFolder) int { return used[b].Compare(used[a]) })
	return all[min(most, len(all)):]
}

// keyOf tells folders apart that are not indexed or answered for in the same way.
func keyOf(root string, conf settings.Configuration, saved bool) string {
	parts := []string{root}
	for _, e := range conf.Entries {
		parts = append(parts, e.String())
	}
	if saved {
		parts = append(parts, "saved")
	}
	return strings.Join(parts, "\x00")
}

// read opens a folder, which begins to index it.
func (s *shelf) read(root string, values settings.Values) (*openFolder, error) {
	opts, err := s.sessionOptions(s.log)
	if err != nil {
		return nil, err
	}
	k := &openFolder{engine: engine.New(values), turn: make(chan struct{}, 1), followers: map[*commandLine]func(workspace.Status){}, used: time.Now()}
	k.turn <- struct{}{}
	opts.Watch = s.stays
	opts.OnStatus = func(_ *workspace.Folder, status workspace.Status) { k.tell(status) }
	values.ApplyTo(&opts)
	k.session = workspace.NewSession(opts)
	if k.folder, err = k.session.AddFolder(root); err != nil {
		k.session.Close()
		return nil, err
	}
	return k, nil
}

func (k *openFolder) tell(status workspace.Status) {
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, tell := range k.followers {
		tell(status)
	}
}

// fresh is the folder's snapshot once it has taken in what is on disk now, and what is unsaved. When ctx's deadline
// comes first, it is of what was read by then.
func (k *openFolder) fresh(ctx context.Context, unsaved []workspace.Unsaved) (*workspace.Snapshot, error) {
	select {
	case <-k.turn:
		defer func() { k.turn <- struct{}{} }()
	case <-ctx.Done():
		return k.sofar(ctx.Err())
	}
	k.session.Borrow(unsaved)
	var err error
	if k.read {
		err = k.folder.Sync(ctx)
	} else { // it is being listed for the first time
		err = k.folder.Ready(ctx)
		k.read = err == nil
	}
	return k.sofar(err)
}

// sofar is the folder's snapshot where nothing but a deadline kept it from taking all in.
func (k *openFolder) sofar(err error) (*workspace.Snapshot, error) {
	if err != nil && !errors.Is(err, context.DeadlineExceeded) {
		return nil, err
	}
	return k.folder.Snapshot(), nil
}

// draw tells a terminal how indexing goes, nobody else.
func (c *commandLine) draw() func(workspace.Status) {
	if !c.terminal {
		return nil
	}
	return func(s workspace.Status) { drawProgress(asItIs(c.err), s) }
}
