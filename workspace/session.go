package workspace

import (
	"context"
	"log/slog"
	"maps"
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
	MaxFileBytes int64         // what is larger is not read; 0: DefaultMaxFileBytes, and of what people wrote up to disk.MaxHandwritten
	MaxFiles     int           // of more the deepest are not read; 0: DefaultMaxFiles
	Ignore       []string      // further globs of paths to leave out, gitignore-style
	Skip         []string      // names of directories that are never entered; nil: ignore.DefaultSkip()
	Allow        []string      // globs of paths that are no secrets, whatever they are called
	ShowSecrets  bool          // do not replace the secrets that texts hold
	Watch        bool          // follow changes on disk
	Poll         time.Duration // between two looks at what cannot be watched, such as the folder itself; 0: 3 s
	Cache        Cache         // what is kept on disk from one run to the next; the first folder's counts
	History      int           // how many of the last commits to read for co-change; 0: none
	Log          *slog.Logger
	Environment  []string      // what commands run in and package managers go by, as os.Environ gives it; nil: the process' own
	Shared       *Shared       // what other sessions have, too; Parse is not looked at then. nil: nothing
	Problems     *problem.List // takes what goes wrong in the program itself; nil: nobody does

	settle   time.Duration // for disk.Options
	patience time.Duration // for the history; 0: as history.go has it

	// ForFolder may change what is left out, MaxFileBytes, MaxFiles and Poll for the folder at a root. May be nil.
	ForFolder func(root string, o *Options)

	// OnStatus is told of every change of a folder's state or files and of progress in indexing, from a goroutine
	// of the folder's own. May be nil.
	OnStatus func(*Folder, Status)
}

// readsHandwritten reports whether code that people wrote is read up to disk.MaxHandwritten: unless somebody said another bound.
func (o *Options) readsHandwritten() bool { return o.MaxFileBytes == DefaultMaxFileBytes }

// DefaultMaxFileBytes is the size, in bytes, above which a file is more likely data than something to read.
const DefaultMaxFileBytes = disk.DefaultMaxBytes

// defaultPoll is soon enough for a person, and costs nothing to speak of.
const defaultPoll = 3 * time.Second

// Session is everything that is open: folders and documents. It is safe for concurrent use.
type Session struct {
	opts  Options
	langs *languages
	pool  *parse.Pool
	facts *factCache // nil while there was no folder, and others may share it

	stopping sync.WaitGroup // folders that are forgotten but not yet at rest

	mu        sync.Mutex
	folders   []*Folder               // the longest root first
	documents map[string]openDocument // by the path that the editor says
}

// NewSession makes a session without folders. Close ends it.
func NewSession(opts Options) *Session {
	opts.Parse.Log = opts.Log
	s := &Session{opts: opts, langs: newLanguages(opts.Languages), documents: map[string]openDocument{}}
	if opts.Shared != nil {
		s.pool = opts.Shared.pool
	} else {
		s.pool = parse.NewPool(opts.Parse)
		s.facts = newFactCache(s.pool)
	}
	return s
}

// Close ends indexing, watching and the parse workers, unless these are shared.
func (s *Session) Close() {
	for _, f := range s.Folders() {
		s.RemoveFolder(f.Root())
	}
	s.stopping.Wait()
	s.mu.Lock()
	facts := s.facts
	s.mu.Unlock()
	if facts != nil {
		facts.kept().Flush()
	}
	if s.opts.Shared == nil {
		s.pool.Close()
	}
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
	if opts.MaxFiles <= 0 {
		opts.MaxFiles = DefaultMaxFiles
	}
	var handwritten func(string, []byte) bool
	if opts.readsHandwritten() {
		handwritten = func(p string, text []byte) bool { return isHandwritten(s.langs.of(p, ""), text) }
	}
	d, err := disk.Open(root, disk.Options{
		MaxBytes: opts.MaxFileBytes,
		Ignore:   opts.Ignore,
		Skip:     opts.Skip,
		Allow:    opts.Allow,
		Awaited:  opts.Watch,
		Settle:   opts.settle,
		IsSource: func(p string) bool { return s.langs.of(p, "") != nil || s.langs.isManifest(p) },
		IsLong:   s.langs.isLong,

		IsHandwritten: handwritten,
	})
	if err != nil {
		return nil, err
	}
	f := newFolder(s, root, d, opts)
	s.mu.Lock()
	if s.facts == nil {
		s.facts = opts.Shared.cache(opts.Cache, opts.Log)
	}
	if s.facts.disk.Load() == nil {
		kept := opts.Cache.open(opts.Log)
		s.facts.disk.Store(&kept)
	}
	s.folders = append(s.folders, f)
	slices.SortStableFunc(s.folders, func(a, b *Folder) int { return len(b.root) - len(a.root) })
	for _, path := range slices.Sorted(maps.Keys(s.documents)) {
		doc := s.documents[path]
		if rel, ok := f.place(path, doc.real); ok {
			f.setDocument(rel, doc.Document)
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

// Open takes in a document that was opened in the editor. It replaces whatever was open at the path. Of a file that
// is open under several names, which links make, the text counts that was opened or edited last.
func (s *Session) Open(path, languageID string, version int32, text string) {
	s.set(path, newDocument(languageID, version, text))
}

// Edit takes in a new version of an open document; it does nothing if none is open at the path. It costs
// no more in a large folder than in a small one, and does not ask the disk.
func (s *Session) Edit(path string, version int32, text string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	before, known := s.documents[path]
	if !known {
		return
	}
	doc := openDocument{before.next(version, text), before.real}
	s.documents[path] = doc
	s.eachFolder(path, doc.real, func(f *Folder, rel string) { f.edit(rel, doc.Document) })
}

// CloseDocument forgets the text of a document: from now on the file on disk counts.
func (s *Session) CloseDocument(path string) { s.set(path, nil) }

// Document is the open document at a path, nil when there is none.
func (s *Session) Document(path string) *Document {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.documents[path].Document
}

func (s *Session) set(path string, doc *Document) {
	real := follow(path) // which may look at the disk: not under the lock
	s.mu.Lock()
	defer s.mu.Unlock()
	before, known := s.documents[path]
	if known {
		before.replace()
		real = before.real
	} else if doc == nil {
		return
	}
	if doc != nil {
		s.documents[path] = openDocument{doc, real}
	} else {
		delete(s.documents, path)
		doc = s.other(real)
	}
	s.eachFolder(path, real, func(f *Folder, rel string) { f.setDocument(rel, doc) })
}

// other is a document that is open under another name of a file, nil where there is none. It needs the lock.
func (s *Session) other(real string) *Document {
	for _, path := range slices.Sorted(maps.Keys(s.documents)) {
		if doc := s.documents[path]; doc.real == real {
			return doc.Document
		}
	}
	return nil
}

// eachFolder calls what for each folder that a file lies in: of nested ones, each sees an open text. It
// needs the lock.
func (s *Session) eachFolder(path, real string, what func(f *Folder, rel string)) {
	for _, f := range s.folders {
		if rel, ok := f.place(path, real); ok {
			what(f, rel)
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
