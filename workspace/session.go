package workspace

import (
	"context"
	"log/slog"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/workspace/disk"
	"github.com/contextls/contextls/workspace/parse"
	"github.com/contextls/contextls/workspace/problem"
)

// Options say how a session works.
type Options struct {
	Languages    []*analysis.Language
	Parse        parse.Options
	MaxFileBytes int64         // what is larger is not read; 0: DefaultMaxFileBytes
	Ignore       []string      // further globs of paths to leave out, gitignore-style
	Skip         []string      // names of directories that are never entered; nil: ignore.DefaultSkip()
	Allow        []string      // globs of paths that are no secrets, whatever they are called
	ShowSecrets  bool          // do not replace the secrets that texts hold
	Watch        bool          // follow changes on disk
	Poll         time.Duration // between two looks at what cannot be watched, such as the folder itself; 0: 3 s
	History      int           // how many of the last commits to read for co-change; 0: none
	Log          *slog.Logger
	Problems     *problem.List // takes what goes wrong in the program itself; nil: nobody does

	// ForFolder may change what is left out, MaxFileBytes and Poll for the folder at a root. May be nil.
	ForFolder func(root string, o *Options)

	// OnStatus is told of every change of a folder's state or files and of progress in indexing, from a goroutine
	// of the folder's own. May be nil.
	OnStatus func(*Folder, Status)
}

// DefaultMaxFileBytes is the size, in bytes, above which a file is more likely data than something to read.
const DefaultMaxFileBytes = disk.DefaultMaxBytes

// defaultPoll is soon enough for a person, and costs nothing to speak of.
const defaultPoll = 3 * time.Second

// Session is everything that is open: folders and documents. It is safe for concurrent use.
type Session struct {
	opts  Options
	langs *languages
	pool  *parse.Pool
	facts *factCache

	stopping sync.WaitGroup // folders that are forgotten but not yet at rest

	mu        sync.Mutex
	folders   []*Folder // the longest root first
	documents map[string]*Document
}

// NewSession makes a session without folders. Close ends it.
func NewSession(opts Options) *Session {
	opts.Parse.Log = opts.Log
	pool := parse.NewPool(opts.Parse)
	return &Session{opts: opts, langs: newLanguages(opts.Languages), pool: pool, facts: newFactCache(pool), documents: map[string]*Document{}}
}

// Close ends indexing, watching and the parse workers.
func (s *Session) Close() {
	for _, f := range s.Folders() {
		s.RemoveFolder(f.Root())
	}
	s.stopping.Wait()
	s.pool.Close()
}

// AddFolder begins to index the folder at an absolute path, and returns at once. Adding one twice
// changes nothing. The error says why the folder cannot be opened; one that is watched need not be there
// yet, and is degraded until it is.
func (s *Session) AddFolder(root string) (*Folder, error) {
	root = filepath.Clean(root)
	for _, f := range s.Folders() {
		if f.root == root {
			return f, nil
		}
	}
	opts := s.opts
	if opts.ForFolder != nil {
		opts.ForFolder(root, &opts)
	}
	if opts.Poll <= 0 {
		opts.Poll = defaultPoll
	}
	if opts.MaxFileBytes <= 0 {
		opts.MaxFileBytes = DefaultMaxFileBytes
	}
	d, err := disk.Open(root, disk.Options{
		MaxBytes: opts.MaxFileBytes,
		Ignore:   opts.Ignore,
		Skip:     opts.Skip,
		Allow:    opts.Allow,
		Awaited:  opts.Watch,
		IsSource: func(p string) bool { return s.langs.of(p, "") != nil || s.langs.isManifest(p) },
	})
	if err != nil {
		return nil, err
	}
	f := newFolder(s, root, d, opts)
	s.mu.Lock()
	s.folders = append(s.folders, f)
	slices.SortStableFunc(s.folders, func(a, b *Folder) int { return len(b.root) - len(a.root) })
	for path, doc := range s.documents {
		if rel, ok := f.Rel(path); ok {
			f.setDocument(rel, doc)
		}
	}
	s.mu.Unlock()
	f.start()
	return f, nil
}

// RemoveFolder forgets a folder. It waits for nothing; snapshots of the folder stay good.
func (s *Session) RemoveFolder(root string) {
	root = filepath.Clean(root)
	s.mu.Lock()
	i := slices.IndexFunc(s.folders, func(f *Folder) bool { return f.root == root })
	if i < 0 {
		s.mu.Unlock()
		return
	}
	f := s.folders[i]
	s.folders = slices.Delete(slices.Clone(s.folders), i, i+1)
	s.mu.Unlock()
	s.stopping.Go(f.stop)
}

// Folders are the open folders, the longest root first.
func (s *Session) Folders() []*Folder {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.folders)
}

// FolderOf finds the folder that an absolute path belongs to, of nested ones the innermost, and the
// path relative to it.
func (s *Session) FolderOf(path string) (f *Folder, rel string, ok bool) {
	for _, f := range s.Folders() {
		if rel, ok := f.Rel(path); ok {
			return f, rel, true
		}
	}
	return nil, "", false
}

// Open takes in a document that was opened in the editor. It replaces whatever was open at the path.
func (s *Session) Open(path, languageID string, version int32, text string) {
	s.set(path, newDocument(languageID, version, text))
}

// Edit takes in a new version of an open document; it does nothing if none is open at the path. It costs
// no more in a large folder than in a small one, and does not ask the disk.
func (s *Session) Edit(path string, version int32, text string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	before := s.documents[path]
	if before == nil {
		return
	}
	doc := before.next(version, text)
	s.documents[path] = doc
	s.eachFolder(path, func(f *Folder, rel string) { f.edit(rel, doc) })
}

// CloseDocument forgets the text of a document: from now on the file on disk counts.
func (s *Session) CloseDocument(path string) { s.set(path, nil) }

// Document is the open document at a path, nil when there is none.
func (s *Session) Document(path string) *Document {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.documents[path]
}

func (s *Session) set(path string, doc *Document) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if before := s.documents[path]; before != nil {
		before.replace()
	} else if doc == nil {
		return
	}
	if doc == nil {
		delete(s.documents, path)
	} else {
		s.documents[path] = doc
	}
	s.eachFolder(path, func(f *Folder, rel string) { f.setDocument(rel, doc) })
}

// eachFolder calls what for each folder that a path lies in: of nested ones, each sees an open text. It
// needs the lock.
func (s *Session) eachFolder(path string, what func(f *Folder, rel string)) {
	for _, f := range s.folders {
		if rel, ok := f.Rel(path); ok {
			what(f, rel)
		}
	}
}

// DiskChanged takes in that files may have changed on disk: what is said of absolute paths by an
// editor that saves, renames or watches.
func (s *Session) DiskChanged(paths []string) {
	for _, f := range s.Folders() {
		var rels []string
		for _, p := range paths {
			if rel, ok := f.Rel(p); ok {
				rels = append(rels, rel)
			}
		}
		if len(rels) > 0 {
			f.refresh(rels, false)
		}
	}
}

// Ready waits until no folder is indexing.
func (s *Session) Ready(ctx context.Context) error {
	for _, f := range s.Folders() {
		if err := f.Ready(ctx); err != nil {
			return err
		}
	}
	return nil
}
