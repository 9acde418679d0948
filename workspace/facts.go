package workspace

import (
	"context"

	lru "github.com/hashicorp/golang-lru/v2"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/workspace/parse"
)

// keptFacts is how many contents' Facts are remembered, the last ones extracted, so that an undo or a switch
// back to a branch parses little. Those of one content are a few kilobytes; the files of a folder hold
// their own besides.
const keptFacts = 1024

// factCache extracts Facts once for each content and language. It is safe for concurrent use.
type factCache struct {
	pool *parse.Pool
	read *lru.Cache[factKey, extracted]
}

type factKey struct {
	hash     Hash
	language string
}

// extracted is what extracting Facts came to: Facts, or what the content itself is at fault for.
type extracted struct {
	facts *analysis.Facts
	err   error
}

func newFactCache(pool *parse.Pool) *factCache {
	read, err := lru.New[factKey, extracted](keptFacts)
	if err != nil {
		panic(err) // of a size below 1
	}
	return &factCache{pool: pool, read: read}
}

// get gives the Facts of a content. What interrupted an extraction is not remembered, what the content is at
// fault for is. If it takes long, slow is called.
func (c *factCache) get(ctx context.Context, lang *analysis.Language, hash Hash, text []byte, slow func()) (*analysis.Facts, error) {
	if read, known := c.known(lang, hash); known {
		return read.facts, read.err
	}
	facts, err := c.pool.Extract(ctx, lang, text, slow)
	if err != nil && !parse.AtFault(err) {
		return nil, err
	}
	// Another extraction may have been faster: equal Facts are one value, so that linking sees no change.
	if first, known, _ := c.read.PeekOrAdd(factKey{hash, lang.ID}, extracted{facts, err}); known {
		return first.facts, first.err
	}
	return facts, err
}

// known is what a content came to, if it was extracted not long ago.
func (c *factCache) known(lang *analysis.Language, hash Hash) (extracted, bool) {
	return c.read.Get(factKey{hash, lang.ID})
}
