package analysis

import (
	"math/bits"
	"sort"
)

// firstStep is how far from where it is expected a hash is looked for first.
const firstStep = 8

// searchSpread finds a hash of 64 bits among count ascending ones, and else where it would be. They are spread evenly, as hashes are, so that
// it is not far from its share of them: of millions that is a few lines of memory, where halving them reads twenty (interpolation search: Perl, Itai,
// Avni: Interpolation Search – A Log Log N Search, 1978).
func searchSpread(count int, at func(i int) uint64, hash uint64) (i int, found bool) {
	if count == 0 {
		return 0, false
	}
	share, _ := bits.Mul64(hash, uint64(count))
	low, high, step := int(share), int(share), firstStep
	if at(low) < hash {
		for high = min(low+step, count); high < count && at(high) < hash; high = min(low+step, count) {
			low, step = high, 2*step
		}
		low++
	} else {
		for low = max(high-step, 0); low > 0 && at(low) >= hash; low = max(high-step, 0) {
			high, step = low, 2*step
		}
	}
	i = low + sort.Search(high-low, func(i int) bool { return at(low+i) >= hash })
	return i, i < count && at(i) == hash
}
