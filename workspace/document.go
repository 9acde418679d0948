package workspace

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/workspace/disk"
	"github.com/contextls/contextls/workspace/parse"
	"github.com/contextls/contextls/workspace/secret"
)

// Document is one version of a text that is open in the editor.
type Document struct {
	LanguageID string
	Version    int32
	Text       string    // as the editor has it
	Edited     time.Time // when it became so
	Unsaved    bool      // it is open elsewhere, and not what is on disk

	text   func() string               // as it is read: its lines end as disk.EndLines says; not worked out with each edit
	hash   func() Hash                 // of it
	slow   *atomic.Bool                // of all versions: the last one that was extracted took long
	looked atomic.Pointer[secret.Text] // the text with the secrets in it, once they were looked for

	judged      sync.Once
	handwritten bool // whether people wrote it; see tooLarge

	mu         sync.Mutex
	replaced   bool        // by another version, or closed
	extraction *extraction // the last one; nil where there was none, and after one that was no fault of the text
}

// extraction is the one of a document's Facts.
type extraction struct {
	language    *analysis.Language
	showSecrets bool
	cancel      context.CancelFunc
	slow        chan struct{} // closed when it takes long
	done        chan struct{} // closed at the end; the fields below are not written after that
	facts       *analysis.LazyFacts
	problem     string // why there are none
	err         error  // why there are none, where that is not the text's fault

	late []func() // called at the end, for those that did not wait; guarded by the document's lock
}

// errPending says that a document takes long to be read, so that nobody is kept waiting for it.
var errPending = errors.New("parse_pending")

const (
	// pause is how long a person who types in a document that takes long has to stop for it to be read.
	pause = 300 * time.Millisecond
	// patience is how long, by the clock, a document is waited for that is not known to take long.
	patience = 10 * time.Second
)

func newDocument(languageID string, version int32, text string) *Document {
	lines := sync.OnceValue(func() string { return disk.EndLines(text) })
	return &Document{LanguageID: languageID, Version: version, Text: text, Edited: time.Now(), text: lines, slow: new(atomic.Bool),
		hash: sync.OnceValue(func() Hash { return hashOf([]byte(lines())) })}
}

// next is another version of the document, which it replaces.
func (d *Document) next(version int32, text string) *Document {
	next := newDocument(d.LanguageID, version, text)
	next.slow = d.slow
	d.replace()
	return next
}

// secrets are those of the text as it is read, which is looked through once. The error is ctx's.
func (d *Document) secrets(ctx context.Context) (secret.Text, error) {
	if known := d.looked.Load(); known != nil {
		return *known, nil
	}
	read, err := secret.ReadContext(ctx, d.text())
	if err == nil {
		d.looked.Store(&read)
	}
	return read, err
}

// replace notes that the version is not open any more. What takes long is given up.
func (d *Document) replace() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.replaced = true
	if e := d.extraction; e != nil && isClosed(e.slow) {
		e.cancel()
	}
}

// tooLarge reports whether the text is one that a folder would not read.
func (d *Document) tooLarge(lang *analysis.Language, o *Options) bool {
	size := int64(len(d.Text))
	if size <= o.MaxFileBytes || size > disk.MaxHandwritten || !o.readsHandwritten() {
		return size > o.MaxFileBytes
	}
	d.judged.Do(func() { d.handwritten = isHandwritten(lang, []byte(d.Text)) })
	return !d.handwritten
}

// read gives the document's Facts, extracting them when nobody did so before, or why it has none. An error is
// not the document's fault, and not remembered; errPending is that it takes long: late is called when it is read.
func (d *Document) read(ctx context.Context, lang *analysis.Language, f *Folder, late func()) (*analysis.LazyFacts, string, error) {
	if d.tooLarge(lang, &f.opts) {
		return nil, disk.TooLarge, nil
	}
	e := d.extracting(lang, f)
	if e == nil {
		return nil, "", errPending
	}
	timer := time.NewTimer(patience)
	defer timer.Stop()
	select {
	case <-e.done:
		return e.facts, e.problem, e.err
	case <-ctx.Done():
		return nil, "", ctx.Err()
	case <-e.slow:
	case <-timer.C:
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if isClosed(e.done) {
		return e.facts, e.problem, e.err
	}
	e.late = append(e.late, late)
	return nil, "", errPending
}

// extracting is the document's extraction, which begins if there is none. It is nil for a version that was replaced
// and would take long.
func (d *Document) extracting(lang *analysis.Language, f *Folder) *extraction {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.extraction != nil && d.extraction.language == lang && d.extraction.showSecrets == f.opts.ShowSecrets {
		return d.extraction
	}
	slow := d.slow.Load()
	if slow && d.replaced {
		return nil
	}
	ctx, cancel := context.WithCancel(context.Background())
	e := &extraction{language: lang, showSecrets: f.opts.ShowSecrets, cancel: cancel,
		slow: make(chan struct{}), done: make(chan struct{})}
	if read, known := f.session.facts.known(source{language: lang, hash: d.hash(), showSecrets: e.showSecrets}); known {
		e.end(read.facts, read.err)
	} else {
		if slow {
			close(e.slow)
		}
		go d.extract(ctx, e, f)
	}
	d.extraction = e
	return e
}

// extract carries out an extraction.
func (d *Document) extract(ctx context.Context, e *extraction, f *Folder) {
	defer e.cancel()
	if isClosed(e.slow) {
		select {
		case <-time.After(pause):
		case <-ctx.Done():
		}
	}
	long := false
	facts, err := f.extract(ctx, e, d, func() {
		d.mu.Lock()
		defer d.mu.Unlock()
		long = true
		d.slow.Store(true)
		if !isClosed(e.slow) {
			close(e.slow)
		}
		if d.replaced {
			e.cancel()
		}
	})
	d.mu.Lock()
	if !long && err == nil {
		d.slow.Store(false)
	}
	e.end(facts, err)
	if e.err != nil && d.extraction == e {
		d.extraction = nil
	}
	late := e.late
	d.mu.Unlock()
	for _, tell := range late {
		tell()
	}
}

func (e *extraction) end(facts *analysis.LazyFacts, err error) {
	e.facts = facts
	if err != nil && parse.AtFault(err) {
		e.problem = err.Error()
	} else {
		e.err = err
	}
	close(e.done)
}

func isClosed(c chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}

// errBroken says that there are no Facts because of a problem of the program itself.
var errBroken = errors.New("unreadable: a problem of the program itself")

// extract gives the Facts of an open document.
func (f *Folder) extract(ctx context.Context, e *extraction, d *Document, slow func()) (facts *analysis.LazyFacts, err error) {
	defer func() {
		if value := recover(); value != nil {
			f.opts.Problems.Panicked("reading a document", value)
			facts, err = nil, errBroken
		}
	}()
	read := f.session.facts.get(ctx, source{e.language, d.hash(), d.text(), e.showSecrets, false, nil}, slow)
	return read.facts, read.err
}
