package rank

import (
	"cmp"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// The best are those that come first where all are sorted.
func TestBest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		scores := rapid.SliceOf(rapid.SampledFrom([]float64{0, 0.25, 0.5, 1, 2, 3, 5})).Draw(t, "scores")
		most := rapid.IntRange(0, len(scores)).Draw(t, "most")
		var want, got []int32
		for n, score := range scores {
			if score > 0 {
				want = append(want, int32(n))
			}
		}
		slices.SortStableFunc(want, func(a, b int32) int { return cmp.Compare(scores[b], scores[a]) })
		for n := range best(scores) {
			if len(got) == most {
				break
			}
			got = append(got, n)
		}
		if !slices.Equal(got, want[:min(most, len(want))]) {
			t.Fatalf("%v are the first %d of %v", got, most, want)
		}
	})
}
