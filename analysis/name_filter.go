package analysis

import (
	"iter"
	"slices"
)

// nameFilter tells of most names that they are not among some, so that these need not be looked through: a Bloom filter (Bloom: Space/Time
// Trade-offs in Hash Coding with Allowable Errors, 1970) of at least eight bits for each name, of which three are set. Of other names it is wrong
// once in thirty times.
type nameFilter []uint64

const (
	namesPerWord = 8
	mostAsked    = 32 // of more names it is quicker to look
)

// nameFilter is that of so many names, given as of hashOfName.
func (c *chunks) nameFilter(count int, names iter.Seq[uint64]) nameFilter {
	if count == 0 {
		return nil
	}
	words := 1
	for words*namesPerWord < count {
		words *= 2
	}
	filter := nameFilter(cut(&c.names, words, c.size(chunkFilters)))
	for name := range names {
		for _, bit := range filter.bits(name) {
			filter[bit/64] |= 1 << (bit % 64)
		}
	}
	return filter
}

// namesOf is that of the names of uses.
func (c *chunks) namesOf(uses []Use) nameFilter {
	return c.nameFilter(len(uses), func(yield func(uint64) bool) {
		for i := range uses {
			if !yield(hashOfName(uses[i].Name)) {
				return
			}
		}
	})
}

// bits are those that stand for a name.
func (f nameFilter) bits(name uint64) [3]uint64 {
	last := uint64(len(f))*64 - 1 // lengths are powers of two
	return [...]uint64{name & last, name >> 20 & last, name >> 40 & last}
}

// may reports whether one of the names may be a given one.
func (f nameFilter) may(name uint64) bool {
	if len(f) == 0 {
		return false
	}
	for _, bit := range f.bits(name) {
		if f[bit/64]>>(bit%64)&1 == 0 {
			return false
		}
	}
	return true
}

// someNames are names of which is asked what has one of them.
type someNames struct {
	FewNames
	hashes []uint64 // nil: there are too many
}

func newSomeNames(names map[string]bool) someNames {
	some := someNames{FewNames: NewFewNames(names)}
	if len(names) <= mostAsked {
		some.hashes = make([]uint64, 0, len(names))
		for name := range names {
			some.hashes = append(some.hashes, hashOfName(name))
		}
	}
	return some
}

// may reports whether a filter's names may have one of them.
func (s *someNames) may(f nameFilter) bool {
	return s.hashes == nil || slices.ContainsFunc(s.hashes, f.may)
}

// usedBy reports whether a node uses one of them.
func (s *someNames) usedBy(n *node) bool {
	return n.lazyUses != nil && s.may(n.lazyUses.names) && slices.ContainsFunc(n.uses().found, func(use Use) bool { return s.Has(use.Name) })
}
