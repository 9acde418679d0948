package analysis

import "math/bits"

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
