package workspace

import (
	"context"
	"sync"

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

	mu    sync.Mutex
	facts map[factKey]*analysis.Facts
	order []factKey // the oldest first
}

type factKey struct {
	hash     Hash
	language string
}

func newFactCache(pool *parse.Pool) *factCache {
	return &factCache{pool: pool, facts: map[factKey]*analysis.Facts{}}
}

func (c *factCache) get(ctx context.Context, lang *analysis.Language, hash Hash, text []byte) (*analysis.Facts, error) {
	key := factKey{hash, lang.ID}
	c.mu.Lock()
	facts := c.facts[key]
	c.mu.Unlock()
	if facts != nil {
		return facts, nil
	}
	facts, err := c.pool.Extract(ctx, lang, text)
	if err != nil {
		return nil, err
	}
	return c.keep(key, facts), nil
}

// keep remembers Facts and forgets the oldest. It gives those that are there already, if another
// extraction of the same content was faster: equal Facts are one value, so that linking sees no change.
func (c *factCache) keep(key factKey, facts *analysis.Facts) *analysis.Facts {
	c.mu.Lock()
	defer c.mu.Unlock()
	if first := c.facts[key]; first != nil {
		return first
	}
	if len(c.order) == keptFacts {
		delete(c.facts, c.order[0])
		c.order = c.order[1:]
	}
	c.facts[key] = facts
	c.order = append(c.order, key)
	return facts
}
