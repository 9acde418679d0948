package budget

import (
	"hash/maphash"

	lru "github.com/hashicorp/golang-lru/v2"
)

const (
	cachedFrom = 8     // bytes; counting less is cheaper than remembering it
	keptCounts = 32768 // texts whose counts are remembered, those last used
)

// countCache remembers how many tokens texts have, by their hashes. It is safe for concurrent use.
type countCache struct {
	seed   maphash.Seed
	counts *lru.Cache[countKey, int]
}

type countKey struct {
	hash uint64
	size int
}

func newCountCache() *countCache {
	counts, err := lru.New[countKey, int](keptCounts)
	if err != nil {
		panic(err) // of a size below 1
	}
	return &countCache{maphash.MakeSeed(), counts}
}

func (c *countCache) key(text string) countKey {
	return countKey{maphash.String(c.seed, text), len(text)}
}

func (c *countCache) get(key countKey) (n int, known bool) { return c.counts.Get(key) }

func (c *countCache) put(key countKey, n int) { c.counts.Add(key, n) }
