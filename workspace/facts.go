package workspace

import (
	"context"
	"sync/atomic"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/workspace/parse"
	"github.com/contextls/contextls/workspace/secret"
)

// keptFacts is how many contents' Facts are remembered, the last ones extracted, so that an undo or a switch
// back to a branch parses little. Those of one content are a few kilobytes; the files of a folder hold
// their own besides.
const keptFacts = 1024

// factCache extracts Facts once for each content and language. It is safe for concurrent use.
type factCache struct {
	pool *parse.Pool
	read *lru.Cache[factKey, extracted]
	disk atomic.Pointer[cache] // nil: nothing is kept on disk, or not yet
}

type factKey struct {
	hash        Hash
	language    string
	showSecrets bool
}

// extracted is what extracting Facts came to: Facts, or what the content itself is at fault for.
type extracted struct {
	facts   *analysis.Facts // without the secrets
	secrets []secret.Finding
	err     error
}

func newFactCache(pool *parse.Pool) *factCache {
	read, err := lru.New[factKey, extracted](keptFacts)
	if err != nil {
		panic(err) // of a size below 1
	}
	return &factCache{pool: pool, read: read}
}

// kept is what is kept on disk.
func (c *factCache) kept() cache {
	if kept := c.disk.Load(); kept != nil {
		return *kept
	}
	return cache{}
}

// source is a text whose Facts are wanted.
type source struct {
	language    *analysis.Language
	hash        Hash // of the text
	text        []byte
	showSecrets bool
	keep        bool // its Facts are worth keeping on disk
}

func (s *source) key() factKey { return factKey{s.hash, s.language.ID, s.showSecrets} }

// get gives what is known of a content. What interrupted an extraction is not remembered, what the content is at
// fault for is. If it takes long, slow is called.
func (c *factCache) get(ctx context.Context, s source, slow func()) extracted {
	if e, known := c.known(s); known {
		return e
	}
	facts, err := c.pool.Extract(ctx, s.language, s.text, slow)
	e := extracted{facts: facts, err: err}
	if err != nil && !parse.AtFault(err) {
		return e
	}
	kept := c.kept()
	keep := s.keep && kept.Cache != nil && kept.current()
	if keep && err != nil && parse.Costly(err) {
		kept.Put(kept.failureKey(s.language.ID, s.hash, time.Now()), e.encode())
	}
	if facts != nil && (!s.showSecrets || keep) {
		read := secret.Read(string(s.text))
		if !s.showSecrets {
			e.redact(read)
		}
		// What shows secrets is not for the disk.
		if keep && (len(read.Found) == 0 || !s.showSecrets && discreet(facts, read)) {
			kept.Put(kept.factsKey(s.language.ID, s.hash), e.encode())
		}
	}
	return c.remember(s, e)
}

// remember takes in what a content came to. Another extraction may have been faster: equal Facts are one value, so
// that linking sees no change.
func (c *factCache) remember(s source, e extracted) extracted {
	if first, known, _ := c.read.PeekOrAdd(s.key(), e); known {
		return first
	}
	return e
}

// known is what a content came to, if it was extracted not long ago or is kept. It needs no text.
func (c *factCache) known(s source) (extracted, bool) {
	if e, known := c.read.Get(s.key()); known {
		return e, true
	}
	kept := c.kept()
	if kept.Cache == nil {
		return extracted{}, false
	}
	value := kept.Get(kept.factsKey(s.language.ID, s.hash))
	if value == nil {
		value = kept.Get(kept.failureKey(s.language.ID, s.hash, time.Now()))
	}
	if value == nil {
		return extracted{}, false
	}
	e, err := decodeExtracted(value)
	if err != nil {
		kept.Damaged(err)
		return extracted{}, false
	}
	if s.showSecrets && len(e.secrets) > 0 {
		return extracted{}, false
	}
	return c.remember(s, e), true
}

// What a symbol's signature and documentation are made of stands within nearSymbol bytes of its beginning. With more than mostNear
// secrets there, and thousands of symbols, to look for each would take minutes.
const (
	nearSymbol = 16 << 10
	mostNear   = 100
)

// redact takes in the secrets of a text, and replaces what signatures, documentation and names have of them; where
// there are too many to look for each, a name is all that is left. References are compared, and never shown.
func (e *extracted) redact(read secret.Text) {
	if e.secrets = read.Found; len(e.secrets) == 0 {
		return
	}
	for i := range e.facts.Symbols {
		s := &e.facts.Symbols[i]
		start := int(s.Range.Start)
		near := read.Near(start-nearSymbol, start+len(s.Signature)+len(s.Doc)+nearSymbol)
		if len(near.Found) > mostNear {
			near.Found = nil
			s.Signature, s.Doc = s.Name, ""
		}
		for _, field := range []*string{&s.Signature, &s.Doc, &s.Name, &s.Container} {
			*field = near.Hide(*field)
		}
	}
	if len(read.Found) > mostNear {
		read.Found = nil // what stands in an import says by its form what it is
	}
	for i := range e.facts.Imports {
		specifier := &e.facts.Imports[i].Specifier
		*specifier = read.Hide(*specifier)
	}
}
