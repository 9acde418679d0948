package analysis

import "slices"

// termCounts counts hashes.
type termCounts struct {
	terms []Term // as they came
	slots slots  // of them, by hash
}

// newTermCounts has room for about so many different hashes.
func newTermCounts(n int) *termCounts { return &termCounts{make([]Term, 0, n), newSlots(n)} }

// add counts a hash. It gives its number among the terms as they came.
func (c *termCounts) add(hash uint32) uint32 {
	if c.slots.full(len(c.terms)) {
		c.slots = c.slots.grow(len(c.terms), func(n int) uint32 { return c.terms[n].Hash })
	}
	slot := c.slots.find(hash, func(n uint32) bool { return c.terms[n].Hash == hash })
	if *slot == 0 {
		c.terms = append(c.terms, Term{Hash: hash})
		*slot = uint32(len(c.terms))
	}
	n := *slot - 1
	c.terms[n].Count++
	return n
}

// sorted are the terms by hash, and the number that each has among them, by that which it had.
func (c *termCounts) sorted() (terms []Term, numbers []uint32) {
	order := make([]uint64, len(c.terms)) // numbers are sorted several times as fast as by a function
	for n, t := range c.terms {
		order[n] = uint64(t.Hash)<<32 | uint64(n)
	}
	slices.Sort(order)
	terms, numbers = make([]Term, len(order)), make([]uint32, len(order))
	for now, o := range order {
		terms[now], numbers[uint32(o)] = c.terms[uint32(o)], uint32(now)
	}
	return terms, numbers
}
