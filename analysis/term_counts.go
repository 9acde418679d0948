package analysis

import (
	"bytes"
	"math/bits"
	"slices"
)

// Terms counts the words of a text.
func Terms(text []byte) []Term {
	r := newWordReader(text)
	r.read(func(int) {})
	terms, _ := r.counts.sorted()
	return terms
}

// wordReader reads the words of a text. Most identifiers stand in it many times, and are taken apart once.
type wordReader struct {
	text   []byte
	counts *termCounts
	words  []uint32 // those that were read, by their numbers in counts

	known []knownID
	slots slots    // of known, by hash
	parts []uint32 // the words of one identifier after the other
}

// knownID is an identifier of several words.
type knownID struct {
	hash       uint32
	start, end uint32 // where it stands first
	from, to   uint32 // its words in parts
}

func newWordReader(text []byte) *wordReader {
	return &wordReader{text: text, counts: newTermCounts(len(text) / 32), words: make([]uint32, 0, len(text)/8), slots: newSlots(len(text) / 64)}
}

// read reads all. Before each identifier at is called with where it begins.
func (r *wordReader) read(at func(start int)) {
	eachWord(r.text, func(hash uint32, start int) {
		at(start)
		r.words = append(r.words, r.counts.add(hash))
	}, func(hash uint32, start, end int) {
		at(start)
		r.identifier(hash, start, end)
	})
}

// identifier reads the words of one.
func (r *wordReader) identifier(hash uint32, start, end int) {
	slot := r.slots.find(hash, func(n uint32) bool {
		id := &r.known[n]
		return id.hash == hash && bytes.Equal(r.text[id.start:id.end], r.text[start:end])
	})
	if *slot > 0 {
		id := &r.known[*slot-1]
		for _, word := range r.parts[id.from:id.to] {
			r.counts.terms[word].Count++
			r.words = append(r.words, word)
		}
		return
	}
	from := len(r.parts)
	identifier(r.text[start:end], func(part []byte) { r.parts = append(r.parts, r.counts.add(HashWord(part))) })
	r.words = append(r.words, r.parts[from:]...)
	r.known = append(r.known, knownID{hash, uint32(start), uint32(end), uint32(from), uint32(len(r.parts))})
	if *slot = uint32(len(r.known)); r.slots.full(len(r.known)) {
		r.slots = r.slots.grow(len(r.known), func(n int) uint32 { return r.known[n].hash })
	}
}

// slots find what is numbered by its hash: a number, from 1, stands in the first free slot from that of its hash on; free ones
// are 0. A map takes several times as long, and each word of each file is counted.
type slots []uint32

// newSlots has room for about so many.
func newSlots(n int) slots { return make(slots, 1<<bits.Len(uint(2*n|63))) }

// find is the slot of what is, by its number, from 0: where it stands, or is to stand.
func (s slots) find(hash uint32, is func(n uint32) bool) *uint32 {
	last := len(s) - 1 // a number of ones
	for i := int(hash) & last; ; i = (i + 1) & last {
		if n := s[i]; n == 0 || is(n-1) {
			return &s[i]
		}
	}
}

// full reports whether so many are too many to be found quickly.
func (s slots) full(n int) bool { return 2*n > len(s) }

// grow gives twice as many slots, with so many in them.
func (s slots) grow(count int, hash func(n int) uint32) slots {
	more := make(slots, 2*len(s))
	for n := range count {
		*more.find(hash(n), func(uint32) bool { return false }) = uint32(n) + 1
	}
	return more
}

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
