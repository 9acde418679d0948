package analysis

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// What is found among hashes, evenly spread or not, is what a binary search finds.
func TestSearchSpread(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		hashes := make([]uint64, r.IntN(60))
		shift := r.IntN(3) * 28 // uneven, too
		for i := range hashes {
			hashes[i] = r.Uint64() >> shift
		}
		slices.Sort(hashes)
		hashes = slices.Compact(hashes)
		for _, hash := range append(slices.Clone(hashes), 0, 1, r.Uint64(), r.Uint64()>>shift, ^uint64(0)) {
			want, known := slices.BinarySearch(hashes, hash)
			got, found := searchSpread(len(hashes), func(i int) uint64 { return hashes[i] }, hash)
			if got != want || found != known {
				t.Fatalf("%d in %v: at %d (%v), want %d (%v)", hash, hashes, got, found, want, known)
			}
		}
	}
}
