package rank

import "sync"

// mostCounted is how many words' counts are remembered before all are forgotten: a megabyte's worth.
const mostCounted = 1 << 15

// termCounts remembers how many documents have a word: whoever types asks for the same words at each key. It is safe for
// concurrent use.
type termCounts struct {
	mu sync.Mutex
	of map[uint32]int // by the word's hash
}

// get is the count of a word, which count finds out where it is not known.
func (c *termCounts) get(hash uint32, count func() int) int {
	c.mu.Lock()
	n, known := c.of[hash]
	c.mu.Unlock()
	if known {
		return n
	}
	n = count() // which may read the disk
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.of == nil || len(c.of) >= mostCounted {
		c.of = map[uint32]int{}
	}
	c.of[hash] = n
	return n
}
