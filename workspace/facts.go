package workspace

import (
	"context"
	"math"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/hashicorp/golang-lru/v2/simplelru"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/workspace/parse"
	"github.com/contextls/contextls/workspace/secret"
)

// keptFacts is how many bytes of Facts are remembered, the last ones extracted, so that an undo or a switch
// back to a branch parses little. Those of one content are some kilobytes, but a hundred of a large file, of which each key
// makes others; the files of a folder hold their own besides.
const keptFacts = 2 << 20

// factCache extracts Facts once for each content and language. It is safe for concurrent use.
type factCache struct {
	pool *parse.Pool
	disk atomic.Pointer[cache] // nil: nothing is kept on disk, or not yet

	living *living      // nil: nobody shares it
	taken  atomic.Int64 // bytes of Facts that were read, ever, roughly

	mu         sync.Mutex
	extracting map[factKey]chan struct{} // what is read just now; closed when it was

	last  sync.Mutex // guards the two below
	read  *simplelru.LRU[factKey, remembered]
	bytes int // of the Facts in read, roughly
}

type factKey struct {
	hash        Hash
	language    string
	showSecrets bool
}

// extracted is what extracting Facts came to: Facts, or what the content itself is at fault for.
type extracted struct {
	facts   *analysis.LazyFacts // without the secrets
	secrets []secret.Finding
	err     error
}

// remembered is what was extracted, and how many bytes that took then, roughly.
type remembered struct {
	extracted
	bytes int
}

func newFactCache(pool *parse.Pool) *factCache {
	read, err := simplelru.NewLRU[factKey, remembered](math.MaxInt, nil) // bytes are counted, not contents
	if err != nil {
		panic(err) // of a size below 1
	}
	return &factCache{pool: pool, read: read, extracting: map[factKey]chan struct{}{}}
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
	text        string
	showSecrets bool
	keep        bool     // its Facts are worth keeping on disk
	among       *lookups // that it is looked up with; nil: by itself
}

// lookups have what looking up many contents, one after the other, has in common. One goroutine at a time may use them.
type lookups struct {
	room    []byte // for what the cache has of one
	decoder *analysis.Decoder
}

func newLookups() *lookups { return &lookups{decoder: analysis.NewDecoder()} }

func (s *source) key() factKey { return factKey{s.hash, s.language.ID, s.showSecrets} }

// get gives what is known of a content. What interrupted an extraction is not remembered, what the content is at
// fault for is. If it takes long, slow is called. Who reads what another one is just reading waits for that.
func (c *factCache) get(ctx context.Context, s source, slow func()) extracted {
	if s.keep { // a text that is typed is asked for by somebody who may not want to wait
		done, err := c.turn(ctx, s.key())
		if err != nil {
			return extracted{err: err}
		}
		defer done()
	}
	if e, known := c.known(s); known {
		return e
	}
	facts, encoded, err := c.pool.ExtractEncoded(ctx, s.language, s.text, slow)
	e := extracted{facts: analysis.Known(facts), err: err}
	if err != nil && !parse.AtFault(err) {
		return e
	}
	kept := c.kept()
	keep := s.keep && kept.Cache != nil && kept.current()
	if keep && err != nil && parse.Costly(err) {
		kept.Put(kept.failureKey(s.language.ID, s.hash, time.Now()), e.encode(nil))
	}
	if facts != nil && (!s.showSecrets || keep) {
		read := secret.Read(s.text)
		if !s.showSecrets {
			e.secrets = redact(facts, read)
		}
		// What shows secrets is not for the disk.
		if keep && (len(read.Found) == 0 || !s.showSecrets && discreet(facts, read)) {
			kept.Put(kept.factsKey(s.language.ID, s.hash), e.encode(encoded))
		}
	}
	return c.remember(s, e)
}

