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
	pool  *parse.Pool
	facts *lru.Cache[factKey, *analysis.Facts]
}

type factKey struct {
	hash     Hash
	language string
}

func newFactCache(pool *parse.Pool) *factCache {
	facts, err := lru.New[factKey, *analysis.Facts](keptFacts)
	if err != nil {
		panic(err) // of a size below 1
	}
	return &factCache{pool: pool, facts: facts}
}

func (c *factCache) get(ctx context.Context, lang *analysis.Language, hash Hash, text []byte) (*analysis.Facts, error) {
	key := factKey{hash, lang.ID}
	if facts, known := c.facts.Get(key); known {
		return facts, nil
	}
	facts, err := c.pool.Extract(ctx, lang, text)
	if err != nil {
		return nil, err
	}
	// Another extraction may have been faster: equal Facts are one value, so that linking sees no change.
	if first, known, _ := c.facts.PeekOrAdd(key, facts); known {
		return first, nil
	}
	return facts, nil
}
