package workspace

import (
	"log/slog"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"weak"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/workspace/parse"
	"github.com/contextls/contextls/workspace/secret"
)

// Shared is what sessions of one process have in common: parse workers, the Facts of each content, which are there once, and what
// is known of a folder that several have open. It is safe for concurrent use.
type Shared struct {
	pool *parse.Pool
	log  *slog.Logger

	mu    sync.Mutex
	facts map[Cache]*factCache
	sites map[string]*site // by root
}

// NewShared begins with nothing. Close ends the workers, after the sessions.
func NewShared(opts parse.Options) *Shared {
	return &Shared{pool: parse.NewPool(opts), log: opts.Log, facts: map[Cache]*factCache{}, sites: map[string]*site{}}
}

// Close ends the parse workers.
func (s *Shared) Close() { s.pool.Close() }

// cache are the Facts of those whose cache on disk is the same.
func (s *Shared) cache(c Cache, log *slog.Logger) *factCache {
	s.mu.Lock()
	defer s.mu.Unlock()
	facts := s.facts[c]
	if facts == nil {
		facts = newFactCache(s.pool)
		facts.living = &living{known: map[factKey]alive{}}
		kept := c.open(log)
		facts.disk.Store(&kept)
		s.facts[c] = facts
	}
	return facts
}

// site is a root that folders of sessions are at.
type site struct {
	linking   chan struct{}   // one token: who has it may link
	reopened  *analysis.Graph // what was linked last, if that was to rest; guarded by the token
	used      atomic.Int64    // when somebody last worked with a folder here, in Unix nanoseconds
	histories readHistories

	mu          sync.Mutex
	folders     []*Folder
	lookouts    []*lookout
	attachments attachments
}

func newSite() *site {
	return &site{linking: oneToken(), histories: newReadHistories()}
}

// oneToken is a channel that holds one, for those who take turns.
func oneToken() chan struct{} {
	c := make(chan struct{}, 1)
	c <- struct{}{}
	return c
}

// enter puts a folder at its site, where others may be.
func (s *Shared) enter(f *Folder) {
	s.mu.Lock()
	defer s.mu.Unlock()
	at := s.sites[f.root]
	if at == nil {
		at = newSite()
		s.sites[f.root] = at
	}
	at.mu.Lock()
	defer at.mu.Unlock()
	at.folders = append(at.folders, f)
	f.site = at
	i := slices.IndexFunc(at.lookouts, func(l *lookout) bool { return l.suits(f.opts) })
	if i < 0 {
		i = len(at.lookouts)
		at.lookouts = append(at.lookouts, newLookout(f.root, f.disk, f.opts, s.log))
	} else {
		f.disk = at.lookouts[i].disk // its own was not used yet, and is closed with the garbage
	}
	f.lookout = at.lookouts[i]
	f.lookout.enter(f)
}

// leave takes a folder away, and reports whether nobody else has its lookout.
func (s *Shared) leave(f *Folder) (last bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	f.site.mu.Lock()
	defer f.site.mu.Unlock()
	f.site.folders = slices.DeleteFunc(f.site.folders, func(other *Folder) bool { return other == f })
	if last = f.lookout.leave(f); last {
		f.site.lookouts = slices.DeleteFunc(f.site.lookouts, func(l *lookout) bool { return l == f.lookout })
	}
	if len(f.site.folders) == 0 && s.sites[f.root] == f.site {
		delete(s.sites, f.root)
	}
	return last
}

// twin is another session's folder at the same root that has taken in all there is, nil where there is none.
func (f *Folder) twin() *Folder {
	f.site.mu.Lock()
	folders := slices.Clone(f.site.folders)
	f.site.mu.Unlock()
	for _, other := range folders {
		if other != f && other.Settled() {
			return other
		}
	}
	return nil
}

// SharedWith is how many other sessions of this process have the folder open, and share what is read and linked of it.
func (f *Folder) SharedWith() int {
	f.site.mu.Lock()
	defer f.site.mu.Unlock()
	return max(len(f.site.folders)-1, 0)
}

// twinGraph is the newest graph of another folder at the site, nil where there is none. It needs the site's token.
func (f *Folder) twinGraph() *analysis.Graph {
	f.site.mu.Lock()
	defer f.site.mu.Unlock()
	for _, other := range f.site.folders {
		if other != f && other.newest != nil {
			return other.newest
		}
	}
	return nil
}

// AttachedToAll is what somebody keeps under a key of theirs of all folders that sessions of the process have at this one's root. It is
// gone when the last of them is.
func (f *Folder) AttachedToAll(key any, make func() any) any {
	return f.site.attachments.attached(key, make)
}

// living are the Facts that some folder has, by content, each once.
type living struct {
	mu    sync.Mutex
	known map[factKey]alive
}

type alive struct {
	facts   weak.Pointer[analysis.LazyFacts]
	secrets []secret.Finding
}

// get is what is there of a content.
func (l *living) get(key factKey) (e extracted, known bool) {
	if l == nil {
		return e, false
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	one := l.known[key]
	e = extracted{facts: one.facts.Value(), secrets: one.secrets}
	return e, e.facts != nil && !e.facts.Lost()
}

// put takes in what a content came to, for as long as somebody has its Facts, unless there is something; it gives what is there then.
func (l *living) put(key factKey, e extracted) extracted {
	if l == nil || e.facts == nil {
		return e
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	one := l.known[key]
	if first := one.facts.Value(); first != nil && !first.Lost() {
		return extracted{facts: first, secrets: one.secrets}
	}
	l.known[key] = alive{weak.Make(e.facts), e.secrets}
	runtime.AddCleanup(e.facts, l.forget, key)
	return e
}

// forget gives the place of Facts up that are gone.
func (l *living) forget(key factKey) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.known[key].facts.Value() == nil {
		delete(l.known, key)
	}
}