// turn waits until nobody else reads a content; done lets the next one. The error is the context's.
func (c *factCache) turn(ctx context.Context, key factKey) (done func(), err error) {
	for {
		c.mu.Lock()
		other := c.extracting[key]
		if other == nil {
			mine := make(chan struct{})
			c.extracting[key] = mine
			c.mu.Unlock()
			return func() {
				c.mu.Lock()
				defer c.mu.Unlock()
				delete(c.extracting, key)
				close(mine)
			}, nil
		}
		c.mu.Unlock()
		select {
		case <-other:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// remember takes in what a content came to. Another extraction may have been faster: equal Facts are one value, so
// that linking sees no change.
func (c *factCache) remember(s source, e extracted) extracted {
	e = c.living.put(s.key(), e)
	size := e.size()
	c.taken.Add(int64(size))
	c.last.Lock()
	defer c.last.Unlock()
	if first, known := c.read.Peek(s.key()); known {
		if !first.facts.Lost() {
			return first.extracted
		}
		c.bytes -= first.bytes
	}
	c.read.Add(s.key(), remembered{e, size})
	for c.bytes += size; c.bytes > keptFacts && c.read.Len() > 1; {
		_, oldest, _ := c.read.RemoveOldest()
		c.bytes -= oldest.bytes
	}
	return e
}

// size is roughly how many bytes the Facts take.
func (e extracted) size() int {
	const about = 100 // for the content itself
	if e.facts == nil {
		return about
	}
	return about + e.facts.Get().Size()
}

// recent is what a content came to, if it was extracted not long ago.
func (c *factCache) recent(key factKey) (extracted, bool) {
	c.last.Lock()
	defer c.last.Unlock()
	found, known := c.read.Get(key)
	return found.extracted, known && !found.facts.Lost()
}

// count is how many contents are remembered.
func (c *factCache) count() int {
	c.last.Lock()
	defer c.last.Unlock()
	return c.read.Len()
}

// known is what a content came to, if it was extracted not long ago or is kept. It needs no text.
func (c *factCache) known(s source) (extracted, bool) {
	if e, known := c.recent(s.key()); known {
		return e, true
	}
	if e, known := c.living.get(s.key()); known {
		return e, true
	}
	kept := c.kept()
	if kept.Cache == nil {
		return extracted{}, false
	}
	among := s.among
	if among == nil {
		among = &lookups{}
	}
	value := kept.Get(kept.factsKey(s.language.ID, s.hash), among.room)
	if value == nil {
		value = kept.Get(kept.failureKey(s.language.ID, s.hash, time.Now()), among.room)
	}
	if value == nil {
		return extracted{}, false
	}
	among.room = value[:cap(value)]
	e, err := decodeExtracted(value, among.decoder)
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

// redact gives the secrets of a text, and replaces what signatures, documentation and names of its Facts have of them; where
// there are too many to look for each, a name is all that is left. References are compared, and never shown.
func redact(facts *analysis.Facts, read secret.Text) (found []secret.Finding) {
	if found = read.Found; len(found) == 0 {
		return found
	}
	for i := range facts.Symbols {
		s := &facts.Symbols[i]
		start := int(s.Range.Start)
		near := read.Near(start-nearSymbol, start+len(s.Signature)+len(s.Doc)+nearSymbol)
		if len(near.Found) > mostNear {
			near.Found = nil
			if s.Kind == analysis.TitledTest { // a title is text, too
				s.Name, _, _ = strings.Cut(s.Name, " ")
				s.Container = ""
			}
			s.Signature, s.Doc = s.Name, ""
		}
		for _, field := range []*string{&s.Signature, &s.Doc, &s.Name, &s.Container} {
			*field = near.Hide(*field)
		}
	}
	if len(read.Found) > mostNear {
		read.Found = nil // what stands in an import says by its form what it is
	}
	for i := range facts.Imports {
		specifier := &facts.Imports[i].Specifier
		*specifier = read.Hide(*specifier)
	}
	return found
}
