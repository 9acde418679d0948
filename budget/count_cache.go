package budget

import (
	"hash/maphash"
	"sync"
)

const (
	cachedFrom    = 8     // bytes; counting less is cheaper than remembering it
	generationMax = 16384 // counts in one generation of a cache
)

// countCache remembers how many tokens texts have, by their hashes. It is bounded: counts stand in two
// generations, and when the young one is full, the old one is forgotten. It is safe for concurrent use.
type countCache struct {
	seed maphash.Seed

	mu         sync.Mutex
	young, old map[countKey]int
}

type countKey struct {
	hash uint64
	size int
}

func newCountCache() *countCache {
	return &countCache{seed: maphash.MakeSeed(), young: map[countKey]int{}}
}

func (c *countCache) key(text string) countKey {
	return countKey{maphash.String(c.seed, text), len(text)}
}

func (c *countCache) get(key countKey) (n int, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if n, ok = c.young[key]; !ok {
		n, ok = c.old[key]
	}
	return n, ok
}

func (c *countCache) put(key countKey, n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.young) >= generationMax {
		c.old, c.young = c.young, map[countKey]int{}
	}
	c.young[key] = n
}
