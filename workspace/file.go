package workspace

import (
	"context"
	"crypto/sha256"
	"sync"
	"time"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/workspace/parse"
)

// Hash identifies a content: the first half of its SHA-256.
type Hash [16]byte

func hashOf(text []byte) Hash {
	sum := sha256.Sum256(text)
	return Hash(sum[:16])
}

// combine makes of two hashes one that does not depend on their order; combining twice is as never.
func (h *Hash) combine(other Hash) {
	for i, b := range other {
		h[i] ^= b
	}
}

// digestOf identifies a path with its content.
func digestOf(p string, content Hash) Hash { return hashOf(append(content[:], p...)) }

// digestAgain identifies that a path has no Facts yet, though its content could have.
func digestAgain(p string) Hash { return hashOf([]byte("again " + p)) }

// File is one file of a snapshot. It never changes.
type File struct {
	Path     string
	Language *analysis.Language // nil: listed, but not read
	Size     int64              // in bytes
	Document *Document          // the text open in the editor; nil: as on disk
	Warning  string             // why the text is not what the bytes are, or why it is listed at all
	Problem  string             // why there are no Facts although there is a language

	modTime  time.Time       // on disk
	hash     Hash            // of the text on disk, once it was read
	digest   Hash            // of path and hash
	facts    *analysis.Facts // of the text on disk
	manifest []byte          // its text, where it is a manifest
	pending  bool            // listed, not read yet
	again    bool            // its Problem is none of its own: it is to be read again
}

// Document is one version of a text that is open in the editor.
type Document struct {
	LanguageID string
	Version    int32
	Text       string

	hash func() Hash // of the text

	extracted chan struct{} // holds one token; who has it may look at or set the fields below
	facts     *analysis.Facts
	problem   string
	done      bool
}

func newDocument(languageID string, version int32, text string) *Document {
	d := &Document{LanguageID: languageID, Version: version, Text: text, extracted: make(chan struct{}, 1),
		hash: sync.OnceValue(func() Hash { return hashOf([]byte(text)) })}
	d.extracted <- struct{}{}
	return d
}

// read gives the document's Facts, extracting them when nobody did so before, or why it has none. An error is
// not the document's fault, and not remembered.
func (d *Document) read(ctx context.Context, lang *analysis.Language, facts *factCache, limit int64) (*analysis.Facts, string, error) {
	select {
	case <-d.extracted:
		defer func() { d.extracted <- struct{}{} }()
	case <-ctx.Done():
		return nil, "", ctx.Err()
	}
	if d.done {
		return d.facts, d.problem, nil
	}
	if int64(len(d.Text)) > limit {
		d.problem, d.done = "too_large", true
		return nil, d.problem, nil
	}
	f, err := facts.get(ctx, lang, d.hash(), []byte(d.Text))
	if ctx.Err() != nil {
		return nil, "", ctx.Err()
	}
	if err != nil && !parse.AtFault(err) {
		return nil, "", err
	}
	if err != nil {
		d.problem = err.Error()
	}
	d.facts, d.done = f, true
	return d.facts, d.problem, nil
}
