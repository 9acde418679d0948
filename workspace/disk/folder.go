package disk

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"runtime"
	"sync"
	"time"

	"github.com/contextls/contextls/workspace/ignore"
)

// MaxLong is the size, in bytes, of the largest file that is read where only some of it is kept.
const MaxLong = 16 << 20

// DefaultMaxBytes is the size above which a text is more likely data than something to read, and MaxHandwritten the one above which it is
// nothing that people write by hand.
const (
	DefaultMaxBytes = 1 << 20
	MaxHandwritten  = 4 << 20
)

// foldsCase reports whether names on this system usually differ by more than case. It decides where git
// does not say.
const foldsCase = runtime.GOOS == "windows" || runtime.GOOS == "darwin"

// Options say what is left out of a folder.
type Options struct {
	MaxBytes int64                  // size of the largest file that is read; 0: DefaultMaxBytes
	Ignore   []string               // further globs to leave out, in gitignore syntax
	Skip     []string               // names of directories that are never entered; nil: ignore.DefaultSkip()
	Allow    []string               // globs of paths that are no secrets, whatever they are called
	IsSource func(path string) bool // whether a path is source code by its name; nil: none is
	IsLong   func(path string) bool // whether a path is listed up to MaxLong, and not only up to MaxBytes; nil: none is
	// IsHandwritten reports whether source code above MaxBytes, up to MaxHandwritten, is read all the same; nil: none is.
	IsHandwritten func(path string, text []byte) bool
	Awaited       bool          // the folder need not be there yet: Reopen finds it once it is
	Settle        time.Duration // how far apart changes surely have different times; 0: DefaultSettle
}

// Folder is one folder on disk. It is safe for concurrent use.
type Folder struct {
	path        string
	max         int64
	settings    *ignore.Globs
	skip        []string
	allow       *ignore.Globs
	isSource    func(string) bool
	isLong      func(string) bool
	handwritten func(path string, text []byte) bool // may be nil
	settle      time.Duration

	mu     sync.Mutex
	tree   *Tree  // the directory; nil while there is none…
	absent error  // …which this says the reason of
	rules  *rules // those in force; replaced by each scan

	verdicts sync.Map // secret.Verdict on the name of each directory, by path
}

// Open opens a folder. An error names the option or says why the folder cannot be opened.
func Open(path string, o Options) (*Folder, error) {
	f := &Folder{path: path, max: o.MaxBytes, skip: o.Skip, isSource: o.IsSource, isLong: o.IsLong, handwritten: o.IsHandwritten, absent: fs.ErrNotExist, settle: cmp.Or(o.Settle, DefaultSettle)}
	if f.max <= 0 {
		f.max = DefaultMaxBytes
	}
	if f.isSource == nil {
		f.isSource = func(string) bool { return false }
	}
	if f.isLong == nil {
		f.isLong = func(string) bool { return false }
	}
	var err error
	if f.settings, err = ignore.CompileGlobs(o.Ignore, foldsCase); err != nil {
		return nil, fmt.Errorf("ignore: %w", err)
	}
	if f.allow, err = ignore.CompileGlobs(o.Allow, foldsCase); err != nil {
		return nil, fmt.Errorf("allow: %w", err)
	}
	if _, err := f.Reopen(); err != nil && !o.Awaited {
		return nil, err
	}
	return f, nil
}

// Close gives the folder back to the system; whatever is asked afterwards fails.
func (f *Folder) Close() error {
	tree, err := f.dir()
	if err != nil {
		return nil
	}
	return tree.Close()
}

// Entry is something in the folder.
type Entry struct {
	Path  string
	Stamp Stamp
	IsDir bool
}

// ErrNotFile says that a path is something else than a regular file.
var ErrNotFile = errors.New("not a regular file")

// Stat looks at a path without following links. It fails with ErrNotFile where something else than a
// file is; the Entry is right nevertheless.
func (f *Folder) Stat(path string) (Entry, error) {
	there, err := f.lstat(path)
	if err != nil {
		return Entry{Path: path}, err
	}
	entry := Entry{Path: path, Stamp: there.stamp, IsDir: there.mode.IsDir()}
	if !there.mode.IsRegular() {
		return entry, ErrNotFile
	}
	return entry, nil
}
