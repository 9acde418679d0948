package analysis

import "slices"

// usedNames tell of most names that none of a node's uses has them, so that these need not be read for that: a Bloom filter (Bloom: Space/Time
// Trade-offs in Hash Coding with Allowable Errors, 1970) of at least eight bits for each use, of which three are set. Of other names it is wrong
// once in thirty times.
type usedNames []uint64

const (
	usesPerWord = 8
	mostAsked   = 32 // of more names it is quicker to look
)

// usedNames are those of uses.
func (c *chunks) usedNames(uses []Use) usedNames {
	if len(uses) == 0 {
		return nil
	}
	words := 1
	for words*usesPerWord < len(uses) {
		words *= 2
	}
	names := usedNames(cut(&c.names, words, c.size(chunkUsedNames)))
	for i := range uses {
		for _, bit := range names.bits(hashOfName(uses[i].Name)) {
			names[bit/64] |= 1 << (bit % 64)
		}
	}
	return names
}

// bits are those that stand for a name, given as of hashOfName.
func (n usedNames) bits(hash uint64) [3]uint64 {
	last := uint64(len(n))*64 - 1 // lengths are powers of two
	return [...]uint64{hash & last, hash >> 20 & last, hash >> 40 & last}
}

// may reports whether one of the uses may have a name, given as of hashOfName.
func (n usedNames) may(hash uint64) bool {
	if len(n) == 0 {
		return false
	}
	for _, bit := range n.bits(hash) {
		if n[bit/64]>>(bit%64)&1 == 0 {
			return false
		}
	}
	return true
}

// nameUsers finds nodes that use one of some names.
type nameUsers struct {
	names  FewNames
	hashes []uint64 // nil: there are too many
}

func newNameUsers(names map[string]bool) nameUsers {
	users := nameUsers{names: NewFewNames(names)}
	if len(names) <= mostAsked {
		users.hashes = make([]uint64, 0, len(names))
		for name := range names {
			users.hashes = append(users.hashes, hashOfName(name))
		}
	}
	return users
}

// has reports whether a node is one of them.
func (u *nameUsers) has(n *node) bool {
	if n.lazyUses == nil || u.hashes != nil && !slices.ContainsFunc(u.hashes, n.lazyUses.names.may) {
		return false
	}
	return slices.ContainsFunc(n.uses().found, func(use Use) bool { return u.names.Has(use.Name) })
}
